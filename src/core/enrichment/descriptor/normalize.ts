import { isState } from './place.ts'
import { plainStructured } from './structured.ts'
import { isReference, plainUpper, wordsOf } from './words.ts'

/** A bank descriptor, read once and shared by every row that carries it. */
export interface Descriptor {
  /**
   * Upper case, punctuation collapsed to spaces, `*` and `#` kept; dates, times and references
   * gone, so that rows of one kind share it. Numbers of checks and of four digits stay: they tell
   * accounts apart.
   */
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
// CHECK # 1043, CHECK 1043, CHECK NO 1043, SHARE DRAFT 1043
const CHECK = /^(?:CHECK|CHK|CK|SHARE DRAFT)(?: PAID)?(?: #| NO| NUMBER)? (\d{2,8})\b/

// ELECTRONIC DEPOSIT FROM ACME CAPITAL REF=230590123456780N00 9FUNDING: company id, entry
const GLUED_ENTRY = /(\bREF=\S+ +)\d{1,10}(?=[A-Z]{3})/

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
  const upper = withoutCompanyId(plainUpper(plainStructured(description)))
  const ach = achFields(upper)
  const words = withoutName(wordsOf(ach ? `${ach[1]} ${ach[2]} ACH` : upper), ownWords)
  const text = words.join(' ')
  const checkNumber = CHECK.exec(text)?.[1] ?? null
  return {
    normalized: checkNumber === null ? withoutReferences(words, text) : text,
    words,
    groupKey: groupKeyOf(words) || text || upper.trim(),
    numbers: upper.match(NUMBER) ?? [],
    checkNumber,
    achCompany: ach?.[1] ?? null,
  }
}

function withoutReferences(words: readonly string[], text: string): string {
  const kept = words.filter((word) => word.length === 4 || !isReference(word))
  return kept.length === words.length ? text : kept.join(' ') || text
}

function withoutCompanyId(upper: string): string {
  return upper.includes('REF=') ? upper.replace(GLUED_ENTRY, '$1') : upper
}

function achFields(upper: string): RegExpExecArray | null {
  if (upper.includes('ORIG CO NAME:')) return ACH_NAMED.exec(upper)
  return upper.includes('DES:') ? ACH_SHORT.exec(upper) : null
}

/** The words without the first occurrence of a name of two words or more. */
function withoutName(words: string[], name: readonly string[]): string[] {
  if (name.length < 2) return words
  const start = words.findIndex((_, index) => name.every((word, at) => words[index + at] === word))
  return start < 0 ? words : words.toSpliced(start, name.length)
}

function groupKeyOf(words: readonly string[]): string {
  const kept: string[] = []
  const named: string[] = []
  for (const word of words) {
    if (isReference(word)) continue
    kept.push(word)
    if (!BOILERPLATE.has(word)) named.push(word)
  }
  return withoutPlace(named.length > 0 ? named : kept).join(' ')
}

/** `COSTCO WHSE SUNNYVALE CA` → `COSTCO WHSE`: a state at the end takes its city along. */
function withoutPlace(words: readonly string[]): readonly string[] {
  const last = words.at(-1)
  if (words.length < 3 || last === undefined || !isState(last)) return words
  return words.slice(0, words.length > 3 ? -2 : -1)
}
