import { Link } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Approval } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient, sessionQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatInstant } from '../../../format/values.ts'
import { Choices } from '../../queue/choices.tsx'
import { ApprovalField, toValues, type Field } from './approval-field.tsx'

interface Props {
  approval: Approval
  onDecide: (what: { text: string; send: () => Promise<unknown> }) => void
}

/** What there is to decide, what whoever decides fills in, and yes or no. */
export function ApprovalForm({ approval, onDecide }: Props) {
  const { id, title, summary, assignees, due_at, workflow_id, run_id } = approval
  const fields = approval.fields as unknown as Field[]
  const can = useCan()
  const isAssigned = useIsAssigned(assignees)
  const [texts, setTexts] = useState<Record<string, string>>({})
  const [comment, setComment] = useState('')
  const [wanted, setWanted] = useState<string | null>(null)
  const decide = (decision: 'approved' | 'rejected'): void => {
    const missing = fields.find(({ name, is_required }) => is_required && !texts[name])
    if (missing !== undefined) {
      setWanted(missing.name)
      return
    }
    onDecide({
      text: `${decision === 'approved' ? 'Approved' : 'Rejected'}: ${title}`,
      send: async () => {
        await api.approvals.decide(id, {
          decision,
          ...(comment !== '' && { comment }),
          ...(fields.length > 0 && { values: toValues(fields, texts) }),
        })
        await queryClient.invalidateQueries({ queryKey: keyed('approvals') })
      },
    })
  }
  return (
    <div className="kind">
      <div>
        <h3 className="font-semibold text-ink">{title}</h3>
        {summary !== null && <p className="whitespace-pre-wrap">{summary}</p>}
        <p className="meta">
          For {assignees.join(', ')}
          {due_at !== null && ` · until ${formatInstant(due_at)}`} ·{' '}
          <Link to="/workflows/$id/runs/$runId" params={{ id: workflow_id, runId: run_id }}>
            the run that waits for it
          </Link>
        </p>
      </div>
      {can('workflows:write') && isAssigned && (
        <>
          {fields.map((field) => (
            <ApprovalField
              key={field.name}
              field={field}
              value={texts[field.name] ?? ''}
              isWanted={wanted === field.name}
              onChange={(text) => setTexts({ ...texts, [field.name]: text })}
            />
          ))}
          <label className="grid gap-1">
            <span className="label">Remark</span>
            <textarea
              className="field"
              rows={2}
              value={comment}
              onChange={({ target }) => setComment(target.value)}
            />
          </label>
          <Choices
            choices={[
              { keys: 'a', label: 'Approve', isPrimary: true, run: () => decide('approved') },
              { keys: 'r', label: 'Reject', run: () => decide('rejected') },
            ]}
          />
        </>
      )}
    </div>
  )
}

/** Whether the person is one of those who may decide, by id, address or role. */
function useIsAssigned(assignees: readonly string[]): boolean {
  const { data } = useQuery(sessionQuery)
  if (data === undefined) return false
  const role = data.organizations.find(({ tenant_id }) => tenant_id === data.tenant_id)?.role
  return [data.user.id, data.user.email, role].some((name) => assignees.includes(name ?? ''))
}
