import { toYear, type PlainDate } from '../../../values/dates.ts'
import type { Detectors } from '../signal.ts'
import { absentFromFeed, type BookedRow } from '../feed.ts'

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

/** What only other documents of the deal or bank can show. */
export const COMPARISON_DETECTORS: Detectors<Comparison> = {
  producer_mismatch_bank: ({ document, ofBank }) => {
    if (!document.isPdf || document.producer === null) return []
    const known = ofBank.flatMap(({ producer }) => (producer === null ? [] : [producer]))
    const names = new Set(known.map(toProgramName))
    if (known.length < BANK_DOCUMENTS_MIN || names.has(toProgramName(document.producer))) return []
    return [{ found: document.producer, expected: [...new Set(known)].slice(0, 3).join(', ') }]
  },
  producer_mismatch_within_set: ({ document, others }) => {
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
  metadata_wiped: ({ document, ofBank }) => {
    const metadataCount = ofBank.filter(({ hasMetadata }) => hasMetadata).length
    const isWiped = document.isPdf && !document.hasMetadata
    return isWiped && metadataCount >= BANK_DOCUMENTS_MIN && metadataCount === ofBank.length
      ? [{ found: 'no metadata', expected: 'producer and dates' }]
      : []
  },
  malformed_dates: ({ document, today }) =>
    document.createdOn !== null && toYear(document.createdOn) > toYear(today) + 1
      ? [{ found: document.createdOn, expected: `not after ${today}` }]
      : [],
  feed_conflict: ({ printed, fed }) => absentFromFeed(printed, fed),
  holder_mismatch_across_set: ({ document, others }) =>
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
}

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
