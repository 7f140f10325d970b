import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Funder, FunderPolicy } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatMoney, formatPercent } from '../../format/values.ts'
import { Loading } from '../../parts/page.tsx'
import { notify } from '../../parts/toasts.tsx'
import { describeWanted } from './criteria.ts'
import { PolicyForm } from './policy-form.tsx'

/** Sets of criteria of one funder; a deal is matched with each that is in force. */
export function Policies({ funder }: { funder: Funder }) {
  const { id } = funder
  const mayWrite = useCan()('funders:write')
  const [open, setOpen] = useState<string | null>(null)
  const policies = useQuery({
    queryKey: keyed('funders', 'one', id, 'policies'),
    queryFn: () => api.funders.listPolicies(id).toArray({ max: 500 }),
  })
  const close = (): void => setOpen(null)
  return (
    <section aria-label="Criteria" className="grid gap-3">
      <h3>What it wants</h3>
      <Loading query={policies} height={80}>
        {(rows) => (
          <>
            {rows.length === 0 && open === null && (
              <p className="text-muted">No criteria yet, so no deal is matched with it.</p>
            )}
            {rows.map((policy) =>
              policy.id === open ? (
                <PolicyForm key={policy.id} funderId={id} policy={policy} onClose={close} />
              ) : (
                <Policy key={policy.id} policy={policy} onEdit={() => setOpen(policy.id)} />
              ),
            )}
          </>
        )}
      </Loading>
      {open === 'new' && <PolicyForm funderId={id} policy={null} onClose={close} />}
      {mayWrite && open === null && (
        <button type="button" className="button justify-self-start" onClick={() => setOpen('new')}>
          Add criteria
        </button>
      )}
    </section>
  )
}

function Policy({ policy, onEdit }: { policy: FunderPolicy; onEdit: () => void }) {
  const mayWrite = useCan()('funders:write')
  const { id, name, funder_id, criteria, is_active } = policy
  const remove = async (): Promise<void> => {
    try {
      await api.funders.deletePolicy(funder_id, id)
      await queryClient.invalidateQueries({ queryKey: keyed('funders') })
      notify(`Criteria “${name}” are deleted`)
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <article aria-label={name} className="grid gap-1 border-t border-hairline pt-2">
      <h4>
        {name} {!is_active && <span className="meta">not in force</span>}
      </h4>
      <ul>
        {criteria.map((criterion) => (
          <li key={`${criterion.name} ${criterion.metric}`}>
            {describeWanted(criterion)}
            {!criterion.is_hard && <span className="chip ml-2">preferred</span>}
          </li>
        ))}
      </ul>
      <p className="meta">{describeOffer(policy)}</p>
      {mayWrite && (
        <div className="flex gap-2">
          <button type="button" className="button" onClick={onEdit}>
            Change
          </button>
          <button type="button" className="button quiet" onClick={() => void remove()}>
            Delete
          </button>
        </div>
      )}
    </article>
  )
}

function describeOffer({ offer, product_type }: FunderPolicy): string {
  const money = (value: number | null) => formatMoney(value, 'USD')
  const parts = [
    product_type,
    offer.min_amount !== null && `from ${money(offer.min_amount)}`,
    offer.max_amount !== null && `up to ${money(offer.max_amount)}`,
    offer.factor !== null && `at ${offer.factor}`,
    offer.term !== null && `over ${offer.term} months`,
    offer.frequency !== null && `paid ${offer.frequency}`,
    offer.holdback !== null && `holdback up to ${formatPercent(offer.holdback)}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Offers by its usual terms' : `Offers ${parts.join(', ')}`
}
