/**
 * The words of a text in upper case, found in one pass over its characters and kept as codes, so
 * that no string is made of a word that is never read. One buffer serves all scans.
 */
export interface Scan {
  /** The words, side by side. */
  codes: Buffer
  count: number
  /** Where each word begins and ends in `codes`. */
  starts: Int32Array
  ends: Int32Array
  /** 1 for what changes from one occurrence to the next: confirmations, traces, account masks. */
  references: Uint8Array
  /** Nothing in the text can be a date, a time, a phone number or a field of a bank's format. */
  isPlain: boolean
}

const [BREAK, LETTER, DIGIT, SIGN, DROPPED, MARKER, JOINING] = [0, 1, 2, 3, 4, 5, 6]
const [BLANK, AMPERSAND, CLOSING, DASH, DOT] = [32, 38, 41, 45, 46]
const [DIGIT_0, DIGIT_9] = [48, 57]
const [LETTER_A, LETTER_X, LETTER_Z] = [65, 88, 90]
const ASCII = 128

/** The kind of each ASCII character, and its upper case. */
const KINDS = Uint8Array.from({ length: ASCII }, (_, code) =>
  classifyChar(String.fromCharCode(code)),
)
const UPPER = Uint8Array.from({ length: ASCII }, (_, code) =>
  String.fromCharCode(code).toUpperCase().charCodeAt(0),
)

function classifyChar(char: string): number {
  if (/[A-Za-z&]/.test(char)) return LETTER
  if (/\d/.test(char)) return DIGIT
  if (char === '*' || char === '#') return SIGN
  // Lowe's and LOWES are one word.
  if (char === "'" || char === '`') return DROPPED
  // DES:, 10:23A, REF=, 166?00
  if (char === ':' || char === '=' || char === '?') return MARKER
  return char === '-' || char === '/' ? JOINING : BREAK
}

const scan: Scan = { ...roomFor(512), count: 0, isPlain: true }

function roomFor(size: number): Pick<Scan, 'codes' | 'starts' | 'ends' | 'references'> {
  return {
    codes: Buffer.alloc(size),
    starts: new Int32Array(size),
    ends: new Int32Array(size),
    references: new Uint8Array(size),
  }
}

/** The words of any text; valid until the next call. */
export function scanWords(text: string): Scan {
  if (text.length > scan.codes.length) Object.assign(scan, roomFor(2 * text.length))
  scan.count = 0
  let isPlain = true
  let at = 0
  let start = 0
  let digits = 0
  /** Digits and masks that stand together before this character. */
  let run = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const kind = code < ASCII ? KINDS[code]! : MARKER
    if (kind === LETTER || kind === DIGIT) {
      const upper = UPPER[code]!
      scan.codes[at] = upper
      at += 1
      if (kind === DIGIT) digits += 1
      run = kind === DIGIT || upper === LETTER_X ? run + 1 : 0
      continue
    }
    if (kind === DROPPED) continue
    if (kind === MARKER || (run > 0 && mayGoOn(kind, code, run))) isPlain = false
    run = 0
    if (at > start) at = endWord(start, at, digits)
    if (kind === SIGN) {
      scan.codes[at] = code
      at = keepWord(at, at + 1, 0)
    }
    start = at
    digits = 0
  }
  if (at > start) endWord(start, at, digits)
  scan.isPlain = isPlain
  return scan
}

/** 03/31 and 2025-03 go on after digits, 800-555-0199 and (800) 555 0199 after three of them. */
function mayGoOn(kind: number, code: number, run: number): boolean {
  if (kind === JOINING) return true
  return run === 3 && (code === BLANK || code === DASH || code === DOT || code === CLOSING)
}

