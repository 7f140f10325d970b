import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Policy, Submission } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Form } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { refreshPolicies } from '../policy-queries.ts'

/** More are checked deal by deal, or with the bar of the list of deals. */
const DEALS_MAX = 100
/** Checks that run at a time. */
const LANES = 4
const OVER = new Set(['funded', 'declined', 'withdrawn'])

/** Puts a draft in force, once it is clear for which deals. */
export function Publish({ policy }: { policy: Policy }) {
  const [isOpen, setOpen] = useState(false)
  const obstacle = findObstacle(policy)
  return (
    <>
      <button
        type="button"
        className="button primary"
        disabled={obstacle !== undefined}
        title={obstacle}
        onClick={() => setOpen(true)}
      >
        Publish
      </button>
      {isOpen && <PublishDialog policy={policy} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Without a rule every deal would pass, unseen. */
function findObstacle({ has_draft, rule_ids }: Policy): string | undefined {
  if (!has_draft) return 'All of it is in force'
  return rule_ids.length === 0 ? 'It has no rule: every deal would pass' : undefined
}

function PublishDialog({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [isChecking, setChecking] = useState(true)
  const open = useQuery({ queryKey: keyed('deals', 'open'), queryFn: listOpenDeals })
  const deals = open.data?.deals ?? []
  const publish = async (): Promise<void> => {
    await api.policies.publish(policy.id)
    notify(`In force from now on: ${policy.name}`)
    if (isChecking) void checkDeals(policy, deals)
    await refreshPolicies()
    onClose()
  }
  return (
    <Dialog title={`Publish ${policy.name}`} onClose={onClose}>
      <div className="grid gap-3 p-4">
        <p>{describeForce(policy)}</p>
        <Form submitLabel="Put in force" onSubmit={publish} onCancel={onClose}>
          {open.data?.hasMore === false && deals.length > 0 ? (
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={isChecking}
                onChange={({ target }) => setChecking(target.checked)}
              />
              Check the {formatCounted(deals.length, 'open deal')} now
            </label>
          ) : (
            <p className="meta">
              {open.data?.hasMore
                ? `More than ${DEALS_MAX} deals are open: check one again on its page, under Checks.`
                : 'No deal is open.'}
            </p>
          )}
        </Form>
      </div>
    </Dialog>
  )
}

function describeForce({ is_active, auto_evaluate }: Policy): string {
  if (!is_active)
    return 'The policy is off: it decides nothing until it is turned on in its settings.'
  const deals = auto_evaluate
    ? 'It decides deals that are processed from now on.'
    : 'It decides a deal when that is requested, on its page under Checks.'
  return `${deals} What was decided before stays as it is until a deal is checked again.`
}

interface OpenDeals {
  deals: Submission[]
  hasMore: boolean
}

/** Deals that are read and not over. */
async function listOpenDeals(): Promise<OpenDeals> {
  const page = await api.submissions
    .list({ limit: DEALS_MAX, status: ['processed', 'review_required', 'reviewed'] })
    .page()
  const deals = page.data.filter(({ dealStage }) => !OVER.has(dealStage ?? ''))
  return { deals, hasMore: page.has_more }
}

async function checkDeals(policy: Policy, deals: readonly Submission[]): Promise<void> {
  const left = [...deals]
  let failed = 0
  const work = async (): Promise<void> => {
    for (let deal = left.pop(); deal !== undefined; deal = left.pop()) {
      const params = { submission_id: deal.id, policy_ids: [policy.id] }
      await api.policies.evaluate(params).catch(() => (failed += 1))
    }
  }
  await Promise.all(Array.from({ length: LANES }, work))
  await queryClient.invalidateQueries({ queryKey: keyed('deal') })
  await queryClient.invalidateQueries({ queryKey: keyed('deals') })
  const done = formatCounted(deals.length - failed, 'open deal')
  notify(`${policy.name}: checked ${done}${failed === 0 ? '' : `, ${failed} could not be checked`}`)
}
