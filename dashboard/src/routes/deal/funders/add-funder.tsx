import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import type { Funder } from '../../../../../clients/typescript/src/index.ts'
import { keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { NewFunder } from '../../funders/new-funder.tsx'
import { describeSending, sortToAdd } from '../../funders/sending.ts'

const FOUND_MAX = 20

/** Any funder can get the deal, whether its criteria are known or not; a missing one is made here. */
export function AddFunder({ known, onChoose }: Pick<Props, 'known' | 'onChoose'>) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Add a funder
      </button>
      {isOpen && (
        <Finder known={known} onChoose={onChoose} onMake={setMade} onClose={() => setOpen(false)} />
      )}
      {made !== null && (
        <NewFunder
          name={made}
          onClose={() => setMade(null)}
          onMade={(funder) => {
            setMade(null)
            onChoose(funder)
          }}
        />
      )}
    </>
  )
}

interface Props {
  /** Ids of funders that are listed already. */
  known: readonly string[]
  onChoose: (funder: Funder) => void
  /** With what was searched for. */
  onMake: (name: string) => void
  onClose: () => void
}

function Finder({ known, onChoose, onMake, onClose }: Props) {
  const [text, setText] = useState('')
  const q = text.trim()
  const { data = [], isPlaceholderData } = useQuery({
    queryKey: keyed('funders', 'to-add', q),
    queryFn: () => findFunders(q),
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
                <span className="meta ml-auto">{describeSending(funder)}</span>
              </Command.Item>
            ))}
          <Command.Item
            value="new"
            onSelect={() => {
              onClose()
              onMake(q)
            }}
          >
            {q === '' ? 'Create a funder' : `Create the funder “${q}”`}
          </Command.Item>
        </Command.List>
      </Command>
    </Dialog>
  )
}

/** One's own come first, and those that nothing can be sent to yet come last. */
async function findFunders(q: string): Promise<Funder[]> {
  const wanted = { limit: FOUND_MAX, ...(q === '' ? {} : { q }) }
  const [own, all] = await Promise.all([
    api.funders.list({ ...wanted, is_global: false }).page(),
    api.funders.list(wanted).page(),
  ])
  return sortToAdd([...own.data, ...all.data.filter(({ is_global }) => is_global)])
}

/** Of what was found for another text, only what is meant by this one too is offered meanwhile. */
function fits(name: string, text: string): boolean {
  return name.toLowerCase().includes(text.toLowerCase())
}
