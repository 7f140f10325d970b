import { queryOptions } from '@tanstack/react-query'
import { keyed } from './queries.ts'
import { api } from './session.ts'

/** Every category, for choices; it changes with a release of the service alone. */
export const categoriesQuery = () =>
  queryOptions({
    queryKey: keyed('categories'),
    queryFn: () => api.categories.list().toArray({ max: 500 }),
    staleTime: Infinity,
  })
