import { queryOptions } from '@tanstack/react-query'
import type { BrokerUpdateSubmissionParams } from '../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../data/queries.ts'
import { api } from '../../data/session.ts'

export const brokerDealQuery = (id: string) =>
  queryOptions({
    queryKey: keyed('broker', 'one', id),
    queryFn: () => api.broker.getSubmission(id),
  })

/** Keeps what was typed; what is still required is computed anew with it. */
export async function saveBrokerDeal(
  id: string,
  patch: BrokerUpdateSubmissionParams,
): Promise<void> {
  const saved = await api.broker.updateSubmission(id, patch)
  queryClient.setQueryData(brokerDealQuery(id).queryKey, saved)
}

/** The list and every deal of it are read anew. */
export function refreshBroker(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('broker') })
}
