import { getRouteApi } from '@tanstack/react-router'
import { useCan } from '../../../data/scopes.ts'
import { DuplicatesPanel } from './duplicates-panel.tsx'
import { GradePanel } from './grade-panel.tsx'
import { MissingAccountsPanel } from './missing-accounts-panel.tsx'
import { PolicyChecks } from './policy-checks.tsx'
import { SignalsPanel } from './signals-panel.tsx'
import { StipsPanel } from './stips/stips-panel.tsx'

const route = getRouteApi('/deals/$id')

/** Whether the papers can be trusted, what is missing of them, and what the rules say of the deal. */
export function Checks() {
  const { id } = route.useParams()
  const can = useCan()
  return (
    <div className="grid gap-4">
      {can('policies:read') && <PolicyChecks id={id} />}
      <SignalsPanel id={id} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        {can('analytics:read') && <GradePanel id={id} />}
        <div className="grid content-start gap-4">
          {can('analytics:read') && <StipsPanel id={id} />}
          <MissingAccountsPanel id={id} />
          <DuplicatesPanel id={id} />
        </div>
      </div>
    </div>
  )
}
