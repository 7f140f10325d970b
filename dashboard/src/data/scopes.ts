import { queryOptions, useQuery } from '@tanstack/react-query'
import { readScopes } from './session.ts'

const scopesQuery = queryOptions({ queryKey: ['scopes'], queryFn: readScopes, staleTime: Infinity })

/** Whether the person may do what a scope names; false until that is known. */
export function useCan(): (scope: string) => boolean {
  const { data = [] } = useQuery(scopesQuery)
  return (scope) => holdsScope(data, scope)
}

export function holdsScope(held: readonly string[], scope: string): boolean {
  const [area] = scope.split(':')
  return held.some((own) => own === '*' || own === scope || own === `${area}:*`)
}
