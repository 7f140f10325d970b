import { useQuery } from '@tanstack/react-query'
import type { Funder } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatCount } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Loading } from '../../parts/page.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { notify } from '../../parts/toasts.tsx'
import { FunderForm, nameKind } from './funder-form.tsx'
import { Policies } from './policies.tsx'
import { describeSending } from './sending.ts'

/** One funder: how deals reach it, what it wants, and what became of the deals there. */
export function FunderDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const funder = useQuery({
    queryKey: keyed('funders', 'one', id),
    queryFn: () => api.funders.get(id),
  })
  return (
    <Dialog title={funder.data?.name ?? 'Funder'} kind="drawer" onClose={onClose}>
      <div className="p-4">
        <Loading query={funder} height={320}>
          {(data) => <Details funder={data} onClose={onClose} />}
        </Loading>
      </div>
    </Dialog>
  )
}

function Details({ funder, onClose }: { funder: Funder; onClose: () => void }) {
  const mayWrite = useCan()('funders:write')
  const { stats } = funder
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          ['Kind of financing', nameKind(funder.kind)],
          ['Deals are sent', describeSending(funder)],
          [
            'Deals there',
            `${formatCount(stats.submitted)} sent, ${formatCount(stats.approved)} approved, ${formatCount(stats.funded)} funded`,
          ],
          ['Known from', funder.is_global ? 'the registry of the service' : 'your own entry'],
        ]}
      />
      <Policies funder={funder} />
      {mayWrite && (
        <section aria-label="What is known of it">
          <h3 className="mb-2">Name, address and terms</h3>
          <FunderForm key={funder.updated_at} funder={funder} onSaved={() => undefined} />
        </section>
      )}
      {mayWrite && !funder.is_global && <Delete funder={funder} onClose={onClose} />}
    </div>
  )
}

/** Its deals stay with it: a funder that got one is made inactive instead. */
function Delete({
  funder: { id, name, is_linked },
  onClose,
}: {
  funder: Funder
  onClose: () => void
}) {
  if (is_linked)
    return (
      <p className="meta">It got deals, so it stays; without the tick above it gets no more.</p>
    )
  const remove = async (): Promise<void> => {
    try {
      await api.funders.delete(id)
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyed('funders') })
      notify(`${name} is deleted`)
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <button type="button" className="button justify-self-start" onClick={() => void remove()}>
      Delete the funder with its criteria
    </button>
  )
}
