import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../data/scopes.ts'
import { CorrectionsPanel } from '../corrections/corrections-panel.tsx'
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
      <CorrectionsPanel id={id} title="Corrections" />
      <HappeningsPanel id={id} />
    </div>
  )
}
