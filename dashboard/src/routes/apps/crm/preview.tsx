import { useQuery } from '@tanstack/react-query'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords, UNKNOWN } from '../../../format/values.ts'
import { Choice } from '../../../parts/filter-fields.tsx'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'

/** What a sync of one deal would write, field by field; nothing is written. */
export function Preview({ id }: { id: string }) {
  const [{ deal }, change] = useAddress<'deal'>()
  const can = useCan()
  const { data: deals = [] } = useQuery({
    queryKey: keyed('preview-deals'),
    queryFn: () =>
      api.submissions
        .list({ limit: 50 })
        .page()
        .then((page) => page.data),
    enabled: can('submissions:read'),
  })
  const preview = useQuery({
    queryKey: keyed('crm', 'preview', id, deal),
    queryFn: () => api.crmIntegrations.preview(id, { submission_id: deal! }),
    enabled: deal !== undefined,
  })
  return (
    <Panel
      title="What a deal would write"
      isFlush
      actions={
        <Choice
          label="Deal"
          value={deal}
          options={[['', 'Choose a deal'], ...deals.map((one) => [one.id, one.name] as const)]}
          onChange={(next) => change({ deal: next })}
        />
      }
    >
      {deal === undefined ? (
        <Empty title="Choose a deal to see its values" />
      ) : (
        <Loading query={preview} height={160}>
          {({ records }) => (
            <div className="scroller" tabIndex={0} role="group" aria-label="Table of the preview">
              <table className="ledger">
                <caption className="sr-only">Preview</caption>
                <thead>
                  <tr>
                    <th scope="col">Field</th>
                    <th scope="col">Object</th>
                    <th scope="col">Is there</th>
                    <th scope="col">Would be</th>
                  </tr>
                </thead>
                <tbody>
                  {records.flatMap(({ object, key, action, changes }) =>
                    changes.map(({ field, from, to }) => (
                      <tr key={`${object} ${key} ${field}`}>
                        <th scope="row">
                          <code>{field}</code>
                        </th>
                        <td>
                          {object} <span className="meta">{toWords(action)}</span>
                        </td>
                        <td>{from === null ? UNKNOWN : String(from)}</td>
                        <td className="font-semibold text-ink">
                          {to === null ? UNKNOWN : String(to)}
                        </td>
                      </tr>
                    )),
                  )}
                </tbody>
              </table>
            </div>
          )}
        </Loading>
      )}
    </Panel>
  )
}
