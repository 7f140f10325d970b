import { DropdownMenu } from 'radix-ui'
import type { FileContent, Submission } from '../../../../clients/typescript/src/index.ts'
import { describeError, refreshDeal } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { isRunning } from '../../data/progress.ts'
import { saveFile } from '../../parts/save-file.ts'
import { notify } from '../../parts/toasts.tsx'
import { Decide } from './decision/decide.tsx'
import { asFile } from './exports/list.ts'

const FILES = [
  ['Underwriting file (PDF)', { format: 'pdf' }],
  ['Credit memo (PDF)', { format: 'pdf', audience: 'committee' }],
  ['Workbook (XLSX)', { format: 'xlsx' }],
] as const

type Download = PromiseLike<FileContent>

/** What can be done with a deal, whatever page of it is shown. */
export function DealActions({ deal }: { deal: Submission }) {
  const { id, name, status } = deal
  const mayWrite = useCan()('submissions:write')
  const run = (work: () => Promise<unknown>) => () => {
    work().catch((error: unknown) => notify(describeError(error).message))
  }
  const save = (read: () => Download) => run(async () => saveFile(await read(), name))
  const process = run(async () => {
    await api.submissions.process(id)
    await refreshDeal(id)
  })
  return (
    <>
      <Decide deal={deal} />
      <button
        type="button"
        className="button"
        disabled={!mayWrite || isRunning(status)}
        {...(!mayWrite && { title: 'Your role does not process deals' })}
        onClick={process}
      >
        Process
      </button>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button">
          Export <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            {FILES.map(([label, query]) => (
              <DropdownMenu.Item
                key={label}
                onSelect={save(() => api.submissions.report(id, query))}
              >
                {label}
              </DropdownMenu.Item>
            ))}
            <DropdownMenu.Item
              onSelect={save(() => asFile(api.submissions.scorecard(id, { format: 'pdf' })))}
            >
              Scorecard (PDF)
            </DropdownMenu.Item>
            <DropdownMenu.Item
              onSelect={save(() => api.transactions.export({ submission_id: id, format: 'xlsx' }))}
            >
              Transactions (XLSX)
            </DropdownMenu.Item>
            <DropdownMenu.Item
              onSelect={save(() => api.transactions.export({ submission_id: id, format: 'csv' }))}
            >
              Transactions (CSV)
            </DropdownMenu.Item>
            <DropdownMenu.Item onSelect={() => print()}>Print this page</DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </>
  )
}
