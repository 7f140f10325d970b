import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { describeError, isMissing } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { DropArea } from '../../parts/drop-area.tsx'
import { Empty, Fault, PageHead, Skeleton } from '../../parts/page.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { notify } from '../../parts/toasts.tsx'
import { brokerDealQuery, refreshBroker } from './broker-queries.ts'
import { Stage } from './deals.tsx'
import { DealForms } from './deal-forms.tsx'
import { DealSteps } from './deal-steps.tsx'
import { Files } from './files.tsx'
import { History } from './history.tsx'
import { Owners } from './owners.tsx'
import { Requirements } from './requirements.tsx'
import { Review } from './review.tsx'

const OPEN = new Set(['draft', 'changes_requested'])
const READING_POLL_MS = 2_000
const POLL_MS = 15_000

/** One deal of a broker: what it is, what is still required, and where it stands. */
export function BrokerDeal() {
  const { id = '' } = useParams({ strict: false })
  const query = useQuery({
    ...brokerDealQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.files.some(({ status }) => status === 'received' || status === 'reading')
        ? READING_POLL_MS
        : POLL_MS,
  })
  if (isMissing(query.error))
    return (
      <section className="panel">
        <Empty title="This deal is not here">
          <Link to="/broker">All deals</Link>
        </Empty>
      </section>
    )
  if (query.error) return <Fault error={query.error} onRetry={() => void query.refetch()} />
  if (query.data === undefined) return <Skeleton height={420} />
  return (
    <Guarded scope="broker:read">
      <Page deal={query.data} />
    </Guarded>
  )
}

function Page({ deal }: { deal: BrokerSubmission }) {
  const can = useCan()
  const { id, business, reference, status } = deal
  const isOpen = OPEN.has(status) && can('broker:write')
  const upload = async (files: File[]): Promise<void> => {
    for (const file of files)
      try {
        await api.broker.uploadFile(id, { file: { filename: file.name, content: file } })
      } catch (error) {
        notify(`${file.name}: ${describeError(error).message}`)
      }
    await refreshBroker()
  }
  const page = (
    <>
      <nav aria-label="Breadcrumb" className="meta mb-1">
        <Link to="/broker">Deals</Link> <span aria-hidden="true">/</span>
      </nav>
      <PageHead title={business.name ?? reference}>
        <span className="flex flex-wrap items-center gap-4">
          <code className="meta">{reference}</code>
          <Stage deal={deal} />
        </span>
      </PageHead>
      <DealSteps deal={deal} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid gap-4">
          <DealForms deal={deal} isOpen={isOpen} />
          <Owners deal={deal} isOpen={isOpen} />
          <Files deal={deal} isOpen={isOpen} onFiles={(files) => void upload(files)} />
        </div>
        <div className="grid gap-4">
          <Requirements deal={deal} isOpen={isOpen} />
          <Review deal={deal} />
          <History deal={deal} />
        </div>
      </div>
    </>
  )
  return isOpen ? <DropArea onFiles={(files) => void upload(files)}>{page}</DropArea> : page
}
