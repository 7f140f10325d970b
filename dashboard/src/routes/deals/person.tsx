import { UNKNOWN } from '../../format/values.ts'
import { usePeople } from './people.ts'

/** Who works on a deal, by name where it is known. */
export function Person({ id }: { id: string | null }) {
  const people = usePeople()
  if (id === null) return <>{UNKNOWN}</>
  return <>{people.find(([one]) => one === id)?.[1] ?? id}</>
}
