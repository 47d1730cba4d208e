// Memory that is read at random, too much of it for the processor's small pages.
#pragma once

#include <cstddef>
#include <cstdint>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace owari {

// Asks the system to back this memory by large pages, where it has such; nothing depends on it.
inline void use_large_pages(void* memory, std::size_t bytes) {
#ifdef __linux__
    constexpr std::uintptr_t PAGE = 4096;
    const auto begin = (reinterpret_cast<std::uintptr_t>(memory) + PAGE - 1) / PAGE * PAGE;
    const auto end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / PAGE * PAGE;
    if (end > begin) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)bytes;
#endif
}

}  // namespace owari
