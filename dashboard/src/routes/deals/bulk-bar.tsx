import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Submission } from '../../../../clients/typescript/src/index.ts'
import { keyed, queryClient, describeError } from '../../data/queries.ts'
import { useCan } from '../../data/scopes.ts'
import { api } from '../../data/session.ts'
import { formatCounted } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form, TextField } from '../../parts/records/form.tsx'
import { saveCsv } from '../../parts/save-csv.ts'
import { notify } from '../../parts/toasts.tsx'
import { assignedAsBefore, taggedAsBefore, type Action, type Back } from './as-before.ts'
import type { DealColumn } from './columns.tsx'
import { usePeople } from './people.ts'

interface Props {
  deals: readonly Submission[]
  columns: readonly DealColumn[]
  onClear: () => void
}

/** What can be done with the chosen deals at once; what has a way back offers it. */
export function BulkBar({ deals, columns, onClear }: Props) {
  const can = useCan()
  const people = usePeople()
  const [isTagging, setTagging] = useState(false)
  if (deals.length === 0) return null
  const ids = deals.map(({ id }) => id)
  const act = (action: Action, done: string, back: readonly Back[] = []): void => {
    performBulk(ids, action, { done, back }).catch((error: unknown) =>
      notify(describeError(error).message),
    )
    onClear()
  }
  return (
    <div className="selection no-print" role="toolbar" aria-label="Chosen deals">
      <strong className="text-ink">{formatCounted(deals.length, 'deal')} chosen</strong>
      {can('submissions:write') && (
        <>
          <Assign
            people={people}
            onAssign={(assigned_to, name) =>
              act(
                { action: 'assign', assigned_to },
                assigned_to === null ? 'Unassigned' : `Assigned to ${name}`,
                assignedAsBefore(deals),
              )
            }
          />
          <button
            type="button"
            className="button"
            onClick={() => act({ action: 'process' }, 'Being processed')}
          >
            Process
          </button>
          <button type="button" className="button" onClick={() => setTagging(true)}>
            Tag…
          </button>
        </>
      )}
      {can('funders:write') && (
        <button type="button" className="button" onClick={() => void matchAll(deals)}>
          Match funders
        </button>
      )}
      <button type="button" className="button" onClick={() => saveDeals(deals, columns)}>
        CSV
      </button>
      <button type="button" className="button quiet" onClick={onClear}>
        Clear
      </button>
      {isTagging && (
        <TagDialog
          count={deals.length}
          onTag={(tags) => {
            setTagging(false)
            act({ action: 'tag', tags }, `Tagged ${tags.join(', ')}`, taggedAsBefore(deals, tags))
          }}
          onClose={() => setTagging(false)}
        />
      )}
    </div>
  )
}

/** The deals as a file, with the columns that are shown. */
export function saveDeals(deals: readonly Submission[], columns: readonly DealColumn[]): void {
  const heads = ['id', 'name', ...columns.map(({ field }) => field)]
  const rows = deals.map((deal) => [deal.id, deal.name, ...columns.map(({ value }) => value(deal))])
  saveCsv('deals', heads, rows)
}

async function performBulk(
  submission_ids: string[],
  action: Action,
  { done, back }: { done: string; back: readonly Back[] },
): Promise<void> {
  const { succeeded, failed, results } = await api.submissions.bulk({ ...action, submission_ids })
  await queryClient.invalidateQueries({ queryKey: keyed('deals') })
  const why = results.find(({ error }) => error !== null)?.error?.message
  const text = `${done}: ${formatCounted(succeeded, 'deal')}${failed > 0 ? `; ${failed} not: ${why}` : ''}`
  notify(text, back.length === 0 ? undefined : () => void takeBack(back))
}

async function takeBack(back: readonly Back[]): Promise<void> {
  try {
    for (const { ids, action } of back)
      await api.submissions.bulk({ ...action, submission_ids: ids })
    notify('Undone')
  } catch (error) {
    notify(describeError(error).message)
  }
  await queryClient.invalidateQueries({ queryKey: keyed('deals') })
}

async function matchAll(deals: readonly Submission[]): Promise<void> {
  const results = await Promise.allSettled(deals.map(({ id }) => api.funders.match(id, {})))
  const done = results.filter(({ status }) => status === 'fulfilled').length
  const fault = results.find((one) => one.status === 'rejected')
  const rest = fault === undefined ? '' : `; others not: ${describeError(fault.reason).message}`
  notify(`Matched: ${formatCounted(done, 'deal')}${rest}`)
}

interface AssignProps {
  people: ReturnType<typeof usePeople>
  onAssign: (id: string | null, name: string) => void
}

function Assign({ people, onAssign }: AssignProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button primary">
        Assign <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" side="top" sideOffset={4}>
          {people.map(([id, name]) => (
            <DropdownMenu.Item key={id} onSelect={() => onAssign(id, name)}>
              {name}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Item onSelect={() => onAssign(null, '')}>Nobody</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

interface TagProps {
  count: number
  onTag: (tags: string[]) => void
  onClose: () => void
}

function TagDialog({ count, onTag, onClose }: TagProps) {
  const [text, setText] = useState('')
  const tags = [
    ...new Set(
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ),
  ]
  return (
    <Dialog title={`Tag ${formatCounted(count, 'deal')}`} onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Tag"
          onSubmit={() => Promise.resolve(onTag(tags))}
          onCancel={onClose}
          isReady={tags.length > 0}
        >
          <TextField label="Tags" note="Several with commas." value={text} onChange={setText} />
        </Form>
      </div>
    </Dialog>
  )
}
