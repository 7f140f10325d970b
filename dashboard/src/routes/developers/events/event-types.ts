import { queryOptions } from '@tanstack/react-query'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'

/** Every type of event, with what it is for and a sample. */
export const eventTypesQuery = () =>
  queryOptions({
    queryKey: keyed('event-types'),
    queryFn: () => api.webhooks.listEventTypes().toArray({ max: 500 }),
    staleTime: Infinity,
  })
