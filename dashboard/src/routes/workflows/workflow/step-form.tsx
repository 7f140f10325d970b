import { Panel } from '../../../parts/page.tsx'
import {
  changeNode,
  listPorts,
  setAfter,
  TRIGGER,
  type Graph,
  type Node,
  type NodeTypes,
} from '../graph.ts'
import type { Schema } from '../schema.ts'
import { AfterFields } from './after-fields.tsx'
import { SchemaForm } from './schema-form.tsx'
import { StepSettings } from './step-settings.tsx'

interface Props {
  graph: Graph
  node: Node
  types: NodeTypes
  isWriter: boolean
  onChange: (graph: Graph) => void
  onRemove: () => void
}

/** The settings of a step, made from what its type declares. */
export function StepForm({ graph, node, types, isWriter, onChange, onRemove }: Props) {
  const type = types.get(node.type)
  const set = (next: Partial<Node>): void => onChange(changeNode(graph, node.id, next))
  const before = [
    { from: TRIGGER, label: 'the trigger', ports: ['default'] },
    ...graph.nodes
      .filter(({ id }) => id !== node.id)
      .map((one) => ({ from: one.id, label: one.name || one.id, ports: listPorts(one, types) })),
  ]
  return (
    <Panel
      title={node.name || node.id}
      note={type?.description}
      actions={
        isWriter && (
          <button type="button" className="button" onClick={onRemove}>
            Remove the step
          </button>
        )
      }
    >
      <fieldset disabled={!isWriter} className="grid gap-4">
        <legend className="sr-only">Settings of the step</legend>
        {type?.is_runnable === false && (
          <p className="notice" data-tone="negative">
            <strong className="negative">✕ It cannot run here.</strong> {type.reason}
          </p>
        )}
        <label className="grid gap-1">
          <span className="label">Name</span>
          <input
            className="field"
            value={node.name}
            maxLength={200}
            onChange={({ target }) => set({ name: target.value })}
          />
        </label>
        <SchemaForm
          schema={(type?.config_schema ?? {}) as Schema}
          value={node.config}
          onChange={(config) => set({ config })}
        />
        <AfterFields
          places={before}
          after={graph.edges.filter(({ to }) => to === node.id)}
          onChange={(ports) => onChange(setAfter(graph, node.id, ports))}
        />
        <StepSettings settings={node.settings} onChange={(settings) => set({ settings })} />
        <p className="meta">
          Texts can hold what is known when the step runs, such as{' '}
          <code>{'{{ submission.name }}'}</code> or <code>{`{{ nodes.${node.id}.output }}`}</code>.
        </p>
      </fieldset>
    </Panel>
  )
}
