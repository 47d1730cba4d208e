#!/usr/bin/env bash
# The kernel and the compiled rules under AddressSanitizer and UndefinedBehaviorSanitizer, on the
# tests that hold them against what is in Python and against the right answers. Needs g++; takes some minutes; writes only to a
# temporary folder.
#
#     PYTHON=.venv/bin/python tests/engine/sanitize.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
python=$(realpath -s "${PYTHON:-python3}")
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r owari tests pyproject.toml "$copy"
cd "$copy"
rm -f owari/engine/kernel/*.so owari/games/*.so
include=$("$python" -c 'import sysconfig; print(sysconfig.get_paths()["include"])')
suffix=$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
compile() {
    g++ -std=c++17 -O1 -g -shared -fPIC -pthread -ffp-contract=off -fsanitize=address,undefined \
        -fno-sanitize-recover=undefined -I"$include" "owari/$1.cpp" -o "owari/$2$suffix" \
        "${@:3}"
}
compile games/native/module games/native_rules
compile engine/kernel/sowing/module engine/kernel/native_sowing
compile engine/kernel/othello/module engine/kernel/native_othello
if grep -qw avx2 /proc/cpuinfo; then
    compile engine/kernel/othello/module_avx2 engine/kernel/native_othello_avx2 \
        -mavx2 -mbmi -mbmi2 -mpopcnt
fi
preload="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so)"
LD_PRELOAD=$preload ASAN_OPTIONS=detect_leaks=0 PYTHONPATH=$copy \
    "$python" -m pytest -q -s -p no:cacheprovider tests/games tests/engine/test_kernel.py \
    tests/engine/test_kernel_references.py tests/engine/test_othello_*.py
