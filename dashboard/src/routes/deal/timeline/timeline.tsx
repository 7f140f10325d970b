import { getRouteApi } from '@tanstack/react-router'
import { mayDo } from '../../../data/session.ts'
import { HappeningsPanel } from './happenings-panel.tsx'
import { VersionsPanel } from './versions-panel.tsx'

const route = getRouteApi('/deals/$id')

/** Who did what and when, and how the numbers of the deal changed by it. */
export function Timeline() {
  const { id } = route.useParams()
  return (
    <div className="grid gap-4">
      {mayDo('analytics:read') && <VersionsPanel id={id} />}
      <HappeningsPanel id={id} />
    </div>
  )
}
