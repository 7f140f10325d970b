import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Transaction } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { toParams, type TransactionSearch } from './transaction-search.ts'

const PAGE_ROWS = 500
/** What a row of the list shows; whole rows are five times as long. */
const FIELDS = [
  'date',
  'amount',
  'balance',
  'description',
  'normalized_description',
  'merchant_name',
  'categories',
  'category_confidence',
  'is_revenue',
  'needs_review',
  'flags',
  'document_id',
  'evidence',
  'feedback',
  'corrected',
  'account_id',
]

export type Row = Pick<
  Transaction,
  | 'id'
  | 'date'
  | 'amount'
  | 'balance'
  | 'description'
  | 'normalized_description'
  | 'merchant_name'
  | 'categories'
  | 'category_confidence'
  | 'is_revenue'
  | 'needs_review'
  | 'flags'
  | 'document_id'
  | 'evidence'
  | 'feedback'
  | 'corrected'
  | 'account_id'
>

export interface Totals {
  inflow: number
  outflow: number
  count: number
  currency: string | null
}

/** The rows that fit the filters, page by page as they are scrolled to. */
export function useTransactions(id: string, search: TransactionSearch) {
  const params = toParams(id, search)
  const list = useInfiniteQuery({
    queryKey: keyed('deal', id, 'transactions', params),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      api.transactions
        .list({
          ...params,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          limit: PAGE_ROWS,
          include_total: pageParam === null,
          fields: FIELDS,
        })
        .page(),
    getNextPageParam: (last) => (last.has_more ? last.next_cursor : null),
    placeholderData: (before) => before,
  })
  const pages = list.data?.pages
  const rows: Row[] | undefined = useMemo(() => pages?.flatMap(({ data }) => data), [pages])
  const totals = list.data?.pages[0]?.meta?.totals as Totals | undefined
  const filters = JSON.stringify({ ...params, sort: undefined })
  return { list, rows, totals, filters }
}
