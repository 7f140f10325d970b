import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { DropdownMenu } from 'radix-ui'
import { useState } from 'react'
import type { UserView } from '../../../clients/typescript/src/index.ts'
import { changeLayout, layoutQuery } from '../data/layout.ts'
import { describeError } from '../data/queries.ts'
import { readMode } from '../data/session.ts'
import { Dialog } from './dialog.tsx'
import { Form, TextField } from './records/form.tsx'
import { notify } from './toasts.tsx'

interface Props {
  /** The screen, by the path that its views have in common. */
  screen: string
  /** What the address holds for a moment only, such as the row that is open. */
  passing?: readonly string[]
}

/** A list as somebody left it, kept under a name; its address can be sent to others as it is. */
export function SavedViews({ screen, passing = [] }: Props) {
  const { data } = useQuery(layoutQuery())
  const [isNaming, setNaming] = useState(false)
  const query = useQueryText(passing)
  const open = useOpen()
  const all = data?.views ?? []
  const own = all.filter((view) => view.screen === screen)
  const shown = own.find((view) => view.query === query)
  const replace = (views: UserView[]): Promise<void> => changeLayout({ views })
  const forget = (view: UserView): void => {
    replace(all.filter((one) => one !== view))
      .then(() => notify(`Deleted: ${view.name}`, () => void replace(all)))
      .catch((error: unknown) => notify(describeError(error).message))
  }
  return (
    <>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="button no-print">
          {shown?.name ?? 'Views'} <span aria-hidden="true">▾</span>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
            {own.map((view) => (
              <DropdownMenu.Item key={view.name} onSelect={() => open(view.query)}>
                <span aria-hidden="true" className="w-4">
                  {view === shown ? '✓' : ''}
                </span>
                {view.name}
              </DropdownMenu.Item>
            ))}
            {own.length > 0 && <DropdownMenu.Separator className="my-1 h-px bg-hairline" />}
            {shown === undefined ? (
              <DropdownMenu.Item onSelect={() => setNaming(true)}>
                Save this view…
              </DropdownMenu.Item>
            ) : (
              <DropdownMenu.Item onSelect={() => forget(shown)}>Delete this view</DropdownMenu.Item>
            )}
            <DropdownMenu.Item onSelect={() => void copyAddress()}>
              Copy the link to this view
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      {isNaming && (
        <NameView
          onKeep={(name) =>
            replace([
              ...all.filter((one) => !isSame(one, { screen, name })),
              { screen, name, query },
            ])
          }
          onClose={() => setNaming(false)}
        />
      )}
    </>
  )
}

function isSame(view: UserView, { screen, name }: Pick<UserView, 'screen' | 'name'>): boolean {
  return view.screen === screen && view.name === name
}

function NameView({
  onKeep,
  onClose,
}: {
  onKeep: (name: string) => Promise<void>
  onClose: () => void
}) {
  const [name, setName] = useState('')
  const keep = async (): Promise<void> => {
    await onKeep(name.trim())
    notify(`Saved under Views: ${name.trim()}`)
    onClose()
  }
  return (
    <Dialog title="Save this view" onClose={onClose}>
      <div className="p-4">
        <Form submitLabel="Save" onSubmit={keep} onCancel={onClose} isReady={name.trim() !== ''}>
          <TextField
            label="Name"
            note="It keeps the filters and the order, and is yours alone."
            value={name}
            onChange={setName}
            isRequired
          />
        </Form>
      </div>
    </Dialog>
  )
}

async function copyAddress(): Promise<void> {
  const url = new URL(location.href)
  // The same address shows other deals in the other mode.
  url.searchParams.set('mode', readMode())
  await navigator.clipboard.writeText(url.href).then(
    () => notify('Copied: whoever may see this screen can open it'),
    () => notify(url.href),
  )
}

/** The address behind the path, always in the same order. */
function useQueryText(passing: readonly string[]): string {
  const search = useRouterState({ select: ({ location }) => location.search as object })
  const given = Object.entries(search).filter(
    ([name, value]) =>
      value !== undefined && value !== '' && name !== 'mode' && !passing.includes(name),
  )
  const pairs = given.map(([name, value]) => [name, String(value)])
  return new URLSearchParams(pairs.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))).toString()
}

function useOpen(): (query: string) => void {
  const navigate = useNavigate()
  return (query) =>
    void navigate({
      to: '.',
      search: Object.fromEntries(new URLSearchParams(query)) as never,
      resetScroll: false,
    })
}
