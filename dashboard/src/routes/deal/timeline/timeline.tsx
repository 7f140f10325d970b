import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../data/scopes.ts'
import { HappeningsPanel } from './happenings-panel.tsx'
import { VersionsPanel } from './versions-panel.tsx'

const route = getRouteApi('/deals/$id')

/** Who did what and when, and how the numbers of the deal changed by it. */
export function Timeline() {
  const { id } = route.useParams()
  const can = useCan()
  return (
    <div className="grid gap-4">
      {can('analytics:read') && <VersionsPanel id={id} />}
      <HappeningsPanel id={id} />
    </div>
  )
}
