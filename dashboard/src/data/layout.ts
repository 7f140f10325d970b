import { queryOptions, useQuery } from '@tanstack/react-query'
import type { UserLayout, UserUpdateLayoutParams } from '../../../clients/typescript/src/index.ts'
import { readRegion, setRegion, type Region } from '../format/region.ts'
import { keyed, queryClient } from './queries.ts'
import { api } from './session.ts'

const REGION_KEY = 'assay.region'

// As it was last time, so that the first numbers are written right before the service responds.
const kept = localStorage.getItem(REGION_KEY)
if (kept !== null) setRegion(JSON.parse(kept) as Region)

/** What a person set up for themselves, and how the organization writes numbers and dates. */
export const layoutQuery = () =>
  queryOptions({
    queryKey: keyed('layout'),
    queryFn: async () => {
      const layout = await api.user.layout()
      localStorage.setItem(REGION_KEY, JSON.stringify(layout.region))
      setRegion(layout.region)
      return layout
    },
    staleTime: Infinity,
  })

/** Changes a part of the layout: at once on the screen, then in the service. */
export async function changeLayout(next: UserUpdateLayoutParams): Promise<void> {
  const { queryKey } = layoutQuery()
  const before = queryClient.getQueryData(queryKey)
  if (before) queryClient.setQueryData(queryKey, { ...before, ...next } as UserLayout)
  try {
    queryClient.setQueryData(queryKey, await api.user.updateLayout(next))
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    throw error
  }
}

/** How close rows stand, and a name that changes with how numbers are written, to draw them anew. */
export function useLook(): { density: string; region: string } {
  const { data } = useQuery(layoutQuery())
  return {
    density: data?.density ?? 'compact',
    region: JSON.stringify(data?.region ?? readRegion()),
  }
}
