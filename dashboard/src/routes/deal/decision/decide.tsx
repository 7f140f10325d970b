import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Submission } from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { notify } from '../../../parts/toasts.tsx'
import { STAGES } from '../../deals/stages.ts'
import { attempt } from '../attempt.ts'
import { COMMITTING, describeReturn } from './committing.ts'
import { DecisionDialog } from './decision-dialog.tsx'
import { Decline } from './decline.tsx'
import { listOpenIssues, type Issue } from './open-issues.ts'

type Stage = NonNullable<Submission['dealStage']>

/** Where a deal stands at the house: approved, declined with why, or at another stage. */
export function Decide({ deal }: { deal: Submission }) {
  const can = useCan()
  const [isDeclining, setDeclining] = useState(false)
  const [doubted, setDoubted] = useState<{ stage: Stage; issues: Issue[] } | null>(null)
  const { id, name, dealStage: stage } = deal
  if (!can('submissions:write'))
    return (
      <button type="button" className="button" disabled title="Your role does not decide on deals">
        {stage === null ? 'Decide' : toWords(stage)}
      </button>
    )
  const turn = async (next: Stage): Promise<void> => {
    const issues = COMMITTING.has(next) ? await listOpenIssues(id) : []
    if (issues.length > 0) setDoubted({ stage: next, issues })
    else await setStage(deal, next)
  }
  const choose = (next: Stage): void => void attempt(() => turn(next))
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={stage === null ? 'button primary' : 'button'}>
          {stage === null ? 'Decide' : toWords(stage)} <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            <DropdownMenu.Item onSelect={() => choose('approved')}>Approve</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setDeclining(true)}>Decline…</DropdownMenu.Item>
            <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
            {STAGES.filter(([name]) => name !== 'approved' && name !== 'declined').map(
              ([next, label]) => (
                <DropdownMenu.Item key={next} onSelect={() => choose(next)}>
                  {label}
                </DropdownMenu.Item>
              ),
            )}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isDeclining && (
        <Decline
          deal={deal}
          onDecline={(declineReasons, why) => setStage(deal, 'declined', { declineReasons, why })}
          onClose={() => setDeclining(false)}
        />
      )}
      {doubted && (
        <DecisionDialog
          title={`${nameDecision(doubted.stage)}: ${name}`}
          action={nameDecision(doubted.stage)}
          issues={doubted.issues}
          onDecide={(why) => setStage(deal, doubted.stage, { why })}
          onClose={() => setDoubted(null)}
        />
      )}
    </>
  )
}

function nameDecision(stage: Stage): string {
  return stage === 'approved' ? 'Approve' : toWords(stage)
}

interface Grounds {
  declineReasons?: string[]
  why?: string
}

/** At once, with a way back. */
async function setStage(
  deal: Submission,
  dealStage: Stage,
  { declineReasons, why = '' }: Grounds = {},
): Promise<void> {
  const { id, dealStage: before } = deal
  const change = async (params: Parameters<typeof api.submissions.update>[1]): Promise<void> => {
    await api.submissions.update(id, params)
    await refreshDeal(id)
    await queryClient.invalidateQueries({ queryKey: keyed('deals') })
  }
  await change({
    dealStage,
    ...(declineReasons && { declineReasons }),
    ...(why !== '' && { decisionReason: why }),
  })
  const back = {
    dealStage: before,
    declineReasons: deal.declineReasons,
    ...(COMMITTING.has(before) && { decisionReason: describeReturn(toWords(dealStage)) }),
  }
  notify(
    `${deal.name}: ${toWords(dealStage).toLowerCase()}`,
    () => void attempt(() => change(back)),
  )
}
