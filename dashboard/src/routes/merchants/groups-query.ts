import { queryOptions } from '@tanstack/react-query'
import { keyed } from '../../data/queries.ts'
import { api } from '../../data/session.ts'

export const groupsQuery = () =>
  queryOptions({
    queryKey: keyed('merchants', 'groups'),
    queryFn: () => api.merchants.listGroups().toArray({ max: 500 }),
  })
