import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { useCan } from '../data/scopes.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Status } from '../parts/marks.tsx'
import { Hits } from './palette-hits.tsx'
import { chooseTheme } from './theme.ts'
import { useFound } from './use-found.ts'
import { usePlaces } from './use-places.ts'

/**
 * Every place and action by its name, deals by theirs, and what the search finds in all of them.
 * Enter takes what is marked, and the mark never moves by what is found later, nor by a pointer that
 * rests: only to another text, key or place.
 */
export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const navigate = useNavigate()
  const wanted = text.trim()
  const { deals, hits, isComplete } = useFound(wanted)
  const list = useFirstItem()
  const waitWithEnter = useEarlyEnter(list, { text, isComplete })
  const run = (work: () => unknown) => () => {
    onClose()
    work()
    // The screen that comes takes the focus at its heading, where nothing else holds it.
    setTimeout(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  }
  return (
    <Dialog title="Search or jump to" onClose={onClose} isBare>
      <Command
        label="Search or jump to"
        shouldFilter={false}
        disablePointerSelection
        loop
        onKeyDown={waitWithEnter}
      >
        <Command.Input
          className="w-full border-b border-hairline bg-transparent px-4 py-3 text-[15px] text-ink outline-none placeholder:text-faint"
          placeholder="A deal, a screen, an action"
          value={text}
          onValueChange={setText}
          autoFocus
        />
        <Command.List ref={list} className="palette-list" label="Results">
          <Command.Empty className="px-3 py-6 text-center text-muted">
            {isComplete ? 'Nothing by that name.' : 'Searching…'}
          </Command.Empty>
          {deals.length > 0 && (
            <Command.Group heading="Deals">
              {deals.map(({ id, name, status }) => (
                <Command.Item
                  key={id}
                  value={id}
                  onSelect={run(() => navigate({ to: '/deals/$id', params: { id } }))}
                >
                  {name}
                  <span className="ml-auto">
                    <Status state={status} />
                  </span>
                </Command.Item>
              ))}
            </Command.Group>
          )}
          {hits && <Hits text={wanted} hits={hits} isComplete={isComplete} run={run} />}
          <Actions text={text} run={run} />
        </Command.List>
      </Command>
    </Dialog>
  )
}

/**
 * Goes back to the first item when the chosen one is no longer there: the list of results would
 * keep on naming it to readers. Home is the way that it has for that.
 */
function useFirstItem() {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (list.current?.querySelector('[cmdk-item][aria-selected=true]') !== null) return
    const home = new KeyboardEvent('keydown', { key: 'Home', bubbles: true, cancelable: true })
    list.current.dispatchEvent(home)
  })
  return list
}

/** Enter before there is anything to take is kept until the response is here, and takes the first of it. */
function useEarlyEnter(
  list: RefObject<HTMLDivElement | null>,
  { text, isComplete }: { text: string; isComplete: boolean },
): (event: KeyboardEvent) => void {
  const [awaited, setAwaited] = useState<string | null>(null)
  const findFirst = () => list.current?.querySelector<HTMLElement>('[cmdk-item]') ?? null
  useEffect(() => {
    if (awaited === null || !isComplete) return
    setAwaited(null)
    if (awaited === text) findFirst()?.click()
  })
  return (event) => {
    if (event.key !== 'Enter' || isComplete || findFirst() !== null) return
    event.preventDefault()
    setAwaited(text)
  }
}

function Actions({ text, run }: { text: string; run: (work: () => unknown) => () => void }) {
  const navigate = useNavigate()
  const can = useCan()
  const { all, elsewhere } = usePlaces()
  const newDeal = {
    label: 'New deal',
    work: () => navigate({ to: '/deals', search: { new: '1' } }),
  }
  const actions = [
    ...all.map(({ to, label }) => ({ label, work: () => navigate({ to }) })),
    ...(can('submissions:write') ? [newDeal] : []),
    ...elsewhere.map(({ to, label }) => ({ label, work: () => location.assign(to) })),
    { label: 'Theme: light', work: () => chooseTheme('light') },
    { label: 'Theme: dark', work: () => chooseTheme('dark') },
    { label: 'Theme: as the system', work: () => chooseTheme('system') },
  ].filter(({ label }) => label.toLowerCase().includes(text.trim().toLowerCase()))
  if (actions.length === 0) return null
  return (
    <Command.Group heading="Go to">
      {actions.map(({ label, work }) => (
        <Command.Item key={label} value={label} onSelect={run(work)}>
          {label}
        </Command.Item>
      ))}
    </Command.Group>
  )
}