/** Adds the characters as one word, or as the parts that the bank glued together. */
function endWord(start: number, end: number, digits: number): number {
  const { codes } = scan
  if (codes[start] === LETTER_X && codes[start + 1] === LETTER_X && isMask(start, end, digits)) {
    return digits >= 4 ? keepWord(end - digits, end, digits) : end
  }
  const isMixed = digits >= 3 && digits < end - start
  if (!isMixed) return keepWord(start, end, digits)
  const letters = runEnd(start, end, isLetterOrSign)
  const number = runEnd(letters, end, isDigit)
  // ADS4739 is ADS and 4739
  const isGlued = letters - start >= 3 && number - letters >= 3 && !hasSign(number, end)
  if (!isGlued) return keepNumberFirst(start, end)
  keepWord(start, letters, 0)
  return keepNumberFirst(letters, end)
}

// 98120398RENT is 98120398 and RENT
function keepNumberFirst(start: number, end: number): number {
  const number = runEnd(start, end, isDigit)
  const isGlued = number - start >= 4 && end - number >= 3 && runEnd(number, end, isLetter) === end
  if (!isGlued) return keepWord(start, end, 1)
  keepWord(start, number, 1)
  return keepWord(number, end, 0)
}

/** Adds a word and returns where the next one begins; without digits it is no reference. */
function keepWord(start: number, end: number, digits: number): number {
  const { count } = scan
  scan.starts[count] = start
  scan.ends[count] = end
  scan.references[count] = digits > 0 && isReference(start, end) ? 1 : 0
  scan.count = count + 1
  return end
}

/** XXXXXX, XXXX1234 */
function isMask(start: number, end: number, digits: number): boolean {
  const xs = runEnd(start, end, (code) => code === LETTER_X)
  return xs === end - digits && runEnd(xs, end, isDigit) === end
}

/**
 * Four digits or more, or six and more characters that mix digits and letters; CLOTHES2ORDER and
 * 4FINGERS are names with one digit.
 */
function isReference(start: number, end: number): boolean {
  const length = end - start
  let digits = 0
  let digitAt = 0
  for (let at = start; at < end; at += 1) {
    if (!isDigit(scan.codes[at]!)) continue
    digits += 1
    digitAt = at - start
  }
  if (digits >= 4) return true
  if (length < 6 || hasSign(start, end)) return false
  const [before, after] = [digitAt, length - digitAt - 1]
  const isName = (before >= 3 && after >= 2) || (before >= 2 && after >= 3) || before === 0
  return digits > 1 || !isName
}

function hasSign(start: number, end: number): boolean {
  return runEnd(start, end, (code) => isDigit(code) || isLetter(code)) < end
}

/** Where the characters of a kind end that begin at `start`. */
function runEnd(start: number, end: number, isOfKind: (code: number) => boolean): number {
  let at = start
  while (at < end && isOfKind(scan.codes[at]!)) at += 1
  return at
}

function isDigit(code: number): boolean {
  return code >= DIGIT_0 && code <= DIGIT_9
}

function isLetter(code: number): boolean {
  return code >= LETTER_A && code <= LETTER_Z
}

function isLetterOrSign(code: number): boolean {
  return isLetter(code) || code === AMPERSAND
}

/** The words of a scan as texts. */
export function readWords(from: Scan): string[] {
  return Array.from({ length: from.count }, (_, word) => readWord(from, word))
}

export function readWord({ codes, starts, ends }: Scan, word: number): string {
  return codes.toString('latin1', starts[word], ends[word])
}

export function getWordLength({ starts, ends }: Scan, word: number): number {
  return ends[word]! - starts[word]!
}

/** Removes the first occurrence of a name of several words. */
export function dropName(from: Scan, name: readonly string[]): void {
  const last = from.count - name.length
  for (let start = 0; start <= last; start += 1) {
    if (!name.every((word, index) => isWord(from, start + index, word))) continue
    for (const list of [from.starts, from.ends, from.references]) {
      list.copyWithin(start, start + name.length, from.count)
    }
    from.count -= name.length
    return
  }
}

function isWord(from: Scan, index: number, word: string): boolean {
  if (getWordLength(from, index) !== word.length) return false
  const start = from.starts[index]!
  for (let at = 0; at < word.length; at += 1) {
    if (from.codes[start + at] !== word.charCodeAt(at)) return false
  }
  return true
}
