import type { WorkflowValidate } from '../../../../../clients/typescript/src/index.ts'
import { TRIGGER, type Node } from '../graph.ts'

interface Props {
  obstacles: WorkflowValidate
  nodes: readonly Node[]
  /** Undefined for the trigger. */
  onOpen: (nodeId: string | undefined) => void
}

/** What keeps the saved steps from running, each with the way to it. */
export function Obstacles({ obstacles, nodes, onOpen }: Props) {
  const { problems, unsupported_nodes } = obstacles
  const entries = [
    ...problems.map(({ node_id, message, is_warning }) => ({
      nodeId: node_id,
      message,
      isWarning: is_warning,
    })),
    ...unsupported_nodes.map(({ node_id, reason }) => ({
      nodeId: node_id,
      message: reason,
      isWarning: false,
    })),
  ]
  if (entries.length === 0) return null
  const name = (id: string) =>
    id === TRIGGER ? 'Trigger' : nodes.find((node) => node.id === id)?.name || id
  const isBlocked = entries.some(({ isWarning }) => !isWarning)
  return (
    <section
      className="notice"
      data-tone={isBlocked ? 'negative' : 'caution'}
      aria-label="What is in the way"
    >
      <strong className={isBlocked ? 'negative' : 'caution'}>
        {isBlocked ? '✕ It cannot be activated as it is saved.' : '▲ It can be activated.'}
      </strong>
      <ul className="basis-full">
        {entries.map(({ nodeId, message, isWarning }) => (
          <li key={`${nodeId} ${message}`}>
            <span className={isWarning ? 'caution' : 'negative'} aria-hidden="true">
              {isWarning ? '▲' : '✕'}
            </span>{' '}
            {nodeId !== null && (
              <button
                type="button"
                className="value-button font-semibold"
                onClick={() => onOpen(nodeId === TRIGGER ? undefined : nodeId)}
              >
                {name(nodeId)}
              </button>
            )}{' '}
            {message}
          </li>
        ))}
      </ul>
    </section>
  )
}
