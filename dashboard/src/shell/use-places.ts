import { useQuery } from '@tanstack/react-query'
import { sessionQuery } from '../data/queries.ts'
import { useCan } from '../data/scopes.ts'
import { BROKER, BUILD, ELSEWHERE, FROM_BROKERS, UNDERWRITE, type Place } from './places.ts'

interface Group {
  title: string
  places: readonly Place[]
}

interface Places {
  groups: readonly Group[]
  /** Every place of the groups. */
  all: readonly Place[]
  elsewhere: readonly Place[]
}

/** The places that the person may go to. */
export function usePlaces(): Places {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  const isOpen = ({ scope }: Place): boolean => scope === undefined || [scope].flat().some(can)
  const groups =
    session?.role === 'broker'
      ? [{ title: 'Broker', places: BROKER }]
      : [
          { title: 'Underwrite', places: [...UNDERWRITE, FROM_BROKERS].filter(isOpen) },
          { title: 'Set up', places: BUILD.filter(isOpen) },
        ]
  const shown = groups.filter(({ places }) => places.length > 0)
  return {
    groups: shown,
    all: shown.flatMap(({ places }) => places),
    elsewhere: ELSEWHERE.filter(isOpen),
  }
}
