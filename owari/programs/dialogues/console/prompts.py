"""Reads prompts: the input that a console program waits for."""

from __future__ import annotations

import re
from collections.abc import Sequence

from owari.programs.dialogues.console.colours import without_colours
from owari.programs.dialogues.console.vocabulary import denies, in_english

_TO = r"\s*(?:-|–|\.{2,3}|\bto\b|\bthrough\b)\s*"
_TO_ELSEWHERE = (
    r"\s*[~～]\s*|\s+(?:up\s+to|al|hasta|até|à|bis|do|до|ile|tot|till?|sampai|jusqu['’]à)\s+"
)
"""`entre 1 al 6`, `von 1 bis 6`"""
NUMBER_RANGE = re.compile(rf"(?<!\d)(\d{{1,9}})(?:{_TO}|{_TO_ELSEWHERE})(\d{{1,9}})(?!\d)", re.I)
BETWEEN = re.compile(
    r"\b(?:between|from|de|del|du|da|entre|tra|zwischen|von|między|od|mezi|între|från|mellan|mellem"
    r"|tussen|antara|между|от)\s+(\d{1,9})\s*(?:&|\b(?:and|a|y|e|et|und|i|și|och|og|en|dan|и)\b)"
    r"\s*(\d{1,9})(?!\d)",
    re.I,
)
"""`between 1 and 6`, `de 1 a 6`, which without its first word may be two moves"""
_LETTER_RANGE = re.compile(rf"(?<![a-z'’])([a-z]){_TO}([a-z])(?![a-z'’])", re.I)
_ASKS = re.compile(r"[?:>]$|\b(?:you|your|enter|type|input|choose|pick|select|give)\b", re.I)
_MARK = re.compile(r"[^\w\n]*[?:>$#]\s*")
"""`>>> `, alone on its line"""
_NAMES_A_PART = re.compile(
    r"\W*(?:the\s+|your\s+)?(?:row|col(?:umn)?|[xy]|pit|square|move|position)\b\W?"
    r"(?:[(\[<][^()\[\]<>]{1,20}[)\]>])?\W*$",
    re.I,
)
"""`Column (a-h)`, above a cursor behind a mark"""
_PAUSES = re.compile(
    r"(?:(?:^|[.,;:!?(\[<*-])\W*(?:please\s+)?(?:press|hit|push|strike|tap)\s+(?:on\s+)?"
    r"(?:the\s+|an?y?\s+)*\W{0,2}(?:enter|return|key|space(?:\s*bar)?)\b"
    r"|\b(?:enter|return|any\s?key)\W{0,2}\s+to\s+(?:the\s+)?(?:continue|proceed|resume|go\s+on"
    r"|start|begins?|see|let|next|return|exit|leave|quit|close|pass|roll|end)\b"
    r"|^\W*[\[(<]\W*(?:press\s+)?(?:enter|return|space)\W*[\])>]\W*$|^\W*(?:enter|return)\s+press\s"
    r"|[(\[<]\s*(?:enter|return)\W*[)\]>]\W*$|\b(?:enter|return)\s+press\s"
    r"|\b(?:any(?:thing|\s+(?:character|letter|button))|an?\s+(?:key|button))\s+to\s+(?:continue|proceed|go\s+on|go\s+to|end|see)\b"
    r"|\bfor\s+you\s+to\s+(?:press|hit)\s+(?:the\s+)?\W?(?:enter|return)\b"
    r"|\bpress\s+an?y?\s+button\b"
    r"|^\W*more\W*$|\b(?:any\s?key|key\s+to\s+continue)\b|^\W*(?:to\s+)?continue\b(?:\W+\w+)?(?:\W+(?:enter|return))?[^\w?]*$)(?!.*\d)"
    # what is to be typed before the key is no pause
    r"(?!.*\b(?:after|when you have|once you have|typ\w*|number)\b)",
    re.I,
)
_COUNTED = re.compile(
    r"\b(?:players?|turns?|rounds?|moves?|games?)\s*(?:no\.?\s*|#\s*)?\d+(?:['’]s)?"
    r"(?!\s*(?:-|–|to|or|,))",
    re.I,
)
"""`player 2`, `turn 17`: a number that is nothing to type"""
_TYPES_FIRST = re.compile(
    r"\b(?:type|enter|input|choose|pick|select|give)\s+(?:a|the|your)\b", re.I
)
_ARROWS = re.compile(r"\barrows?\b|[↑↓]", re.I)
"""Keys to press before the key that is asked for."""
_SIDE = (
    r"(?:south|north|black|white|computer|cpu|ai|bot|machine|program|engine|human|user|opponent"
    r"|you|i|we|nobody|no\s?(?:one|body)|player\s*(?:\d|one|two|[ab]\b)?|p[12])"
)
_OVER = re.compile(
    r"\bgame\W{0,2}(?:is\s+|has\s+)?(?:over|ended|finished|complete)\b|\bend\s+of\s+(?:the\s+)?game\b"
    r"|\bthe\s+end\b|\bfinal\s+(?:score|result|board|count|position|tally)s?\b"
    r"|\bplay(?:ing)?\s+(?:again|another|once\s+more)\b|\b(?:another|new)\s+(?:game|round|match)\b"
    r"|\b(?:once\s+more|again|rematch)\s*(?:[(\[][^\n]{0,12})?\?|\bthank(?:s|\s+you)\s+for\s+playing\b"
    r"|\bgood\s?bye\b|\bcongratulations\b|\bbetter\s+luck\b|\bgood\s+game\b"
    rf"|\b{_SIDE}\s+(?:have\s+|has\s+)?(?:wins?|won|loses?|lost|lose|tied)\b(?!['’])"
    rf"|\b{_SIDE}\s+(?:is|are)\s+the\s+(?:winner|loser)\b"
    r"|\b(?:game|match|round)\b[^\n:=]{0,8}:?\s*results?\s*[:=]|\bresults?\s+of\s+(?:the\s+)?(?:game|match)\b"
    r"|\bthe\s+winner\s+is\b|\bwinner\s*[:=]|\b(?:it(?:['’]s|\s+(?:is|was))\s+)?a\s+(?:draw|tie)\b"
    r"|\b(?:draw|tie)\s*(?:game\s*)?[!.]",
    re.I,
)
_AGAIN = re.compile(r"(?<!play )(?<!playing )\b(?:once\s+more|again)\b(?!\W*[(\[])", re.I)
"""`AGAIN?`, which asks for another move where it stands behind a refusal"""
_PLAYS_ON = re.compile(
    rf"\b{_SIDE}\b(?![^\n?!.]*\b(?:want|like|wish|care|if)\b)[^\n?!.]{{0,20}}\bplay\s+again\b(?![^\n]*[?:(\[/])"
    r"|^[^\n]*\b(?:extra|another|free|bonus|second)\s+(?:turn|move|go)\b[^\n]*"
    r"|^(?![^\n]*(?:\?|\b(?:want|like|wish|care|if|press|type|enter|do|would|shall|wins?|won|loses?|lost)\b))"
    r"[^\n]*\b(?:stores?|mancalas?|kalahs?|goals?|turn)\b[^\n]*\bplays?\s+again\b(?!\s*[(\[/])[^\n]*",
    re.I | re.MULTILINE,
)
"""A turn that goes on: `You can play again!`, `You won another turn`, and no question for a new
game."""
_REFUSES = re.compile(
    r"\b(?:invalid|illegal|wrong|error|exception|traceback|bad\s+(?:input|move|choice)"
    r"|not\s+(?:an?\s+)?(?:valid|legal|allowed|possible|recogni[sz]ed|a\s+number|your)"
    r"|(?:can\s?not|can['’]t|may\s+not)\s+(?:do|play|move|choose|pick|select|be)"
    r"|try\s+again|out\s+of\s+range|must\s+(?:be|choose|pick|enter|select)|unknown"
    r"|please\s+(?:enter|input|type|choose|pick|select)\s+an?\s+(?:valid|legal|number|integer|whole)"
    r"|that(?:['’]s|\s+is|\s+was)\s+no|no\s+such|not\s+(?:your|the\s+opponent['’]s)\s+turn"
    r"|(?:is|are|was)\s+empty|nothing\s+(?:to|in|there)|no\s+(?:stones|seeds|beans|pieces)\s+in)\b",
    re.I,
)
_TELLS_RANGE = re.compile(
    r"\b(?:enter|input|type|choose|pick|select|give)\b.*?(?<!\d)\d{1,2}(?:\s*(?:[^\W\d_]{1,4}|[-–~]|\.{2,3})"
    r"\s*\d{1,2}|(?:[\s,;|]+\d{1,2}){2})(?!\d)",
    re.I,
)
"""`Choose a pit between 1 and 6`, with the word of any language between the numbers, or `choose one
of 6, 7, 9`."""
_SETTING = re.compile(
    r"\b(?:d[ea]{1,2}pt?hs?|time\s+limit|per\s+(?:pit|cup|hole|house|bowl|pocket)|levels?|pl(?:y|ies)|look-?\s?ahead|difficulty|(?:milli)?seconds|ms|minutes|(?:user|nick)?names?|begins?"
    r"|first|starts?(?!\s+over)|who|which\s+(?:side|player|colou?r)|modes?|options?|colou?rs?"
    r"|how\s+many|number\s+of|heuristics?|(?:forward|future)\s+moves?|moves?\s+ahead|pin"
    r"|passwords?)\b|\by(?:es)?\s*(?:/|or)\s*no?\b"
    r"|\bplay(?:ing)?\s+(?:\w+\s+){0,2}again\b|^\W*again\b|\bagain\s*(?:\?|play\b)",
    re.I,
)
FIRST_LINE = re.compile(
    r"\b(?:first|second)\s+(?:row|col(?:umn)?|line|square|pit|cup)\b"
    r"|\b(?:rows?|col(?:u?mn)?s?)(?:\s+numbers?)?\s+first\b"
    r"|\bfirst,?\s+(?:enter|type|input|give|insert)\s+(?:the\s+|a\s+|your\s+)?(?:row|col)",
    re.I,
)
"""`row first, 11 for first row`, `First enter the row`, which is no word of who begins"""
_MOVE = re.compile(
    r"\b(?:pit|cup|pocket|hole|bowl|house|bin|slot|spot|square|cell|position|location|field|coordinate|disc|disk|move|turn|sow|row"
    r"|column|col)s?\b"
    r"|(?<!\bin )(?<!\bin the )\b(?:the|any|which|your)\s+case\b"  # of French: `la case`
    r"|\b(?:north|south|black|white|player\s*\d)(?:['’]s)?\s+(?:input|choice|pick|selection)\b"
    r"|^\W*(?:your|north|south|black|white)\b(?!\s+(?:choice|selection|option|answer)\b)",
    re.I,
)
_MOVE_OR_COMMAND = re.compile(
    r"\b(?:commands?|options?|letters?)\s+or\s+(?:\w+\s+){0,2}(?:moves?|pits?|squares?|play)\b"
    r"|\b(?:moves?|pits?|squares?)\s+or\s+(?:\w+\s+){0,2}(?:commands?|options?)\b"
    r"|\bcomm?and[oe]?s?\s+or\s+(?:\w+\s+)?moves?\b",
    re.I,
)
"""`Enter a command or a move:`"""
_IN_BRACKETS = re.compile(r"[(\[][^()\[\]]*[)\]]")
_ENTERS = re.compile(r"^\W*(?:please\s+)?(?:enter|input|type|choose|pick|select|give|play)\b", re.I)
_ITEM = re.compile(r"^\W{0,3}(?:\d|[A-Za-z])\s*[.):=\]-]+\s*[^\W\d_]", re.MULTILINE)
"""An entry of a menu."""
_TAG = re.compile(r"^\W*\w{1,12}(?:\s+\w{1,12})?\s*(?:>+|:|\?|\$|=>|->)\W*$")
"""`PLAYER>` or `X:`"""
_WORD = re.compile(r"[^\W\d_]{2}")
_MARKS = re.compile(r"[^\s|+=_-]")
FEWEST = 4
"""The fewest marks of a line that looks like a row of a board."""
_ENTRY = re.compile(
    r"^\W{0,3}(\d{1,2})\s*[.):=\]-]+\s*(?:\W{0,2}\b(?:sow|play|move|choose|take|from|the)\s+)*"
    r"(?:(?:pit|cup|pocket|hole|bowl|house|bin)\s*#?)?\s*(\d{1,2}|[A-Za-z])\s*(?:$|[(\[:,–-])",
    re.I | re.MULTILINE,
)
"""An entry of a menu of pits: its number, and the name of the pit."""
LONGEST_MENU = 8
"""The most lines of a menu, with the prompt below it."""
LONGEST_PROMPT = 400
"""Characters of a prompt, counted from the end, that are read."""
_GOES_ON = r"(?:pass|skip|continue|proceed|go\s+on|(?:end|miss|lose)\s+(?:your|the|a)\s+turn)"
_TO_PASS = re.compile(
    r"['\"`]([\w-]{1,6}|-1,? ?-1|--)['\"`][^'\"`\n]{0,40}\b(?:pass|skip)\b(?!['\"`])"
    rf"|(?<![\w-])(-1,? ?-1|-1|[a-z]|\d|skip)\W{{0,3}}\s*"
    rf"(?:to|for(?:\s+an?)?|(?:ein\W*)?um\s+zu|=)\s*{_GOES_ON}\b"
    r"|\b(?:type|enter|input|write|say)\s+(?:in\s+)?['\"`<\[]?(pass|skip)\b"
    r"|\b(?:or|and)\s+['\"`<\[]?(pass|skip)\b['\"`>\]]?(?=\s*[):?>]|\s+(?:if|when|to)\b)"
    r"|['\"`(\[<](pass|skip)['\"`)\]>]",
    re.I,
)
"""What is to be typed for a pass."""
_EXAMPLE = re.compile(
    r"(?:(?<!\w)(?:e\.\s?g\b\.?|eg\b\.?|ex\b[.:]|(?:for\s+)?(?:examples?|instance)\b|such\s+as\b"
    r"|z\.\s?B\.|p\.\s?ex\.|par\s+exemple\b|por\s+(?:ejemplo|exemplo)\b|ej\.|ad\s+es\.|esempio\b"
    r"|beispiel\w*|np\.|na\s+przyklad\b|например|bijv\.|bv\.|t\.\s?ex\.|például|pl\.|např\.|příklad\w*"
    r"|örn\w*|misal\w*|contoh\w*)|例(?:えば|如)?)[^\n)\]}]*"
    r"|(?<=[(\[{])(?:[^()\[\]{}\n]{0,20}\s)?like\s[^()\[\]{}\n]*",
    re.I,
)
"""An example of what to type, as `(e.g. D3)`."""
_OPEN_END = re.compile(rb"[?:>][ \t]*\n?\Z|\w[^\n]*[ \t)\]]\Z")
"""The end of what a program writes before a person has to type: a question, or an open line."""


