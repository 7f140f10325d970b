import { isState } from './place.ts'
import { plainStructured } from './structured.ts'

/** A bank descriptor, read once and shared by every row that carries it. */
export interface Descriptor {
  /** Upper case, punctuation collapsed to spaces, `*` and `#` kept, dates and times gone. */
  normalized: string
  words: readonly string[]
  /** What stays the same from one occurrence to the next (formulas S1). */
  groupKey: string
  /** Runs of four or more digits and masked digits: account masks, confirmations, references. */
  numbers: readonly string[]
  /** The number of a check, when the descriptor names one. */
  checkNumber: string | null
  /** The company field of an ACH entry, when the bank prints the fields. */
  achCompany: string | null
}

// ORIG CO NAME:ACME CAPITAL ORIG ID:9 DESC DATE:0105 CO ENTRY DESCR:DAILY SEC:CCD TRACE#:1
const ACH_NAMED = /ORIG CO NAME:\s*(.+?)\s+ORIG ID:.*?CO ENTRY DESCR:\s*(.*?)\s*SEC:\s*([A-Z]{3})/
// ACME CAPITAL DES:DAILY ID:12345 INDN:MY COMPANY LLC CO ID:9 CCD
const ACH_SHORT = /^(.+?)\s+DES:\s*(.+?)\s*(?:ID:|INDN:|CO ID:|$)/

// the 4821 of XXXX4821, ST-4821 or CONFIRMATION# 4821
const NUMBER = /\d{4,}/g
// 03/31/23, 2025-03-31, XX/XX, 3/1
const DATE =
  /\b(?:\d{4}-\d{1,2}-\d{1,2}|(?:\d{1,2}|XX?)\/(?:\d{1,2}|XX?)(?:\/(?:\d{4}|\d{2}|X+))?)\b/g
