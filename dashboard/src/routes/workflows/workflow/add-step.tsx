import type { WorkflowNodeType } from '../../../../../clients/typescript/src/index.ts'
import { toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Picker } from '../../../parts/picker/picker.tsx'
import type { NodeTypes } from '../graph.ts'

interface Props {
  types: NodeTypes
  onAdd: (type: WorkflowNodeType) => void
  onClose: () => void
}

/** Every kind of step by its name and what it does. */
export function AddStep({ types, onAdd, onClose }: Props) {
  const choices = [...types.values()].map((type) => ({
    id: type.type,
    name: type.label,
    note: type.reason ?? type.description,
    group: toWords(type.category),
    more: `${type.type} ${type.description}`,
    ...(!type.is_runnable && { mark: <span className="negative">✕ not here</span> }),
  }))
  return (
    <Dialog title="Add a step" onClose={onClose}>
      <Picker
        label="Step"
        placeholder="What shall it do?"
        empty="No step does that."
        choices={choices}
        onChoose={(id) => onAdd(types.get(id)!)}
      />
    </Dialog>
  )
}
