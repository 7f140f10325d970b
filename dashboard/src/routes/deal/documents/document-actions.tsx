import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { Document } from '../../../../../clients/typescript/src/index.ts'
import { refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { DeleteDialog, KindDialog, PasswordDialog, SplitDialog } from './document-dialogs.tsx'

const DIALOGS = {
  kind: KindDialog,
  password: PasswordDialog,
  split: SplitDialog,
  delete: DeleteDialog,
}

/** What can be done with one file: read otherwise, called otherwise, parted, left out, deleted. */
export function DocumentActions({ id, document }: { id: string; document: Document }) {
  const [open, setOpen] = useState<keyof typeof DIALOGS | null>(null)
  const { display_name, is_included, error_code } = document
  const run = (work: () => Promise<unknown>, done: string, back?: () => void) => () => {
    void attempt(async () => {
      await work()
      await refreshDeal(id)
      notify(`${display_name}: ${done}`, back)
    })
  }
  const include = (isIncluded: boolean): Promise<unknown> =>
    api.documents.update(document.id, { is_included: isIncluded })
  const turn = run(
    () => include(!is_included),
    is_included ? 'excluded from every number' : 'included again',
    () => run(() => include(is_included), 'as before')(),
  )
  const read = (ocr: 'auto' | 'always') =>
    run(() => api.documents.parse(document.id, { force: true, ocr }), 'is read again')
  const Dialog = open === null ? null : DIALOGS[open]
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger
          className="button quiet"
          aria-label={`What to do with ${display_name}`}
        >
          ⋯
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            {error_code === 'password_protected' && (
              <Item label="Enter its password…" onSelect={() => setOpen('password')} />
            )}
            <Item label="Set its kind…" onSelect={() => setOpen('kind')} />
            <Item label="Read it again" onSelect={read('auto')} />
            <Item label="Read it from its pictures" onSelect={read('always')} />
            <Item label="Part it into several…" onSelect={() => setOpen('split')} />
            <Item label={is_included ? 'Exclude' : 'Include'} onSelect={turn} />
            <Item label="Download" onSelect={() => void download(document)} />
            <Item label="Delete…" onSelect={() => setOpen('delete')} />
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {Dialog && <Dialog id={id} document={document} onClose={() => setOpen(null)} />}
    </>
  )
}

function Item({ label, onSelect }: { label: string; onSelect: () => void }) {
  return <DropdownMenu.Item onSelect={onSelect}>{label}</DropdownMenu.Item>
}

async function download({ id }: Document): Promise<void> {
  const link = await attempt(() => api.documents.download(id, { disposition: 'attachment' }))
  if (link !== undefined) location.assign(link.url)
}
