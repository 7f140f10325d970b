import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrokerSubmission } from '../../../../clients/typescript/src/index.ts'
import { describeError } from '../../data/queries.ts'
import { api } from '../../data/session.ts'
import { formatCounted, formatText } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Panel } from '../../parts/page.tsx'
import { Form } from '../../parts/records/form.tsx'
import { notify } from '../../parts/toasts.tsx'
import { refreshBroker } from './broker-queries.ts'

interface Props {
  deal: BrokerSubmission
  isOpen: boolean
}

/** What the lender wants to have, what of it is missing and why; then the deal can be submitted. */
export function Requirements({ deal, isOpen }: Props) {
  const { requirements, validation_errors } = deal
  const open = requirements.filter(({ satisfied }) => !satisfied)
  const reasons = new Set(open.map(({ why }) => why))
  const faults = new Set(
    validation_errors.map(({ message }) => message).filter((message) => !reasons.has(message)),
  )
  return (
    <Panel
      title="What is required"
      note={open.length === 0 ? 'complete' : `${open.length} of ${requirements.length} missing`}
    >
      <ul className="grid gap-2">
        {requirements.map(({ code, label, satisfied, why }) => (
          <li key={code} className="flex gap-2">
            <span aria-hidden="true" className={satisfied ? 'positive' : 'caution'}>
              {satisfied ? '✓' : '▲'}
            </span>
            <span>
              <span className="sr-only">{satisfied ? 'There: ' : 'Missing: '}</span>
              {formatText(label)}
              {why && <span className="meta block">{why}</span>}
            </span>
          </li>
        ))}
        {[...faults].map((message) => (
          <li key={message} className="flex gap-2">
            <span aria-hidden="true" className="negative">
              ✕
            </span>
            {formatText(message)}
          </li>
        ))}
      </ul>
      {isOpen && <Sending deal={deal} missing={open.length} />}
    </Panel>
  )
}

function Sending({
  deal: { id, status, files },
  missing,
}: {
  deal: BrokerSubmission
  missing: number
}) {
  const [isDeleting, setDeleting] = useState(false)
  const run = (work: () => Promise<unknown>, done: string) => () => {
    work()
      .then(refreshBroker)
      .then(() => notify(done))
      .catch((error: unknown) => notify(describeError(error).message))
  }
  return (
    <div className="mt-4 grid gap-2">
      <button
        type="button"
        className="button primary justify-center"
        disabled={missing > 0}
        onClick={run(() => api.broker.submit(id), 'The lender has the deal')}
      >
        Submit the deal
      </button>
      {missing > 0 && <p className="meta">It can be submitted when nothing above is missing.</p>}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button quiet"
          onClick={run(() => api.broker.withdraw(id), 'The deal is withdrawn')}
        >
          Withdraw
        </button>
        {status === 'draft' && (
          <button type="button" className="button quiet" onClick={() => setDeleting(true)}>
            Delete…
          </button>
        )}
      </div>
      {isDeleting && <Deleting id={id} files={files.length} onClose={() => setDeleting(false)} />}
    </div>
  )
}

function Deleting({ id, files, onClose }: { id: string; files: number; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = async (): Promise<void> => {
    await api.broker.deleteSubmission(id)
    await navigate({ to: '/broker' })
    await refreshBroker()
  }
  return (
    <Dialog title="Delete the draft" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Delete" onSubmit={remove} onCancel={onClose}>
          <p>The draft goes with its {formatCounted(files, 'file')}, for good.</p>
        </Form>
      </div>
    </Dialog>
  )
}
