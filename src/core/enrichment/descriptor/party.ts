import { readWordList } from '../data/word-lists.ts'
import { FIRST_NAMES } from '../data/first-names.ts'
import { plainUpper, splitWords } from '../text/words.ts'
import type { Descriptor, Party, Reading } from './reading.ts'

interface Label {
  /** The text before the name. */
  lead: RegExp
  /** What ends the name, apart from a number. */
  ends: RegExp
}

/** Where banks print the other side. The first label that is found wins. */
const LABELS: readonly Label[] = [
  // ZELLE PAYMENT FROM JANE DOE ON 03/04 REF # BACX1, ZELLE TO JANE DOE CONF# 8X2
  {
    lead: /\b(?:ZELLE|VENMO|QUICKPAY|CASH APP)\b(?:\s+[A-Z]+)*?\s+(?:FROM|TO)\s+/,
    ends: /\s(?:ON|FOR|CONF|REF|ID|USD|TRN|WEB|JPM|BAC)\b|[#*;]|\s\S*\d/,
  },
  // ZELLE TRANSFER CONF# 8X2K9; JANE DOE
  { lead: /\b(?:ZELLE|VENMO)\b.*?CONF#?\s*\S+;\s*/, ends: /[#*;]|\s\S*\d/ },
  // WIRE TYPE:WIRE IN DATE:250106 TIME:1000 ET TRN:2025 ORIG:ACME CORP ID:000123
  {
    lead: /\bORIG[:=]\s*(?:\d+\/)?/,
    ends: /\s(?:ID|ORG|OGB|SND|BNF|REF|TRN|BANK|OBI|PMT DET)\b|[:;]/,
  },
  // BNF:SUPPLY HOUSE ID:123 BNF BK:FIRST BANK
  { lead: /\bBNF[-:]\s*/, ends: /\s(?:ID|BNF|BK|PMT|REF|TRN|OBI)\b|[:;]/ },
  // ORG=ACME CORP SRF# 123, B/O: ACME CORP
  {
    lead: /\b(?:ORG=|B\/O:?|BY ORDER OF)\s*/,
    ends: /\s(?:SRF|OBI|BNF|REF|TRN|IMAD|BBK|RFB)\b|[#;/]/,
  },
  // A/C: SUPPLY HOUSE INC PITTSBURGH PA REF: INV 77120
  { lead: /\bA\/C:\s*/, ends: /\s(?:REF|TRN|OBI|IMAD)\b|[#;/]/ },
  // ORG WEXFORD PRECISION MFG OBI PO 88120
  { lead: /\b(?:ORG|BNF)\s+/, ends: /\s(?:SRF|OBI|BNF|REF|TRN|IMAD|BBK|RFB|ID)\b|[#;/:=]/ },
  // WIRE IN FROM ACME CORP, INCOMING WIRE - ACME CORP, WIRE TRANSFER OUT TO SUPPLY HOUSE
  {
    lead: /\bWIRE\b(?:\s+(?:TRANSFER|IN|OUT|CREDIT|DEBIT))*\s*(?:FROM|TO|-|:)\s+/,
    ends: /\s(?:REF|TRN|CONF|ID|IMAD)\b|[#;]|\s\S*\d/,
  },
]

const COMPANY_WORDS = readWordList('company')

/**
 * Finds the other side of a descriptor; `name` is null when no pattern and no ACH field names
 * anybody. Descriptors that print the same name share one party.
 */
export function createPartyReader(): (descriptor: Descriptor, description: string) => Party {
  const parties = new Map<string, Party>()
  return ({ reading, achCompany }, description) => {
    const name = achCompany ?? findLabelledParty(reading, description)
    if (name === null) return reading.person
    let party = parties.get(name)
    if (!party) parties.set(name, (party = toParty(splitWords(name))))
    return party
  }
}

function toParty(words: readonly string[]): Party {
  const looksLikePerson =
    words.length >= 2 &&
    words.length <= 4 &&
    words.every((word) => /^[A-Z]+$/.test(word)) &&
    !hasCompanyWord(words)
  return { name: words.length === 0 ? null : words.join(' '), words, looksLikePerson }
}

/** Whether a word of company names is among the words: `LLC`, `SUPPLY`. */
export function hasCompanyWord(words: readonly string[]): boolean {
  return words.some((word) => COMPANY_WORDS.has(word))
}

/** Legal forms and fillers, which many companies share. */
const FORM_WORDS = readWordList('legal_form')

/** The distinctive words of a name, in order, without legal forms. */
export function nameWords(name: string): string[] {
  return splitWords(plainUpper(name)).filter((word) => !FORM_WORDS.has(word) && word.length > 1)
}

/** What two spellings of one name share: its distinctive words, else all of it. */
export function toNameKey(name: string): string {
  const words = nameWords(name)
  return words.length > 0 ? words.join(' ') : plainUpper(name)
}

/** `SMITH & SONS LLC` → `Smith & Sons LLC`. */
export function titleCase(name: string): string {
  return name
    .split(' ')
    .map((word) => (KEPT_UPPER.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase()))
    .join(' ')
}

const KEPT_UPPER = new Set('LLC LP LLP PLLC USA US UK AT&T IRS SBA DBA'.split(' '))

const NOBODY: Party = toParty([])

/** `GLORIA BANERJEE` alone: a given name and one or two other words. */
export function detectPerson(words: readonly string[], hasCue: boolean): Party {
  const isShort = words.length === 2 || words.length === 3
  if (!isShort || !FIRST_NAMES.has(words[0]!) || hasCue) return NOBODY
  return words.every((word) => /^[A-Z]+$/.test(word)) ? toParty(words) : NOBODY
}

function findLabelledParty(reading: Reading, description: string): string | null {
  const { wordings } = reading
  if (!wordings.has('p2p') && !wordings.has('wire') && !wordings.has('instant')) return null
  const upper = plainUpper(description)
  for (const { lead, ends } of LABELS) {
    const found = lead.exec(upper)
    if (!found) continue
    const rest = upper.slice(found.index + found[0].length)
    const name = rest.split(ends, 1)[0]!.trim()
    if (name) return name
  }
  return wordings.has('wire') ? wireParty(reading) : null
}

/** What banks print around a wire; the other words are a name. */
const WIRE_WORDS = readWordList('wire')

/** The name of a wire printed without a label; null below two words, which prove nothing. */
function wireParty({ groupKey }: Reading): string | null {
  const words = groupKey.split(' ').filter((word) => !WIRE_WORDS.has(word))
  return words.length >= 2 ? words.join(' ') : null
}
