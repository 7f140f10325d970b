import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type {
  CrmIntegration,
  CrmIntegrationTest,
} from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

/** Test, sync, switch off, disconnect. */
export function CrmActions({ crm }: { crm: CrmIntegration }) {
  const { id, name, status } = crm
  const [result, setResult] = useState<CrmIntegrationTest | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const run = (work: () => Promise<unknown>) => () => {
    work()
      .then(refresh)
      .catch((error: unknown) => notify(describeError(error).message))
  }
  const turn = async (isOn: boolean): Promise<void> => {
    await api.crmIntegrations.update(id, { status: isOn ? 'active' : 'disabled' })
    notify(
      `${name} is switched ${isOn ? 'on' : 'off'}`,
      run(() => turn(!isOn)),
    )
  }
  return (
    <div className="flex flex-wrap gap-2">
      <button
        type="button"
        className="button primary"
        onClick={run(async () => setResult(await api.crmIntegrations.test(id)))}
      >
        Test it
      </button>
      <button
        type="button"
        className="button"
        onClick={run(async () => {
          await api.crmIntegrations.sync(id)
          notify('A sync begins: all deals that changed since the last one')
        })}
      >
        Sync now
      </button>
      <button type="button" className="button" onClick={run(() => turn(status === 'disabled'))}>
        Switch {status === 'disabled' ? 'on' : 'off'}
      </button>
      <button type="button" className="button" onClick={() => setLeaving(true)}>
        Disconnect…
      </button>
      {result && <TestResult result={result} onClose={() => setResult(null)} />}
      {isLeaving && <Disconnect crm={crm} onClose={() => setLeaving(false)} />}
    </div>
  )
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('crm') })
}

function TestResult({ result, onClose }: { result: CrmIntegrationTest; onClose: () => void }) {
  return (
    <Dialog title="Test" note={formatCounted(result.objects.length, 'object')} onClose={onClose}>
      <ul className="grid gap-3 p-4">
        {result.objects.map(({ object, reachable, missing_fields, error }) => (
          <li key={object}>
            <span className={`status ${reachable ? 'positive' : 'negative'}`}>
              {reachable ? '✓' : '✕'} {object}
            </span>
            {error && <p className="meta">{error.message}</p>}
            {missing_fields.length > 0 && (
              <p className="caution">▲ Lacks {missing_fields.join(', ')}</p>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Disconnect({ crm, onClose }: { crm: CrmIntegration; onClose: () => void }) {
  const navigate = useNavigate()
  const leave = async (): Promise<void> => {
    await api.crmIntegrations.delete(crm.id)
    await navigate({ to: '/apps/crm' })
    await refresh()
    notify(`${crm.name} is disconnected`)
  }
  return (
    <Dialog title="Disconnect the CRM" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Disconnect" onSubmit={leave} onCancel={onClose}>
          <p>
            Its credentials are destroyed, and the map of{' '}
            {formatCounted(crm.field_mappings.length, 'field')} goes. What is in the CRM stays
            there.
          </p>
        </Form>
      </div>
    </Dialog>
  )
}
