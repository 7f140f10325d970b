// 03/31/23, 2025-03-31, XX/XX, 3/1
const DATE =
  /\b(?:\d{4}-\d{1,2}-\d{1,2}|(?:\d{1,2}|XX?)\/(?:\d{1,2}|XX?)(?:\/(?:\d{4}|\d{2}|X+))?)\b/g
// 10:23A, 10:23:55 PM, XX:XXa
const TIME = /\b[\dX]{1,2}:[\dX]{2}(?::[\dX]{2})?\s?(?:[AP]M?)?\b/g
// 800-555-0199, (800) 555-0199, 844 662 3467, XXX-XXX-XXXX
const PHONE = /\(?\b[\dX]{3}[-. )]{1,2}[\dX]{3}[-. ]?[\dX]{4}\b/g
// ADS4739 → ADS | 4739
const WORD_THEN_NUMBER = /^([A-Z&]{3,})(\d{3,}[A-Z\d]*)$/
// 98120398RENT → 98120398 | RENT
const NUMBER_THEN_WORD = /^(\d{4,})([A-Z]{3,})$/
// XXXXXX, XXXX1234
const MASK = /^X{2,}\d*$/

const AMPERSAND = 38
const STAR = 42
const HASH = 35
const [DIGIT_0, DIGIT_9] = [48, 57]
const [LETTER_A, LETTER_X, LETTER_Z] = [65, 88, 90]

/**
 * Words of an upper-case text without dates, times and masks; a phone number is one word. One pass
 * over the characters: `SQ *CORNER DELI` is SQ, *, CORNER, DELI.
 */
export function wordsOf(upper: string): string[] {
  const text = withoutTimes(upper)
  const words: string[] = []
  let start = -1
  let digits = 0
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    const isDigit = code >= DIGIT_0 && code <= DIGIT_9
    if (isDigit || (code >= LETTER_A && code <= LETTER_Z) || code === AMPERSAND) {
      if (start < 0) start = at
      if (isDigit) digits += 1
      continue
    }
    if (start >= 0) pushWord(words, text.slice(start, at), digits)
    if (code === STAR || code === HASH) words.push(code === STAR ? '*' : '#')
    start = -1
    digits = 0
  }
  return words
}

function pushWord(words: string[], word: string, digits: number): void {
  if (word.startsWith('XX') && MASK.test(word)) {
    if (digits >= 4) words.push(word.slice(-digits))
  } else if (digits >= 3 && digits < word.length) {
    const glued = WORD_THEN_NUMBER.exec(word) ?? NUMBER_THEN_WORD.exec(word)
    if (glued) words.push(glued[1]!, ...splitNumber(glued[2]!))
    else words.push(word)
  } else {
    words.push(word)
  }
}

/** `8861ATWALMART` → `8861`, `ATWALMART`. */
function splitNumber(word: string): string[] {
  const glued = NUMBER_THEN_WORD.exec(word)
  return glued ? [glued[1]!, glued[2]!] : [word]
}

/** Patterns are looked for only where a character says that there may be one. */
function withoutTimes(upper: string): string {
  const timeless = upper.includes(':') ? upper.replace(TIME, ' ') : upper
  const isDated = timeless.includes('/') || timeless.includes('-')
  const dateless = isDated ? timeless.replace(DATE, ' ') : timeless
  return mayHavePhone(dateless) ? dateless.replace(PHONE, joinPhone) : dateless
}

/** Whether three digits or masks stand together and something else than a digit follows them. */
function mayHavePhone(text: string): boolean {
  let run = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if ((code >= DIGIT_0 && code <= DIGIT_9) || code === LETTER_X) run += 1
    else if (run === 3) return true
    else run = 0
  }
  return false
}

function joinPhone(phone: string): string {
  return ` ${phone.replace(/[^\dX]/g, '')} `
}

/** Upper case without accents and apostrophes: `Lowe's` and `LOWES` are one word. */
export function plainUpper(text: string): string {
  // oxlint-disable-next-line no-control-regex -- everything outside ASCII takes the slow path
  const ascii = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
  const upper = ascii.toUpperCase()
  return /['’`]/.test(upper) ? upper.replace(/['’`]/g, '') : upper
}

/** How many decimal digits a word has; four or more make it a reference. */
export function digitCount(word: string): number {
  let count = 0
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    if (code >= DIGIT_0 && code <= DIGIT_9) count += 1
  }
  return count
}
