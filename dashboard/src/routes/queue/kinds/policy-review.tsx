import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '../../../data/scopes.ts'
import { evaluationsQuery, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { attempt } from '../../deal/attempt.ts'
import { DecisionDialog } from '../../deal/decision/decision-dialog.tsx'
import { listOpenIssues, type Issue } from '../../deal/decision/open-issues.ts'
import { Flags } from '../../deal/overview/flags.tsx'
import { PolicyPanel } from '../../deal/overview/policy-panel.tsx'
import { Choices } from '../choices.tsx'
import type { KindProps } from '../kind.ts'

const SCOPE = {}

/** A policy that leaves the decision to a person: its rules, the flags of the deal, yes or no. */
export function PolicyReview({ item, deal, onDecide }: KindProps) {
  const { id, name } = deal
  const can = useCan()
  const evaluations = useQuery(evaluationsQuery(id))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const settle = (stage: string, word: string, grounds: object = {}): void =>
    onDecide(item, {
      text: `${word}: ${name}`,
      send: async () => {
        await api.submissions.update(id, { status: 'reviewed', deal_stage: stage, ...grounds })
        await refreshDeal(id)
      },
    })
  const approve = async (): Promise<void> => {
    const open = await listOpenIssues(id, item.id)
    if (open.length > 0) setIssues(open)
    else settle('approved', 'Approved')
  }
  const last = evaluations.data?.find(({ policy_id }) => policy_id === item.policy_id)
  const codes = (last?.reasons ?? []).flatMap(({ reason_code }) => reason_code ?? [])
  return (
    <div className="kind">
      {can('submissions:write') && (
        <Choices
          choices={[
            { keys: 'a', label: 'Approve', isPrimary: true, run: () => void attempt(approve) },
            {
              keys: 'r',
              label: 'Decline',
              run: () =>
                settle('declined', 'Declined', {
                  ...(codes.length > 0 && { decline_reasons: [...new Set(codes)] }),
                }),
            },
          ]}
        />
      )}
      {issues.length > 0 && (
        <DecisionDialog
          title={`Approve ${name}`}
          action="Approve"
          issues={issues}
          onDecide={(decision_reason) =>
            Promise.resolve(settle('approved', 'Approved', { decision_reason }))
          }
          onClose={() => setIssues([])}
        />
      )}
      <PolicyPanel id={id} />
      <Flags id={id} scope={SCOPE} />
    </div>
  )
}