def ends_with_prompt(said: bytes) -> bool:
    """Whether the output of a program seems to end with a prompt for a person."""
    return bool(_OPEN_END.search(said.replace(b"\r", b"")))


def wants_a_full_stop(text: str) -> bool:
    """Whether the cursor stands behind the prompt of Prolog for a term, which a full stop ends."""
    return text.rstrip().endswith("|:")


def prompt_in(text: str) -> str:
    """The prompt at the end of the output: the words before the cursor, or the last line if it asks
    for something. A cursor that stands alone or after a mark belongs to the line above."""
    *above, cursor = (line.strip() for line in text.split("\n"))
    if any(map(str.isalpha, cursor)):
        return cursor[-LONGEST_PROMPT:]
    *_, last = ["", *filter(None, above)]
    line = cursor if any(map(str.isdigit, cursor)) else last
    asks = _ASKS.search(in_english(line)) or (cursor and _NAMES_A_PART.match(in_english(line)))
    return line[-LONGEST_PROMPT:] if asks else ""


def without_examples(text: str) -> str:
    """The text without examples of what to type, which are no moves."""
    return _EXAMPLE.sub(" ", text)


def open_line(text: str) -> str:
    """The line before the cursor where it asks for nothing, as `Computer move: 4`."""
    line = text.rpartition("\n")[2].strip()
    return "" if _ASKS.search(in_english(line)) else line


