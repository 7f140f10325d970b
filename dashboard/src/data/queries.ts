import { QueryClient, queryOptions } from '@tanstack/react-query'
import {
  ServiceError,
  type SubmissionAnomalies,
  type SubmissionBalances,
  type SubmissionBankSummary,
  type SubmissionCashflow,
  type SubmissionCategories,
  type SubmissionCoverage,
  type SubmissionListParams,
  type SubmissionMetrics,
  type SubmissionRecurring,
  type SubmissionScorecard,
} from '../../../clients/typescript/src/index.ts'
import { api, openSession, readMode } from './session.ts'

const FRESH_MS = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The client of the API has tried again already where that helps.
      retry: false,
      refetchOnWindowFocus: true,
    },
  },
})

/** Of the mode that is shown, so that nothing of the other one is ever seen. */
export function keyed(...parts: unknown[]): unknown[] {
  return [readMode(), ...parts]
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: openSession,
  staleTime: Infinity,
})

export interface DealFilters {
  q?: string | undefined
  /** Several with commas. */
  status?: string | undefined
  needs_review?: boolean | undefined
  paper_grade?: string | undefined
  deal_stage?: string | undefined
  assigned_to?: string | undefined
  source?: string | undefined
  tag?: string | undefined
  created_after?: string | undefined
  sort?: string | undefined
}

const DEALS_LIMIT = 50
const EXPORT_MAX = 20_000

function toDealParams({ status, ...filters }: DealFilters): SubmissionListParams {
  const given = Object.entries({ ...filters, status: status?.split(',') })
  return Object.fromEntries(given.filter(([, value]) => value)) as SubmissionListParams
}

export function dealsQuery(filters: DealFilters) {
  const params = toDealParams(filters)
  return {
    queryKey: keyed('deals', params),
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }: { pageParam: string | null }) =>
      api.submissions
        .list({
          ...params,
          ...(pageParam === null ? {} : { cursor: pageParam }),
          limit: DEALS_LIMIT,
          include_total: true,
        })
        .page(),
    getNextPageParam: (last: { has_more: boolean; next_cursor: string | null }) =>
      last.has_more ? last.next_cursor : null,
  }
}

/** Every deal that fits, for a file. */
export function listDeals(filters: DealFilters) {
  return api.submissions
    .list({ ...toDealParams(filters), limit: 1000 })
    .toArray({ max: EXPORT_MAX })
}

export const dealQuery = (id: string) =>
  queryOptions({ queryKey: keyed('deal', id), queryFn: () => api.submissions.get(id) })

export const documentsQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'documents'),
    queryFn: () => api.documents.listForSubmission(id).toArray({ max: 500 }),
  })

/** Deals that look like the same business. */
export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'duplicates'),
    queryFn: () => api.submissions.listDuplicates(id, { limit: 20 }).page(),
  })

export const positionsQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'positions'),
    queryFn: () => api.positions.list(id).toArray({ max: 500 }),
  })

export const evaluationsQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'evaluations'),
    queryFn: () => api.submissions.listPolicyEvaluations(id).toArray({ max: 20 }),
  })

/** The parts of a deal that reports are computed on; each is in the address of the page. */
export interface Scope {
  account_ids?: string[] | undefined
  date_range?: string | undefined
}

interface Bodies {
  scorecard: SubmissionScorecard
  metrics: SubmissionMetrics
  balances: SubmissionBalances
  cashflow: SubmissionCashflow
  coverage: SubmissionCoverage
  anomalies: SubmissionAnomalies
  bankSummary: SubmissionBankSummary
  categories: SubmissionCategories
  recurring: SubmissionRecurring
}

const REPORTS: { [Name in keyof Bodies]: (id: string, scope: Scope) => Promise<Bodies[Name]> } = {
  scorecard: (id: string, scope: Scope) => api.submissions.scorecard(id, clean(scope)),
  metrics: (id: string, scope: Scope) => api.submissions.metrics(id, clean(scope)),
  balances: (id: string, scope: Scope) => api.submissions.balances(id, clean(scope)),
  cashflow: (id: string, scope: Scope) => api.submissions.cashflow(id, clean(scope)),
  coverage: (id: string, scope: Scope) => api.submissions.coverage(id, clean(scope)),
  anomalies: (id: string, scope: Scope) => api.submissions.anomalies(id, clean(scope)),
  bankSummary: (id: string, scope: Scope) => api.submissions.bankSummary(id, clean(scope)),
  categories: (id: string, scope: Scope) => api.submissions.categories(id, clean(scope)),
  recurring: (id: string, scope: Scope) => api.submissions.recurring(id, clean(scope)),
}

export type Report = keyof Bodies
export type ReportBody<Name extends Report> = Bodies[Name]

/** A report of a deal within a scope. */
export function reportQuery<Name extends Report>(name: Name, id: string, scope: Scope = {}) {
  return queryOptions({
    queryKey: keyed('deal', id, 'report', name, clean(scope)),
    queryFn: () => REPORTS[name](id, scope),
  })
}

function clean(scope: Scope): { account_ids?: string[]; date_range?: string } {
  return {
    ...(scope.account_ids?.length ? { account_ids: scope.account_ids } : {}),
    ...(scope.date_range ? { date_range: scope.date_range } : {}),
  }
}

/** Everything of a deal is read anew, since a correction can change each of its numbers. */
export function refreshDeal(id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('deal', id) })
}

/** What went wrong, for a person, with the request that the operator finds it by. */
export function describeError(error: unknown): { message: string; requestId: string | null } {
  if (error instanceof ServiceError)
    return { message: error.message, requestId: error.requestId ?? null }
  return { message: error instanceof Error ? error.message : String(error), requestId: null }
}

export function isMissing(error: unknown): boolean {
  return error instanceof ServiceError && error.status === 404
}

/** Every bank document of a deal with its statements. */
export const pdfsQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'pdfs'),
    queryFn: () => api.pdfs.list(id, { limit: 1000 }).toArray({ max: 1000 }),
  })

/** A bank document with its statements and how they reconcile. */
export const pdfQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'pdf', documentId),
    queryFn: () => api.pdfs.get(id, documentId),
  })

const DOCUMENT_ROWS_MAX = 20_000

/** Every row that was read from a document. */
export const rowsOfDocumentQuery = (id: string, documentId: string) =>
  queryOptions({
    queryKey: keyed('deal', id, 'rows', documentId),
    queryFn: () =>
      api.transactions
        .list({
          submission_id: id,
          document_id: documentId,
          include_unloaded: true,
          limit: 1_000,
          sort: 'date',
        })
        .toArray({ max: DOCUMENT_ROWS_MAX }),
  })
