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
      <Mappings mappings={field_mappings} />
    </div>
  )
}

function Mappings({ mappings }: { mappings: CrmIntegration['field_mappings'] }) {
  return (
    <Panel title="Map" note="values of a deal, and the fields that get them" isFlush>
      <div
        className="scroller max-h-[420px] overflow-y-auto"
        tabIndex={0}
        role="group"
        aria-label="Table of the map"
      >
        <table className="ledger">
          <caption className="sr-only">Map</caption>
          <thead>
            <tr>
              <th scope="col">Value here</th>
              <th scope="col">Object</th>
              <th scope="col">Field there</th>
              <th scope="col">Direction</th>
              <th scope="col">Overwrites</th>
            </tr>
          </thead>
          <tbody>
            {mappings.map(({ source, target_object, target_field, direction, overwrite }) => (
              <tr key={`${source} ${target_object} ${target_field}`}>
                <th scope="row">
                  <code>{source}</code>
                </th>
                <td>{target_object}</td>
                <td>
                  <code>{target_field}</code>
                </td>
                <td>{toWords(direction)}</td>
                <td>{toWords(overwrite)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
