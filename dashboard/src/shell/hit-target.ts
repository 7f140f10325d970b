import type { SearchQueryResult } from '../../../clients/typescript/src/index.ts'

interface Target {
  to: string
  params: Record<string, string>
  search: Record<string, string>
}

/** Where something that was found is shown: the deal, the row in its deal, the merchant. */
export function toHitTarget({ type, id, submission_id }: SearchQueryResult): Target {
  if (type === 'transaction' && submission_id !== null)
    return { to: '/deals/$id/transactions', params: { id: submission_id }, search: { ids: id } }
  if (type === 'merchant') return { to: '/merchants', params: {}, search: { open: id } }
  return { to: '/deals/$id', params: { id: submission_id ?? id }, search: {} }
}
