import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubmissionAttributeValue } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useRowKeys } from '../../../parts/row-keys.ts'
import { useAddress } from '../../../parts/use-address.ts'
import { AttributeDialog } from './attribute-dialog.tsx'
import { AttributeRow } from './attribute-row.tsx'
import { groupEntities, type EntityGroup } from './groups.ts'

const route = getRouteApi('/deals/$id')

/** The business, its owners and accounts: each value with its source, and where sources differ. */
export function Company() {
  const can = useCan()
  const { id } = route.useParams()
  const values = useQuery({
    queryKey: keyed('deal', id, 'attributes'),
    queryFn: () =>
      api.submissions
        .listAttributeValues(id, { include_candidates: true, limit: 1000 })
        .toArray({ max: 2_000 }),
  })
  const [search, change] = useAddress<'show'>()
  const [edited, setEdited] = useState<SubmissionAttributeValue | null>(null)
  const isWhole = search.show === 'all'
  const groups = groupEntities(values.data ?? [], isWhole)
  const rows = groups.flatMap((group) => group.values)
  const isWriter = can('submissions:write')
  const current = useRowKeys(rows.length, (index) => isWriter && setEdited(rows[index]!))
  return (
    <div className="grid gap-4">
      <label className="flex min-h-6 items-center gap-2 justify-self-end no-print">
        <input
          type="checkbox"
          checked={isWhole}
          onChange={({ target }) => change({ show: target.checked ? 'all' : undefined })}
        />
        Show what is not known as well
      </label>
      <Loading query={values} height={360}>
        {() =>
          groups.length === 0 ? (
            <Empty title="Nothing is known of the business yet">
              An application, a tax return or the first statement says who it is.
            </Empty>
          ) : (
            groups.map((group) => (
              <Entity
                key={group.key}
                id={id}
                group={group}
                current={rows[current]}
                {...(isWriter && { onEdit: setEdited })}
              />
            ))
          )
        }
      </Loading>
      {edited && <AttributeDialog id={id} attribute={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

interface EntityProps {
  id: string
  group: EntityGroup
  /** The row that the keys are at. */
  current: SubmissionAttributeValue | undefined
  onEdit?: (attribute: SubmissionAttributeValue) => void
}

function Entity({ id, group, current, onEdit }: EntityProps) {
  const conflicts = group.values.filter(({ status }) => status === 'conflict').length
  return (
    <Panel
      title={group.title}
      note={
        conflicts > 0 ? `${formatCounted(conflicts, 'value')} on which sources differ` : undefined
      }
      isFlush
    >
      <div className="scroller" tabIndex={0} role="group" aria-label={`Table of ${group.title}`}>
        <table className="ledger">
          <caption className="sr-only">{group.title}</caption>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Value</th>
              <th scope="col">Source</th>
              <th scope="col" className="num">
                Confidence
              </th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {group.values.map((attribute) => (
              <AttributeRow
                key={attribute.attribute.id}
                id={id}
                attribute={attribute}
                isCurrent={attribute === current}
                {...(onEdit && { onEdit: () => onEdit(attribute) })}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
