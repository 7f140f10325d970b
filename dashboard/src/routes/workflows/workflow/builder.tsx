import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkflowDetail } from '../../../../../clients/typescript/src/index.ts'
import { describeError } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { notify } from '../../../parts/toasts.tsx'
import { useShortcuts } from '../../../shell/keys.ts'
import {
  addNode,
  listSteps,
  removeNode,
  TRIGGER,
  type Graph,
  type NodeTypes,
  type Port,
} from '../graph.ts'
import { obstaclesQuery, refreshWorkflows } from '../workflow-queries.ts'
import { AddStep } from './add-step.tsx'
import { Obstacles } from './obstacles.tsx'
import { StepForm } from './step-form.tsx'
import { StepList } from './step-list.tsx'
import { TriggerForm } from './trigger-form.tsx'

interface Props {
  workflow: WorkflowDetail
  types: NodeTypes
  /** The step that is open; the trigger at first. */
  chosen: string | undefined
  onChoose: (nodeId: string | undefined) => void
}

/** The steps as a list at the left, the one that is open as a form at the right. */
export function Builder({ workflow, types, chosen, onChoose }: Props) {
  const { id, version, trigger, nodes, edges } = workflow
  const [name, setName] = useState(workflow.name)
  const saved: Graph = { trigger, nodes, edges }
  const [graph, setGraph] = useState(saved)
  const [adding, setAdding] = useState<Port | null>(null)
  const [isBusy, setBusy] = useState(false)
  const can = useCan()
  const isWriter = can('workflows:write')
  const obstacles = useQuery(obstaclesQuery(id, version))
  const isChanged = name !== workflow.name || JSON.stringify(graph) !== JSON.stringify(saved)
  const steps = listSteps(graph)
  const node = graph.nodes.find((one) => one.id === chosen)
  const save = async (): Promise<void> => {
    setBusy(true)
    try {
      await api.workflows.replace(id, { ...graph, name })
      await refreshWorkflows()
      notify('Saved as a new version')
    } catch (error) {
      notify(describeError(error).message)
    } finally {
      setBusy(false)
    }
  }
  const remove = (nodeId: string): void => {
    const before = graph
    setGraph(removeNode(graph, nodeId, types))
    onChoose(undefined)
    notify('Step taken out', () => setGraph(before))
  }
  const step = (by: number): void => {
    const order = [TRIGGER, ...steps.map((one) => one.node.id)]
    const next = order[order.indexOf(node?.id ?? TRIGGER) + by]
    if (next !== undefined) onChoose(next === TRIGGER ? undefined : next)
  }
  useShortcuts([
    { keys: 'j', label: 'Next step', run: () => step(1) },
    { keys: 'k', label: 'Step before', run: () => step(-1) },
  ])
  return (
    <div className="grid gap-3">
      {obstacles.data && (
        <Obstacles obstacles={obstacles.data} nodes={graph.nodes} onOpen={onChoose} />
      )}
      {isChanged && isWriter && (
        <div className="notice no-print" data-tone="caution" role="status">
          <span>
            <strong className="caution">▲ Not saved.</strong> Runs keep to the version they began
            with.
          </span>
          <button
            type="button"
            className="button primary"
            disabled={isBusy}
            onClick={() => void save()}
          >
            Save the steps
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              setGraph(saved)
              setName(workflow.name)
            }}
          >
            Back to the saved ones
          </button>
        </div>
      )}
      <div className="triage">
        <StepList
          trigger={graph.trigger}
          steps={steps}
          types={types}
          open={node?.id ?? TRIGGER}
          onOpen={onChoose}
          onAdd={isWriter ? setAdding : null}
        />
        {node === undefined ? (
          <TriggerForm
            name={name}
            onName={setName}
            trigger={graph.trigger}
            isWriter={isWriter}
            onChange={(next) => setGraph({ ...graph, trigger: next })}
          />
        ) : (
          <StepForm
            key={node.id}
            graph={graph}
            node={node}
            types={types}
            isWriter={isWriter}
            onChange={setGraph}
            onRemove={() => remove(node.id)}
          />
        )}
      </div>
      {adding !== null && (
        <AddStep
          types={types}
          onClose={() => setAdding(null)}
          onAdd={(type) => {
            const next = addNode(graph, adding, type)
            setGraph(next)
            setAdding(null)
            onChoose(next.nodes.at(-1)?.id)
          }}
        />
      )}
    </div>
  )
}
