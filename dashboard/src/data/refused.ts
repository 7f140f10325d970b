import { queryOptions } from '@tanstack/react-query'
import { keyed } from './queries.ts'

/** A file that the service did not take, with why. */
export interface Refused {
  name: string
  why: string
}

/** What was refused when the deal was made; kept until somebody has read it. */
export const refusedQuery = (id: string) =>
  queryOptions<Refused[]>({
    queryKey: keyed('refused', id),
    queryFn: () => [],
    staleTime: Infinity,
    gcTime: Infinity,
  })
