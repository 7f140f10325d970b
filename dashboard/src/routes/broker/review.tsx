import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { sessionQuery } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { Panel } from '../../parts/page.tsx'
import { Form, SelectField, TextField } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { refreshBroker } from './broker-queries.ts'

const DECISIONS = [
  ['accept', 'Accept it as a deal'],
  ['request_changes', 'Request changes or documents'],
  ['reject', 'Decline it'],
] as const

/** What the lender decides on a deal that a broker submitted; no broker sees it. */
export function Review({ deal }: { deal: BrokerSubmission }) {
  const can = useCan()
  const { data: session } = useQuery(sessionQuery)
  if (session?.role === 'broker') return null
  if (deal.submission_id !== null)
    return (
      <Panel title="Your deal">
        <Link to="/deals/$id" params={{ id: deal.submission_id }}>
          Open the deal
        </Link>
      </Panel>
    )
  const isDue = deal.status === 'submitted' || deal.status === 'in_review'
  if (!isDue || !can('submissions:write')) return null
  return (
    <Panel title="Your decision">
      <ReviewForm deal={deal} />
    </Panel>
  )
}

function ReviewForm({ deal: { id, status } }: { deal: BrokerSubmission }) {
  const [decision, setDecision] = useState('accept')
  const [note, setNote] = useState('')
  const options =
    status === 'submitted' ? [['start', 'Start the review'] as const, ...DECISIONS] : DECISIONS
  const decide = async (): Promise<void> => {
    await api.broker.review(id, { decision, note: note.trim() || null })
    await refreshBroker()
    notify('The broker sees it now')
  }
  return (
    <Form
      submitLabel="Decide"
      onSubmit={decide}
      isReady={decision !== 'request_changes' || note.trim() !== ''}
    >
      <SelectField label="Decision" value={decision} options={options} onChange={setDecision} />
      <TextField label="Remark, which the broker reads" rows={3} value={note} onChange={setNote} />
    </Form>
  )
}