// 10:23A, 10:23:55 PM, XX:XXa
const TIME = /\b[\dX]{1,2}:[\dX]{2}(?::[\dX]{2})?\s?(?:[AP]M?)?\b/g
// 800-555-0199, (800) 555-0199, 844 662 3467, XXX-XXX-XXXX
const PHONE = /\(?\b[\dX]{3}[-. )]{1,2}[\dX]{3}[-. ]?[\dX]{4}\b/g
// SQ *CORNER DELI → SQ | * | CORNER | DELI
const WORD = /[A-Z0-9&]+|[*#]/g
// ADS4739 → ADS | 4739
const WORD_THEN_NUMBER = /^([A-Z&]{3,})(\d{3,}[A-Z\d]*)$/
// 98120398RENT → 98120398 | RENT
const NUMBER_THEN_WORD = /^(\d{4,})([A-Z]{3,})$/
// XXXXXX, XXXX1234
const MASK = /^X{2,}\d*$/
// JOHNDOE7Q2K9 says a reference when letters and digits mix over six or more characters
const MIXED = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{6,}$/
// CLOTHES2ORDER, 4FINGERS: a name with one digit
const LETTERS_AROUND_ONE = /^(?:[A-Z]{3,}\d[A-Z]{2,}|\d[A-Z]{4,}|[A-Z]{2,}\d[A-Z]{3,})$/
// CHECK # 1043, CHECK 1043, CHECK NO 1043, SHARE DRAFT 1043
const CHECK = /^(?:CHECK|CHK|CK|SHARE DRAFT)(?: PAID)?(?: #| NO| NUMBER)? (\d{2,8})\b/

/** Words that say how money moved or how banks label fields, never who was on the other side. */
const BOILERPLATE = new Set(
  (
    'ACH DES ID PPD CCD WEB TEL CTX ARC BOC INDN CO ENTRY DESCR DESC SEC EED IND NAME TRN ORIG ' +
    'DATE PURCHASE AUTHORIZED ON POS DEBIT CREDIT CARD CHECKCARD DBT CRD RECURRING REF ' +
    'REFERENCE CONF CONFIRMATION NUMBER SEQ TRACE AT THE OF AND FOR TO FROM * # X'
  ).split(' '),
)

/**
 * A descriptor as the layers read it, the account holder's own name left out. Any text is accepted;
 * one without a word gives empty words and its own text as group key.
 */
export function readDescriptor(description: string, ownWords: readonly string[] = []): Descriptor {
  const upper = plainUpper(plainStructured(description))
  const ach = achFields(upper)
  const words = withoutName(wordsOf(ach ? `${ach[1]} ${ach[2]} ACH` : upper), ownWords)
  const normalized = words.join(' ')
  return {
    normalized,
    words,
    groupKey: groupKeyOf(words) || normalized || upper.trim(),
    numbers: upper.match(NUMBER) ?? [],
    checkNumber: CHECK.exec(normalized)?.[1] ?? null,
    achCompany: ach?.[1] ?? null,
  }
}

function achFields(upper: string): RegExpExecArray | null {
  if (upper.includes('ORIG CO NAME:')) return ACH_NAMED.exec(upper)
  return upper.includes('DES:') ? ACH_SHORT.exec(upper) : null
}

/** Words of an upper-case text without dates, times and masks; a phone number is one word. */
export function wordsOf(upper: string): string[] {
  const words: string[] = []
  const text = upper.replace(TIME, ' ').replace(DATE, ' ').replace(PHONE, joinPhone)
  for (const word of text.match(WORD) ?? []) {
    if (word.startsWith('XX') && MASK.test(word)) {
      const digits = word.replace(/^X+/, '')
      if (digits.length >= 4) words.push(digits)
    } else if (digitCount(word) >= 3) {
      const glued = WORD_THEN_NUMBER.exec(word) ?? NUMBER_THEN_WORD.exec(word)
      if (glued) words.push(glued[1]!, ...splitNumber(glued[2]!))
      else words.push(word)
    } else {
      words.push(word)
    }
  }
  return words
}

/** `8861ATWALMART` → `8861`, `ATWALMART`. */
function splitNumber(word: string): string[] {
  const glued = NUMBER_THEN_WORD.exec(word)
  return glued ? [glued[1]!, glued[2]!] : [word]
}

/** The words without the first occurrence of a name of two words or more. */
function withoutName(words: string[], name: readonly string[]): string[] {
  if (name.length < 2) return words
  const start = words.findIndex((_, index) => name.every((word, at) => words[index + at] === word))
  return start < 0 ? words : words.toSpliced(start, name.length)
}

function joinPhone(phone: string): string {
  return ` ${phone.replace(/[^\dX]/g, '')} `
}

/** Upper case without accents and apostrophes: `Lowe's` and `LOWES` are one word. */
export function plainUpper(text: string): string {
  // oxlint-disable-next-line no-control-regex -- everything outside ASCII takes the slow path
  const ascii = /^[\x00-\x7f]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')
  return ascii.toUpperCase().replace(/['’`]/g, '')
}

/** How many decimal digits a word has; four or more make it a reference. */
function digitCount(word: string): number {
  let count = 0
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index)
    if (code >= 48 && code <= 57) count += 1
  }
  return count
}

function groupKeyOf(words: readonly string[]): string {
  const kept = words.filter((word) => !isReference(word))
  const named = kept.filter((word) => !BOILERPLATE.has(word))
  return withoutPlace(named.length > 0 ? named : kept).join(' ')
}

/** Whether a word is a reference: four digits or more, or letters and digits mixed. */
export function isReference(word: string): boolean {
  const digits = digitCount(word)
  return digits >= 4 || (digits > 0 && MIXED.test(word) && !LETTERS_AROUND_ONE.test(word))
}

/** `COSTCO WHSE SUNNYVALE CA` → `COSTCO WHSE`: a state at the end takes its city along. */
function withoutPlace(words: readonly string[]): readonly string[] {
  const last = words.at(-1)
  if (words.length < 3 || last === undefined || !isState(last)) return words
  return words.slice(0, words.length > 3 ? -2 : -1)
}
