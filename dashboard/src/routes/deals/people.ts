import { useQuery } from '@tanstack/react-query'
import { keyed, sessionQuery } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'

/** Who can work on a deal, as id and name: oneself first; the others for whoever may see the team. */
export function usePeople(): readonly (readonly [id: string, name: string])[] {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const { data: members = [] } = useQuery({
    queryKey: keyed('team'),
    queryFn: () => api.team.listMembers().toArray({ max: 200 }),
    enabled: can('team:read'),
  })
  const others = members
    .filter(
      ({ id, role, status }) => id !== session?.user.id && role !== 'broker' && status === 'active',
    )
    .map(({ id, name }) => [id, name] as const)
  return session === undefined ? others : [[session.user.id, 'Me'], ...others]
}
