import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient, sessionQuery } from './queries.ts'
import { readScopes } from './session.ts'

const scopesQuery = queryOptions({
  queryKey: ['scopes'],
  queryFn: async () => {
    await queryClient.ensureQueryData(sessionQuery)
    return readScopes()
  },
  staleTime: Infinity,
})

/** What the person may do; undefined until that is known. */
export function useScopes(): readonly string[] | undefined {
  return useQuery(scopesQuery).data
}

/** Whether the person may do what a scope names; false until that is known. */
export function useCan(): (scope: string) => boolean {
  const scopes = useScopes()
  return (scope) => scopes !== undefined && holdsScope(scopes, scope)
}

export function holdsScope(held: readonly string[], scope: string): boolean {
  const [area] = scope.split(':')
  return held.some((own) => own === '*' || own === scope || own === `${area}:*`)
}
