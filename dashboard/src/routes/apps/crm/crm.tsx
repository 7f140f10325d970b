import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { CrmIntegration } from '../../../../../clients/typescript/src/index.ts'
import { isMissing, keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { Facts } from '../../../parts/records/facts.tsx'
import { Guarded } from '../../../parts/records/section.tsx'
import { State } from '../../../parts/records/state.tsx'
import { CrmActions } from './crm-actions.tsx'
import { MapEditor } from './map-editor.tsx'
import { Preview } from './preview.tsx'
import { PROVIDER_NAMES, TRIGGERS } from './providers.ts'
import { Syncs } from './syncs.tsx'

const TRIGGER_WORDS: ReadonlyMap<string, string> = new Map(TRIGGERS)

/** One CRM: whether it can be reached, what a deal would write, and what was written. */
export function CrmPage() {
  const { id = '' } = useParams({ strict: false })
  const crm = useQuery({
    queryKey: keyed('crm', 'one', id),
    queryFn: () => api.crmIntegrations.get(id),
  })
  return (
    <Guarded scope="crm:read">
      <nav aria-label="Breadcrumb" className="meta mb-2">
        <Link to="/apps/crm">CRMs</Link> <span aria-hidden="true">/</span>
      </nav>
      {isMissing(crm.error) ? (
        <Empty title="This CRM is not here">It may be of the other mode, or disconnected.</Empty>
      ) : (
        <Loading query={crm} height={420}>
          {(data) => <Page crm={data} />}
        </Loading>
      )}
    </Guarded>
  )
}

function Page({ crm }: { crm: CrmIntegration }) {
  const can = useCan()
  const { id, name, provider, status, config, credentials_set, error, field_mappings } = crm
  return (
    <div className="grid gap-4">
      <Panel
        title={name}
        note={<State state={status} />}
        actions={can('crm:write') && <CrmActions crm={crm} />}
      >
        <Facts
          facts={[
            ['CRM', PROVIDER_NAMES[provider] ?? provider],
            ['Address', config.base_url ?? 'of the vendor'],
            ['Credentials', credentials_set ? 'kept' : 'none'],
            ['Written to', TRIGGER_WORDS.get(config.trigger) ?? toWords(config.trigger)],
            ['Objects', config.object_configs.map(({ object }) => object).join(', ')],
            ['Last error', error?.message],
          ]}
        />
      </Panel>
      {can('crm:write') && <Preview id={id} />}
      <Syncs id={id} />
      <MapEditor key={JSON.stringify(field_mappings)} crm={crm} />
    </div>
  )
}
