import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient, refreshDeal } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { notify } from '../../parts/toasts.tsx'
import { STAGES } from '../deals/stages.ts'
import { Decline } from './decline.tsx'

type Stage = NonNullable<Submission['dealStage']>

/** Where a deal stands at the house: approved, declined with why, or at another stage. */
export function Decide({ deal }: { deal: Submission }) {
  const can = useCan()
  const [isDeclining, setDeclining] = useState(false)
  if (!can('submissions:write')) return null
  const { dealStage: stage } = deal
  const turn = (next: Stage): void => {
    setStage(deal, next).catch((error: unknown) => notify(describeError(error).message))
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className={stage === null ? 'button primary' : 'button'}>
          {stage === null ? 'Decide' : toWords(stage)} <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            <DropdownMenu.Item onSelect={() => turn('approved')}>Approve</DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => setDeclining(true)}>Decline…</DropdownMenu.Item>
            <DropdownMenu.Separator className="my-1 h-px bg-hairline" />
            {STAGES.filter(([name]) => name !== 'approved' && name !== 'declined').map(
              ([name, label]) => (
                <DropdownMenu.Item key={name} onSelect={() => turn(name)}>
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
          onDecline={(reasons) => setStage(deal, 'declined', reasons)}
          onClose={() => setDeclining(false)}
        />
      )}
    </>
  )
}

/** At once, with a way back for ten seconds. */
async function setStage(deal: Submission, dealStage: Stage, reasons?: string[]): Promise<void> {
  const { id, dealStage: before, declineReasons } = deal
  const change = async (params: Parameters<typeof api.submissions.update>[1]): Promise<void> => {
    await api.submissions.update(id, params)
    await refreshDeal(id)
    await queryClient.invalidateQueries({ queryKey: keyed('deals') })
  }
  await change({ dealStage, ...(reasons && { declineReasons: reasons }) })
  notify(`${deal.name}: ${toWords(dealStage).toLowerCase()}`, () => {
    change({ dealStage: before, declineReasons }).catch((error: unknown) =>
      notify(describeError(error).message),
    )
  })
}
