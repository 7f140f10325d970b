import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import type { Funder } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'

const FOUND_MAX = 20

/** Any funder of the register can get the deal, whether its criteria are known or not. */
export function AddFunder({ known, onChoose }: Omit<Props, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Add a funder
      </button>
      {isOpen && <Finder known={known} onChoose={onChoose} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  /** Ids of funders that are listed already. */
  known: readonly string[]
  onChoose: (funder: Funder) => void
  onClose: () => void
}

function Finder({ known, onChoose, onClose }: Props) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: keyed('funders', q),
    queryFn: () =>
      api.funders
        .list({ limit: FOUND_MAX, ...(q === '' ? {} : { q }) })
        .page()
        .then((page) => page.data),
    placeholderData: (before) => before,
  })
  return (
    <Dialog title="Add a funder" onClose={onClose}>
      <Command label="Funder" shouldFilter={false} disablePointerSelection>
        <Command.Input
          className="w-full border-b border-hairline bg-transparent px-4 py-3 text-ink outline-none placeholder:text-faint"
          placeholder="Type the name of a funder"
          value={text}
          onValueChange={setText}
          autoFocus
        />
        <Command.List className="palette-list" label="Funders">
          <Command.Empty className="px-3 py-6 text-center text-muted">
            No funder by that name.
          </Command.Empty>
          {data
            .filter(({ id, name }) => !known.includes(id) && (!isPlaceholderData || fits(name, q)))
            .map((funder) => (
              <Command.Item
                key={funder.id}
                value={funder.id}
                onSelect={() => {
                  onClose()
                  onChoose(funder)
                }}
              >
                {funder.name}
                <span className="meta ml-auto">
                  {funder.submission_channel ?? 'no way of sending is known'}
                </span>
              </Command.Item>
            ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** Of what was found for another text, only what is meant by this one too is offered meanwhile. */
function fits(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase())
}
