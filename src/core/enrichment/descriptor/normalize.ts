import { readWordList } from '../data/word-lists.ts'
import { isState, type MarkedWords } from './place.ts'
import { scanWords, type Scan } from '../text/scan.ts'
import { plainStructured } from './structured.ts'
import { plainUpper, withoutTimes } from '../text/words.ts'

// ORIG CO NAME:ACME CAPITAL ORIG ID:9 DESC DATE:0105 CO ENTRY DESCR:DAILY SEC:CCD TRACE#:1
const ACH_NAMED = /ORIG CO NAME:\s*(.+?)\s+ORIG ID:.*?CO ENTRY DESCR:\s*(.*?)\s*SEC:\s*([A-Z]{3})/
// ACME CAPITAL DES:DAILY ID:12345 INDN:MY COMPANY LLC CO ID:9 CCD
const ACH_SHORT = /^(.+?)\s+DES:\s*(.+?)\s*(?:ID:|INDN:|CO ID:|$)/

// the 4821 of XXXX4821, ST-4821 or CONFIRMATION# 4821
const NUMBER = /\d{4,}/g
// CHECK # 1043, CHECK 1043, CHECK NO 1043, SHARE DRAFT 1043
const CHECK = /^(?:CHECK|CHK|CK|SHARE DRAFT)(?: PAID)?(?: #| NO| NUMBER)? (?=\d)/

// ELECTRONIC DEPOSIT FROM ACME CAPITAL REF=230590123456780N00 9FUNDING: company id, entry
const GLUED_ENTRY = /(\bREF=\S+ +)(?:\d{1,10}(?=[A-Z]{3})|\d{9,10}(?=[A-Z]{2}\b))/

/** Words of channels and field labels, which never name the other side. */
const BOILERPLATE = readWordList('boilerplate')

/**
 * The words of a descriptor and, when the bank prints the fields of an ACH entry, its company; then
 * only the company and the purpose are read. Any text is accepted.
 */
export function scanDescriptor(description: string): { scan: Scan; achCompany: string | null } {
  const scan = scanWords(description)
  if (scan.isPlain) return { scan, achCompany: null }
  const upper = unstructured(description)
  const ach = achFields(upper)
  const text = ach ? `${ach[1]} ${ach[2]} ACH` : upper
  return { scan: scanWords(withoutTimes(text)), achCompany: ach?.[1] ?? null }
}

/** Runs of four or more digits and masked digits: account masks, confirmations, references. */
export function numbersIn(description: string): readonly string[] {
  return unstructured(description).match(NUMBER) ?? []
}

function unstructured(description: string): string {
  const upper = plainUpper(plainStructured(description))
  return upper.includes('REF=') ? upper.replace(GLUED_ENTRY, '$1') : upper
}

function achFields(upper: string): RegExpExecArray | null {
  if (upper.includes('ORIG CO NAME:')) return ACH_NAMED.exec(upper)
  return upper.includes('DES:') ? ACH_SHORT.exec(upper) : null
}

/** Index of the word that may be a check number, -1 for none. */
export function checkNumberAt(outline: string): number {
  const lead = outline.startsWith('C') || outline.startsWith('S') ? CHECK.exec(outline) : null
  return lead ? lead[0].split(' ').length - 1 : -1
}

/** The words that stay the same from one occurrence to the next (formulas S1); may be empty. */
export function buildGroupKey({ words, references }: MarkedWords): string {
  const kept = words.filter((_, at) => references[at] === 0)
  const named = kept.filter((word) => !BOILERPLATE.has(word))
  return withoutPlace(named.length > 0 ? named : kept).join(' ')
}

/** `COSTCO WHSE SUNNYVALE CA` → `COSTCO WHSE`: a state at the end takes its city along. */
function withoutPlace(words: readonly string[]): readonly string[] {
  const last = words.at(-1)
  if (words.length < 3 || last === undefined || !isState(last)) return words
  return words.slice(0, words.length > 3 ? -2 : -1)
}
