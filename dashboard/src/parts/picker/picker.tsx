import { Command } from 'cmdk'
import { useState, type ReactNode } from 'react'
import { rankChoices, type Findable } from './rank.ts'

interface Choice extends Findable {
  id: string
  /** Below the name. */
  note?: string
  /** At the end of the line. */
  mark?: ReactNode
  /** Under which heading it stands while nothing is typed. */
  group?: string
}

interface Props {
  /** What is chosen, for readers: `Number`. */
  label: string
  placeholder: string
  /** When nothing fits. */
  empty: string
  choices: readonly Choice[]
  onChoose: (id: string) => void
}

/** One of many by typing; Enter takes what fits best. */
export function Picker({ label, placeholder, empty, choices, onChoose }: Props) {
  const [text, setText] = useState('')
  const isTyped = text.trim() !== ''
  const groups = Map.groupBy(isTyped ? [] : choices, ({ group }) => group)
  return (
    <Command label={label} shouldFilter={false} disablePointerSelection>
      <Command.Input
        className="w-full border-b border-hairline bg-transparent px-4 py-3 text-ink outline-none placeholder:text-faint"
        placeholder={placeholder}
        value={text}
        onValueChange={setText}
        autoFocus
      />
      <Command.List className="palette-list" label={label}>
        <Command.Empty className="px-3 py-6 text-center text-muted">{empty}</Command.Empty>
        {rankChoices(isTyped ? choices : [], text).map((choice) => (
          <Item key={choice.id} choice={choice} onChoose={onChoose} />
        ))}
        {[...groups].map(([group, own]) => (
          <Command.Group key={group ?? ''} {...(group !== undefined && { heading: group })}>
            {own.map((choice) => (
              <Item key={choice.id} choice={choice} onChoose={onChoose} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
    </Command>
  )
}

function Item({ choice, onChoose }: { choice: Choice; onChoose: (id: string) => void }) {
  const { id, name, note, mark } = choice
  return (
    <Command.Item value={id || 'none'} onSelect={() => onChoose(id)}>
      {note === undefined ? (
        name
      ) : (
        <span className="grid">
          <span className="text-ink">{name}</span>
          <span className="meta">{note}</span>
        </span>
      )}
      {mark !== undefined && <span className="ml-auto">{mark}</span>}
    </Command.Item>
  )
}