def pauses(text: str) -> bool:
    """Whether the last line asks for a key (`Press Enter to continue...`)."""
    *_, last = ["", *filter(None, map(str.strip, text.split("\n")))]
    last = _COUNTED.sub(" ", in_english(last[-LONGEST_PROMPT:]))
    return bool(_PAUSES.search(last)) and not (_TYPES_FIRST.search(last) or _ARROWS.search(last))


def looks_drawn(text: str) -> bool:
    """Whether lines of the text look like a board, read or not: they have marks and no words."""
    return sum(map(is_row, text.split("\n")[:-1])) > 1


def is_row(line: str) -> bool:
    """Whether the line looks like one of a board: it has marks and no words."""
    line = without_colours(line)
    return len(_MARKS.findall(line)) >= FEWEST and not _WORD.search(line)


def says_over(text: str) -> bool:
    """Whether the text says that the game is over. What may be typed in place of a move, as for a
    new game, does not say it."""
    lines = text.rstrip().split("\n")
    for place in range(max(0, len(lines) - LONGEST_MENU), len(lines)):
        if _MOVE_OR_COMMAND.search(in_english(lines[place])):
            del lines[place:]
            break
    if lines and _MOVE.search(in_english(lines[-1])):
        lines[-1] = _IN_BRACKETS.sub("", lines[-1])
    if refuses("\n".join(lines[-2:])):
        lines[-1] = _AGAIN.sub("", lines[-1])
    return bool(_OVER.search(_PLAYS_ON.sub(" ", in_english("\n".join(lines)))))


