import { toYear, type PlainDate } from '../../../values/dates.ts'
import type { SignalRule } from '../signal.ts'
import { absentFromFeed, type BookedRow } from '../feed.ts'

/** What two documents are compared by. */
export interface ComparedDocument {
  id: string
  producer: string | null
  pdfVersion: string | null
  /** `612 × 792`, null where it is not known. */
  pageSize: string | null
  hasMetadata: boolean
  /** Day on which the file says that it was made. */
  createdOn: PlainDate | null
  isPdf: boolean
  accounts: { accountId: string; holderNames: string[] }[]
}

/** A document among the others of its deal, and of its bank. */
export interface Comparison {
  document: ComparedDocument
  /** Others of the deal; those of the same account are compared. */
  others: readonly ComparedDocument[]
  /** Earlier documents of the same bank and layout in this environment. */
  ofBank: readonly Pick<ComparedDocument, 'producer' | 'hasMetadata'>[]
  /** Rows of the document, and rows that came in no document, on accounts that have both. */
  printed: readonly BookedRow[]
  fed: readonly BookedRow[]
  today: PlainDate
}

/** Documents of a bank from which its producers count as known. */
const BANK_DOCUMENTS_MIN = 5

/** What only other documents can tell; found anew whenever one of them changes. */
export const COMPARISON_RULES: readonly SignalRule<Comparison>[] = [
  {
    code: 'producer_mismatch_bank',
    group: 'metadata',
    severity: 'medium',
    confidence: 0.6,
    points: 25,
    test: 'The producer is none of those of at least five earlier documents of the same bank and layout in this environment',
    explanation: 'Earlier documents of this bank were written by other programs.',
    detect: ({ document, ofBank }) => {
      if (!document.isPdf || document.producer === null) return []
      const known = ofBank.flatMap(({ producer }) => (producer === null ? [] : [producer]))
      const names = new Set(known.map(toProgramName))
      if (known.length < BANK_DOCUMENTS_MIN || names.has(toProgramName(document.producer)))
        return []
      return [{ found: document.producer, expected: [...new Set(known)].slice(0, 3).join(', ') }]
    },
  },
  {
    code: 'producer_mismatch_within_set',
    group: 'metadata',
    severity: 'low',
    confidence: 0.5,
    points: 15,
    test: 'Statements of one account differ in producer, PDF version or page size; those that differ from most have it',
    explanation: 'Other statements of this account were written otherwise.',
    detect: ({ document, others }) => {
      const same = sameAccount(document, others).filter(({ isPdf }) => isPdf)
      if (!document.isPdf || same.length === 0) return []
      const own = describeOrigin(document)
      const makes = same.map(describeOrigin)
      const alike = makes.filter((make) => make === own).length
      const other = makes.find((make) => make !== own)
      return other === undefined || alike + 1 > makes.length - alike
        ? []
        : [{ found: own, expected: other }]
    },
  },
  {
    code: 'metadata_wiped',
    group: 'metadata',
    severity: 'low',
    confidence: 0.6,
    points: 15,
    test: 'The file has neither an Info dictionary nor XMP, while at least five earlier documents of the same bank have',
    explanation: 'The file says nothing of its making, while other documents of this bank do.',
    detect: ({ document, ofBank }) => {
      const metadataCount = ofBank.filter(({ hasMetadata }) => hasMetadata).length
      const isWiped = document.isPdf && !document.hasMetadata
      return isWiped && metadataCount >= BANK_DOCUMENTS_MIN && metadataCount === ofBank.length
        ? [{ found: 'no metadata', expected: 'producer and dates' }]
        : []
    },
  },
  {
    code: 'malformed_dates',
    group: 'metadata',
    severity: 'low',
    confidence: 0.6,
    points: 15,
    test: 'CreationDate lies a year or more in the future',
    explanation: 'A date of the file lies in the future.',
    detect: ({ document, today }) =>
      document.createdOn !== null && toYear(document.createdOn) > toYear(today) + 1
        ? [{ found: document.createdOn, expected: `not after ${today}` }]
        : [],
  },
  {
    code: 'feed_conflict',
    group: 'identity',
    severity: 'critical',
    confidence: 0.8,
    points: 60,
    test: 'A printed row is not among those that a feed or a caller has of the account on the days around it, while four fifths of ten or more rows are',
    explanation: 'The account’s own data has no such row on these days.',
    detect: ({ printed, fed }) => absentFromFeed(printed, fed),
  },
  {
    code: 'holder_mismatch_across_set',
    group: 'identity',
    severity: 'medium',
    confidence: 0.6,
    points: 20,
    test: 'The names of the account holder share no word with those on the other statements of the account',
    explanation: 'Other statements of this account name another holder.',
    detect: ({ document, others }) =>
      document.accounts.flatMap(({ accountId, holderNames }) => {
        const own = toWordSet(holderNames)
        const names = others.flatMap((other) =>
          other.accounts.flatMap((each) => (each.accountId === accountId ? each.holderNames : [])),
        )
        const theirs = toWordSet(names)
        const isKnown = own.size > 0 && theirs.size > 0
        return isKnown && own.isDisjointFrom(theirs)
          ? [{ found: holderNames.join(', '), expected: [...new Set(names)].join(', ') }]
          : []
      }),
  },
]

/** `OpenText Output Transformation 16.2` → `opentext output transformation`: versions change. */
function toProgramName(producer: string): string {
  return producer
    .toLowerCase()
    .replace(/[\d.()]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function describeOrigin({ producer, pdfVersion, pageSize }: ComparedDocument): string {
  const version = pdfVersion === null ? null : `PDF ${pdfVersion}`
  return [producer ?? 'no producer', version, pageSize].filter((part) => part !== null).join(', ')
}

function sameAccount(
  { accounts }: ComparedDocument,
  others: readonly ComparedDocument[],
): ComparedDocument[] {
  const own = new Set(accounts.map(({ accountId }) => accountId))
  return others.filter((other) => other.accounts.some(({ accountId }) => own.has(accountId)))
}

function toWordSet(names: readonly string[]): Set<string> {
  return new Set(names.flatMap((name) => name.toUpperCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []))
}
