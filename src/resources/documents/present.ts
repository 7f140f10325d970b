import { toMajor, type Cents } from '../../core/values/money.ts'
import type { DocumentStatus } from '../records/documents/lifecycle.ts'
import type { Document } from './schemas.ts'
import type { DocumentRow } from '../records/documents/store.ts'

/** A file may have a problem per row; a response shows the first ones. */
const MOST_PROBLEMS = 50

type Stage = Document['stage']

const STAGES: Partial<Record<DocumentStatus, Stage>> = {
  uploaded: 'intake',
  classifying: 'classify',
  classified: 'classify',
  queued: 'parse',
  parsing: 'parse',
}

/** A document as the API shows it. */
export function toDocument(row: DocumentRow): Document {
  const { periodStart, periodEnd, pageStart, pageEnd, reconciliation, currency } = row
  return {
    ...row,
    stage: STAGES[row.status] ?? null,
    pageRange: pageStart === null ? null : { start: pageStart, end: pageEnd },
    period: periodStart === null ? null : { startDate: periodStart, endDate: periodEnd },
    accountMasks: row.accountMasks.map(maskLast4),
    reconciliation: reconciliation && {
      ...reconciliation,
      difference: major(reconciliation.difference, currency),
    },
    problems: row.problems.slice(0, MOST_PROBLEMS),
  } as Document
}

/** `4821` → `****4821`. */
export function maskLast4(last4: string): string {
  return `****${last4}`
}

/** Null stays null: an unknown amount is not 0. */
export function major(cents: Cents | null | undefined, currency: string | null): number | null {
  return cents === null || cents === undefined ? null : toMajor(cents, currency ?? 'USD')
}