def asks_for_a_setting(text: str) -> str:
    """The question at the end of the text for a setting: who begins, a level, a name, or a choice
    of a menu; empty where there is none."""
    prompt = prompt_in(text)
    if _wants_a_setting(in_english(prompt)):
        return prompt
    last = "\n".join(text.rstrip().split("\n")[-LONGEST_MENU:])
    is_menu = len(_ITEM.findall(last)) > 1 and not _MOVE.search(in_english(prompt))
    return last if is_menu else ""


def asks_for_no_setting(text: str) -> bool:
    """Whether the text ends with a prompt, or with a mark before the cursor, and asks for no
    setting there."""
    asks = prompt_in(text) or _MARK.fullmatch(text.rpartition("\n")[2])
    return bool(asks) and not asks_for_a_setting(text)


def _wants_a_setting(prompt: str) -> bool:
    return bool(_SETTING.search(FIRST_LINE.sub("row", prompt)))


def asks_for_a_move(text: str, size: int, *, drawn: bool) -> bool:
    """Whether the prompt at the end of the text wants a move: it names pits, lists them all, or is
    as short as `Enter your choice:` where a board is `drawn`. `size` is the pits of a side, 0 for
    squares."""
    prompt = in_english(prompt_in(text))
    if bids_for_a_move(text):
        return True
    if _wants_a_setting(prompt):
        return False
    if not prompt:
        return drawn
    if (size and labels_shown(prompt, size)) or _MOVE.search(prompt):
        return True
    short = _ENTERS.search(prompt) or not any(map(str.isalpha, prompt)) or _TAG.match(prompt)
    return drawn and bool(short)


