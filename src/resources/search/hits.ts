import { highlight } from '../../core/search/highlight.ts'
import type { IndexQuery } from '../../core/search/query.ts'
import { toMajor } from '../../core/values/money.ts'
import type { SearchHit } from './schemas.ts'
import type {
  FoundMerchant,
  FoundSubmission,
  FoundTransaction,
  Likeness,
  Place,
  TransactionHit,
} from './store.ts'

/** Of a merchant that no row names: after all others, and a date for the database. */
const NEVER = '0001-01-01'

/** A hit as it is shown, with the date that decides among equal scores. */
export interface Hit extends SearchHit, Place {}

/** The best first, then the newest; ids decide the rest, so that pages do not depend on chance. */
export function byRank(a: Place, b: Place): number {
  return b.score - a.score || compare(b.at, a.at) || compare(b.id, a.id)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export const toHits = {
  submissions: (rows: readonly FoundSubmission[], index: IndexQuery | null): Hit[] =>
    rows.map((row) => ({
      ...rankHit(row, index),
      type: 'submission',
      id: row.id,
      at: row.createdAt.slice(0, 10),
      title: row.name,
      subtitle: row.companyName === row.name ? row.externalId : row.companyName,
      submissionId: row.id,
      highlights: buildHighlights(index, {
        name: row.name,
        company_name: row.companyName,
        external_id: row.externalId,
        account_holder: row.holders,
      }),
      resource: { externalId: row.externalId, status: row.status, createdAt: row.createdAt },
    })),

  merchants: (rows: readonly FoundMerchant[], index: IndexQuery | null): Hit[] =>
    rows.map((row) => ({
      ...rankHit(row, index),
      type: 'merchant',
      id: row.id,
      at: row.lastDate ?? NEVER,
      title: row.name,
      subtitle: null,
      submissionId: null,
      highlights: buildHighlights(index, { name: row.name }),
      resource: { transactionsCount: row.transactionsCount, lastDate: row.lastDate },
    })),

  /** A row that is equal and alike is shown once, as equal. */
  transactions: (rows: readonly FoundTransaction[], index: IndexQuery | null): Hit[] => {
    const matchedBy = index?.isCorrected === true ? 'trigram' : 'text'
    const byId = new Map<string, Hit>()
    for (const row of rows) {
      if (row.isEqual) byId.set(row.id, transactionHit(row, 'exact', index))
      else if (!byId.has(row.id)) byId.set(row.id, transactionHit(row, matchedBy, index))
    }
    return [...byId.values()]
  },
}

function rankHit(
  { isEqual, score, isText }: Likeness,
  index: IndexQuery | null,
): Pick<SearchHit, 'score' | 'matchedBy'> {
  if (isEqual) return { score: 1, matchedBy: 'exact' }
  const isCorrected = index?.isCorrected === true
  if (isText === true) return { score: score!, matchedBy: isCorrected ? 'both' : 'text' }
  return { score: score!, matchedBy: 'trigram' }
}

function transactionHit(
  row: TransactionHit,
  matchedBy: SearchHit['matchedBy'],
  index: IndexQuery | null,
): Hit {
  const { id, score, at, date, currency, description, merchantName } = row
  const amount = toMajor(row.amount, currency)
  return {
    type: 'transaction',
    id,
    score,
    at,
    title: description,
    subtitle: `${date} ${amount} ${currency}`,
    submissionId: row.submissionId,
    highlights: buildHighlights(index, { description, merchant_name: merchantName }),
    matchedBy,
    resource: { date, amount, currency, merchantName, category: row.categorySlug },
  }
}

function buildHighlights(
  index: IndexQuery | null,
  fields: Record<string, string | null>,
): SearchHit['highlights'] {
  return Object.entries(fields).flatMap(([field, text]) => {
    const fragment = text === null ? null : highlight(text, index?.beginnings ?? [])
    return fragment === null ? [] : [{ field, fragment }]
  })
}
