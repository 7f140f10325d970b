import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../../data/scopes.ts'
import { evaluationsQuery, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
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
  const settle = (stage: string, word: string, reasons: string[] = []): void =>
    onDecide(item, {
      text: `${word}: ${name}`,
      send: async () => {
        await api.submissions.update(id, {
          status: 'reviewed',
          deal_stage: stage,
          ...(reasons.length > 0 && { decline_reasons: reasons }),
        })
        await refreshDeal(id)
      },
    })
  const last = evaluations.data?.find(({ policy_id }) => policy_id === item.policy_id)
  const codes = (last?.reasons ?? []).flatMap(({ reason_code }) => reason_code ?? [])
  return (
    <div className="kind">
      {can('submissions:write') && (
        <Choices
          choices={[
            {
              keys: 'a',
              label: 'Approve',
              isPrimary: true,
              run: () => settle('approved', 'Approved'),
            },
            {
              keys: 'r',
              label: 'Decline',
              run: () => settle('declined', 'Declined', [...new Set(codes)]),
            },
          ]}
        />
      )}
      <PolicyPanel id={id} />
      <Flags id={id} scope={SCOPE} />
    </div>
  )
}
