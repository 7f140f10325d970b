import { toWords } from '../../../format/values.ts'
import { listPorts, TRIGGER, type Graph, type NodeTypes, type Port, type Step } from '../graph.ts'
import { nameTrigger } from '../triggers.ts'
import { namePorts, summarizeConfig } from '../ways.ts'

interface Props {
  trigger: Graph['trigger']
  steps: readonly Step[]
  types: NodeTypes
  open: string
  /** Undefined for the trigger. */
  onOpen: (nodeId: string | undefined) => void
  /** Null for whoever may not change the steps. */
  onAdd: ((at: Port) => void) | null
}

/** The steps from the trigger down; behind each of its ports there is a place for one more. */
export function StepList({ trigger, steps, types, open, onOpen, onAdd }: Props) {
  return (
    <section className="panel step-list" aria-label="Steps">
      <ol>
        <li>
          <button
            type="button"
            className="triage-entry"
            aria-current={open === TRIGGER}
            onClick={() => onOpen(undefined)}
          >
            <strong className="text-ink">{nameTrigger(trigger.type)}</strong>
            <span className="meta">Trigger</span>
          </button>
          <AddButtons from={TRIGGER} name="the trigger" ports={['default']} onAdd={onAdd} />
        </li>
        {steps.map((step) => (
          <Entry
            key={step.node.id}
            step={step}
            types={types}
            isOpen={open === step.node.id}
            onOpen={onOpen}
            onAdd={onAdd}
          />
        ))}
      </ol>
    </section>
  )
}

interface EntryProps extends Pick<Props, 'types' | 'onOpen' | 'onAdd'> {
  step: Step
  isOpen: boolean
}

function Entry({ step: { node, depth, after }, types, isOpen, onOpen, onAdd }: EntryProps) {
  const type = types.get(node.type)
  const ports = after.filter(({ from_port }) => from_port !== 'default')
  return (
    <li style={{ paddingLeft: Math.min(depth, 5) * 16 }}>
      <button
        type="button"
        className="triage-entry"
        aria-current={isOpen}
        onClick={() => onOpen(node.id)}
      >
        <span>
          {ports.length > 0 && (
            <span className="chip mr-1">{namePorts(ports.map(({ from_port }) => from_port))}</span>
          )}
          <strong className="text-ink">{node.name || type?.label || node.type}</strong>
        </span>
        <span className="meta">
          {[
            node.name === type?.label ? '' : (type?.label ?? node.type),
            summarizeConfig(node.config),
          ]
            .filter((text) => text !== '')
            .join(': ')}
          {node.settings.is_disabled && ' · skipped'}
          {type?.is_runnable === false && <span className="negative"> ✕ cannot run here</span>}
          {after.length === 0 && <span className="caution"> ▲ nothing leads here</span>}
        </span>
      </button>
      <AddButtons
        from={node.id}
        name={node.name || node.id}
        ports={listPorts(node, types)}
        onAdd={onAdd}
      />
    </li>
  )
}

interface AddProps extends Pick<Props, 'onAdd'> {
  from: string
  name: string
  ports: readonly string[]
}

function AddButtons({ from, name, ports, onAdd }: AddProps) {
  if (onAdd === null || ports.length === 0) return null
  return (
    <div className="flex flex-wrap gap-1 px-3 pb-1 no-print">
      {ports.map((port) => (
        <button
          key={port}
          type="button"
          className="add-step"
          aria-label={`Add a step after ${name}${port === 'default' ? '' : `, ${toWords(port)}`}`}
          onClick={() => onAdd({ from, port })}
        >
          + {port === 'default' ? '' : toWords(port).toLowerCase()}
        </button>
      ))}
    </div>
  )
}
