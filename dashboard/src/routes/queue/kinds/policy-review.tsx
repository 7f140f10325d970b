import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmissionPolicyEvaluation } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { dealQuery, evaluationsQuery, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { attempt } from '../../deal/attempt.ts'
import { Decline } from '../../deal/decision/decline.tsx'
import { DecisionDialog } from '../../deal/decision/decision-dialog.tsx'
import { listOpenIssues, type Issue } from '../../deal/decision/open-issues.ts'
import { Flags } from '../../deal/overview/flags.tsx'
import { describeResult, isOpenResult, PolicyPanel } from '../../deal/overview/policy-panel.tsx'
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
  const { data: whole } = useQuery(dealQuery(id))
  const [isDeclining, setDeclining] = useState(false)
  const last = evaluations.data?.find(({ policy_id }) => policy_id === item.policy_id)
  /** Against a rule a deal is approved for a reason, and so with what else is open. */
  const approve = async (): Promise<void> => {
    const open = [...listBroken(last), ...(await listOpenIssues(id, item.id))]
    if (open.length > 0) setIssues(open)
    else settle('approved', 'Approved')
  }
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
              run: () => {
                if (codes.length === 0) setDeclining(true)
                else settle('declined', 'Declined', { decline_reasons: [...new Set(codes)] })
              },
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
      {isDeclining && whole && (
        <Decline
          deal={whole}
          onDecline={(decline_reasons, decision_reason) =>
            Promise.resolve(
              settle('declined', 'Declined', {
                ...(decline_reasons.length > 0 && { decline_reasons }),
                ...(decision_reason !== '' && { decision_reason }),
              }),
            )
          }
          onClose={() => setDeclining(false)}
        />
      )}
      <PolicyPanel id={id} />
      <Flags id={id} scope={SCOPE} />
    </div>
  )
}

/** The rules that did not pass, as what is open on the deal. */
function listBroken(evaluation: SubmissionPolicyEvaluation | undefined): Issue[] {
  return (evaluation?.results ?? [])
    .filter(isOpenResult)
    .map((one) => ({
      key: one.rule_id,
      severity: one.severity,
      text: `${one.rule_name}. ${describeResult(one)}`,
    }))
}