def bids_for_a_move(text: str) -> bool:
    """Whether the last lines ask for a move or a command, and list the commands below that."""
    last = text.rstrip().split("\n")[-LONGEST_MENU:]
    return any(_MOVE_OR_COMMAND.search(in_english(line)) for line in last)


def listed_pits(text: str) -> list[tuple[str, str]]:
    """The entries of the last menu of pits, as `1) pit 9 (4 stones)`: their numbers and the names
    of the pits."""
    listed: list[tuple[str, str]] = []
    for found in _ENTRY.finditer(text):
        number = int(found[1])
        if number in (0, 1):
            listed = []
        if not listed or number == int(listed[-1][0]) + 1:
            listed.append((found[1], found[2]))
    return listed if listed and int(listed[0][0]) in (0, 1) else []


def pass_told(text: str) -> str:
    """What the text says is to be typed for a pass, as in `Type pass:` or `-1 -1 to pass`; empty
    where it says nothing of this."""
    found = _TO_PASS.search(in_english(text))
    return next(filter(None, found.groups()), "pass") if found else ""


def refuses(text: str) -> bool:
    """Whether the text rejects an input."""
    return bool(_REFUSES.search(in_english(text))) or denies(text)


def corrects(text: str, before: str) -> bool:
    """Whether the text has no board and tells the range of an input (`Please choose a pit between 1
    and 6`), or lists what may be typed, as the text `before` that input did not."""
    if looks_drawn(text):
        return False
    shown = {line.strip() for line in before.split("\n")}
    lines = (line.strip() for line in text.split("\n"))
    return any(_TELLS_RANGE.search(in_english(line)) for line in lines if line not in shown)


def labels_shown(prompt: str, size: int) -> list[str] | None:
    """The labels of a row of this size: a range of the prompt, `1-6` or `a-f`, or as many
    consecutive numbers. The last range counts."""
    prompt = BETWEEN.sub(r"\1-\2", prompt)
    for low, high in reversed(NUMBER_RANGE.findall(prompt)):
        if int(high) - int(low) == size - 1:
            return [str(int(low) + place) for place in range(size)]
    for low, high in reversed(_LETTER_RANGE.findall(prompt)):
        if ord(high) - ord(low) == size - 1:
            return [chr(ord(low) + place) for place in range(size)]
    listed = sorted({int(number) for number in re.findall(r"(?<!\d)\d{1,9}(?!\d)", prompt)})
    if len(listed) == size and listed[-1] - listed[0] == size - 1:
        return [str(number) for number in listed]
    return None


def labels_wanted(
    prompt: str, schemes: Sequence[Sequence[str]], legal: Sequence[int]
) -> Sequence[str] | None:
    """The labels that the program wants for the pits of a side, in sowing order, if its prompt
    shows them.

    The prompt shows the labels of the whole row, or it lists the legal pits, so that only one of
    the schemes fits. `legal` are the places of the legal pits in the row.
    """
    shown = labels_shown(prompt, len(schemes[0]))
    if shown:
        return shown
    listed = set(re.findall(r"\d+", prompt))
    fitting = [scheme for scheme in schemes if {scheme[place] for place in legal} == listed]
    return fitting[0] if len(fitting) == 1 and len(legal) > 1 else None
