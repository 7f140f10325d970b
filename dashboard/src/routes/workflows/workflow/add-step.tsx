import { Command } from 'cmdk'
import type { WorkflowNodeType } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { findWords } from '../../../parts/find-words.ts'
import type { NodeTypes } from '../graph.ts'

interface Props {
  types: NodeTypes
  onAdd: (type: WorkflowNodeType) => void
  onClose: () => void
}

/** Every kind of step by its name and what it does. */
export function AddStep({ types, onAdd, onClose }: Props) {
  const groups = Map.groupBy(types.values(), ({ category }) => category)
  return (
    <Dialog title="Add a step" onClose={onClose}>
      <Command label="Step" filter={findWords} disablePointerSelection>
        <Command.Input
          className="w-full border-b border-hairline bg-transparent px-4 py-3 text-ink outline-none placeholder:text-faint"
          placeholder="What shall it do?"
          autoFocus
        />
        <Command.List className="palette-list" label="Steps">
          <Command.Empty className="px-3 py-6 text-center text-muted">
            No step does that.
          </Command.Empty>
          {[...groups].map(([category, own]) => (
            <Command.Group key={category} heading={toWords(category)}>
              {own.map((type) => (
                <Command.Item
                  key={type.type}
                  value={`${type.label} ${type.type} ${type.description}`}
                  onSelect={() => onAdd(type)}
                >
                  <span className="grid">
                    <span className="text-ink">{type.label}</span>
                    <span className="meta">{type.reason ?? type.description}</span>
                  </span>
                  {!type.is_runnable && <span className="negative ml-auto">✕ not here</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}
