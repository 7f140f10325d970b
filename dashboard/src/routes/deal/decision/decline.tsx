import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Submission } from '../../../../../clients/typescript/src/index.ts'
import { evaluationsQuery, keyed, reportQuery } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { CheckField, Form, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { listSupported } from './supported.ts'

interface Props {
  deal: Submission
  onDecline: (reasons: string[], why: string) => Promise<void>
  onClose: () => void
}

/** Why a deal is declined: the reasons that its numbers and rules give, and what a person adds. */
export function Decline({ deal, onDecline, onClose }: Props) {
  const [why, setWhy] = useState('')
  /** What a person has turned, against what the grades and rules support. */
  const [turned, setTurned] = useState<ReadonlyMap<string, boolean>>(new Map())
  const { reasons, principal, supported } = useReasons(deal.id)
  const isChosen = (code: string): boolean => turned.get(code) ?? supported.has(code)
  const chosen = [...reasons.keys()].filter(isChosen)
  const decline = async (): Promise<void> => {
    await onDecline(chosen, why.trim())
    onClose()
  }
  const turn = (code: string, isOn: boolean): void => setTurned(new Map(turned).set(code, isOn))
  return (
    <Dialog title={`Decline ${deal.name}`} onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Decline"
          onSubmit={decline}
          onCancel={onClose}
          isReady={chosen.length > 0 || why.trim() !== ''}
        >
          <TextField
            label="Why"
            note="Saved with your name as a note of the deal."
            rows={3}
            value={why}
            onChange={setWhy}
          />
          {reasons.size > 0 && (
            <fieldset className="grid gap-1">
              <legend className="label mb-1">Reasons by its numbers and rules</legend>
              {[...reasons].map(([code, text]) => (
                <CheckField
                  key={code}
                  label={text}
                  isOn={isChosen(code)}
                  onChange={(isOn) => turn(code, isOn)}
                />
              ))}
            </fieldset>
          )}
          {principal.length > 0 && (
            <Notice id={deal.id} codes={principal.filter((code) => chosen.includes(code))} />
          )}
        </Form>
      </div>
    </Dialog>
  )
}

interface Reasons {
  /** By code, each with its sentence: of a notice of adverse action, then of failed rules. */
  reasons: Map<string, string>
  principal: string[]
  /** Those that hold by a failed rule or by the grade of their figure. */
  supported: Set<string>
}

function useReasons(id: string): Reasons {
  const can = useCan()
  const { data: notice } = useQuery({
    queryKey: keyed('deal', id, 'adverse-action'),
    queryFn: () => api.submissions.adverseAction(id),
    enabled: can('analytics:read'),
  })
  const { data: evaluations = [] } = useQuery(evaluationsQuery(id))
  const { data: card } = useQuery(reportQuery('scorecard', id))
  // The newest come first: the last of each policy counts.
  const latest = new Map(evaluations.toReversed().map((one) => [one.policy_id, one]))
  const reasons = new Map<string, string>()
  const principals = notice?.principal_reasons ?? []
  const supported = new Set(
    listSupported(principals, card?.sections.flatMap(({ metrics }) => metrics) ?? []),
  )
  for (const { code, text } of principals) reasons.set(code, text)
  for (const { reason_code: code, rule_name, message } of [...latest.values()].flatMap(
    (one) => one.reasons,
  ))
    if (code !== null) {
      supported.add(code)
      if (!reasons.has(code)) reasons.set(code, message ?? rule_name)
    }
  return { reasons, principal: principals.map(({ code }) => code), supported }
}

/** The draft of the notice to the applicant with these reasons, once all that it needs is known. */
function Notice({ id, codes }: { id: string; codes: string[] }) {
  const copy = async (): Promise<void> => {
    const notice = await attempt(() => api.submissions.adverseAction(id, { reasons: codes }))
    if (notice === undefined) return
    if (notice.notice_text === null) {
      const missing = notice.missing_fields.map((name) => toWords(name).toLowerCase()).join(', ')
      return notify(`The notice needs: ${missing}. What is the creditor’s is under Settings.`)
    }
    const text = notice.notice_text
    const isDone = await attempt(() => navigator.clipboard.writeText(text).then(() => true))
    if (isDone) notify('The notice of adverse action is on the clipboard')
  }
  return (
    <div>
      <button
        type="button"
        className="button quiet"
        disabled={codes.length === 0}
        onClick={() => void copy()}
      >
        Copy the notice of adverse action
      </button>
    </div>
  )
}
