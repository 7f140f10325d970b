import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { WorkflowDetail } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { useShortcuts } from '../../../shell/keys.ts'
import { addNode, listSteps, TRIGGER, type NodeTypes, type Port, type Step } from '../graph.ts'
import { obstaclesQuery } from '../workflow-queries.ts'
import { AddStep } from './add-step.tsx'
import { Obstacles } from './obstacles.tsx'
import { StepForm } from './step-form.tsx'
import { StepList } from './step-list.tsx'
import { TriggerForm } from './trigger-form.tsx'
import { useDraft } from './use-draft.ts'

interface Props {
  workflow: WorkflowDetail
  types: NodeTypes
  /** The step that is open; the trigger at first. */
  chosen: string | undefined
  onChoose: (nodeId: string | undefined) => void
}

/** The steps as a list at the left, the one that is open as a form at the right. */
export function Builder({ workflow, types, chosen, onChoose }: Props) {
  const draft = useDraft(workflow, types)
  const { graph, setGraph } = draft
  const [adding, setAdding] = useState<Port | null>(null)
  const isWriter = useCan()('workflows:write')
  const obstacles = useQuery(obstaclesQuery(workflow.id, workflow.version))
  const steps = listSteps(graph)
  const open = graph.nodes.find(({ id }) => id === chosen)
  useStepKeys(steps, open?.id, onChoose)
  return (
    <div className="grid gap-3">
      {obstacles.data && (
        <Obstacles obstacles={obstacles.data} nodes={graph.nodes} onOpen={onChoose} />
      )}
      {draft.isChanged && isWriter && <Unsaved draft={draft} />}
      <div className="triage">
        <StepList
          trigger={graph.trigger}
          steps={steps}
          types={types}
          open={open?.id ?? TRIGGER}
          onOpen={onChoose}
          onAdd={isWriter ? setAdding : null}
        />
        <OpenStep {...{ draft, types, chosen, onChoose, isWriter }} />
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

interface OpenProps extends Omit<Props, 'workflow'> {
  draft: ReturnType<typeof useDraft>
  isWriter: boolean
}

function OpenStep({ draft, types, chosen, onChoose, isWriter }: OpenProps) {
  const { graph, setGraph, name, setName, remove } = draft
  const node = graph.nodes.find(({ id }) => id === chosen)
  if (node === undefined)
    return (
      <TriggerForm
        name={name}
        onName={setName}
        trigger={graph.trigger}
        isWriter={isWriter}
        onChange={(trigger) => setGraph({ ...graph, trigger })}
      />
    )
  return (
    <StepForm
      key={node.id}
      graph={graph}
      node={node}
      types={types}
      isWriter={isWriter}
      onChange={setGraph}
      onRemove={() => {
        remove(node.id)
        onChoose(undefined)
      }}
    />
  )
}

function Unsaved({ draft: { isBusy, save, reset } }: Pick<OpenProps, 'draft'>) {
  return (
    <div className="notice no-print" data-tone="caution" role="status">
      <span>
        <strong className="caution">▲ Not saved.</strong> Runs keep to the version they began with.
      </span>
      <button
        type="button"
        className="button primary"
        disabled={isBusy}
        onClick={() => void save()}
      >
        Save the steps
      </button>
      <button type="button" className="button" onClick={reset}>
        Discard changes
      </button>
    </div>
  )
}

/** `j` and `k` go from step to step, the trigger first. */
function useStepKeys(
  steps: readonly Step[],
  open: string | undefined,
  onChoose: Props['onChoose'],
): void {
  const step = (by: number): void => {
    const order = [TRIGGER, ...steps.map(({ node }) => node.id)]
    const next = order[order.indexOf(open ?? TRIGGER) + by]
    if (next !== undefined) onChoose(next === TRIGGER ? undefined : next)
  }
  useShortcuts([
    { keys: 'j', label: 'Next step', run: () => step(1) },
    { keys: 'k', label: 'Step before', run: () => step(-1) },
  ])
}
