import { linkVertical } from 'd3-shape'
import { toWords } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import { TRIGGER, type Edge, type Graph, type NodeTypes } from '../graph.ts'
import { BOX, placeNodes, type Place } from '../layout.ts'
import { nameTrigger } from '../triggers.ts'

interface Props {
  graph: Graph
  types: NodeTypes
  onOpen: (nodeId: string) => void
}

const MARGIN = 24
const NAME_MAX = 26

/** The steps and their ways as a picture; a step in it opens its form. */
export function GraphView({ graph, types, onOpen }: Props) {
  const { trigger, nodes, edges } = graph
  const places = placeNodes([TRIGGER, ...nodes.map(({ id }) => id)], edges)
  const all = [...places.values()]
  const width = Math.max(...all.map(({ x }) => x)) + BOX.width + MARGIN * 2
  const height = Math.max(...all.map(({ y }) => y)) + BOX.height + MARGIN * 2
  const left = Math.min(...all.map(({ x }) => x)) - MARGIN
  return (
    <Panel title="Picture" note="Each step leads to its form" isFlush>
      <div className="scroller" tabIndex={0} role="group" aria-label="Picture of the steps">
        <svg
          className="chart graph"
          width={width - left}
          height={height}
          viewBox={`${left} ${-MARGIN} ${width - left} ${height}`}
          role="group"
          aria-label={`${nodes.length} steps`}
        >
          {edges.map((edge) => (
            <Way key={edge.id} edge={edge} places={places} />
          ))}
          <Box place={places.get(TRIGGER)!} name={nameTrigger(trigger.type)} kind="Trigger" />
          {nodes.map(({ id, name, type }) => (
            <Box
              key={id}
              place={places.get(id)!}
              name={name || id}
              kind={types.get(type)?.label ?? type}
              onOpen={() => onOpen(id)}
            />
          ))}
        </svg>
      </div>
    </Panel>
  )
}

const draw = linkVertical<unknown, { x: number; y: number }>()
  .x(({ x }) => x)
  .y(({ y }) => y)

function Way({ edge, places }: { edge: Edge; places: ReadonlyMap<string, Place> }) {
  const [from, to] = [places.get(edge.from), places.get(edge.to)]
  if (from === undefined || to === undefined) return null
  const source = { x: from.x + BOX.width / 2, y: from.y + BOX.height }
  const target = { x: to.x + BOX.width / 2, y: to.y }
  return (
    <g>
      <path
        d={draw({ source, target }) ?? ''}
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      <path
        d={`M${target.x - 4} ${target.y - 6}l4 6l4 -6`}
        fill="none"
        stroke="var(--line-strong)"
        strokeWidth="1.5"
      />
      {edge.from_port !== 'default' && (
        <text x={(source.x * 3 + target.x) / 4 + 4} y={source.y + 16}>
          {toWords(edge.from_port)}
        </text>
      )}
    </g>
  )
}

interface BoxProps {
  place: Place
  name: string
  kind: string
  onOpen?: () => void
}

function Box({ place: { x, y }, name, kind, onOpen }: BoxProps) {
  const short = name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name
  return (
    <g
      transform={`translate(${x} ${y})`}
      {...(onOpen && {
        role: 'button',
        tabIndex: 0,
        onClick: onOpen,
        onKeyDown: ({ key }: { key: string }) => key === 'Enter' && onOpen(),
      })}
    >
      <rect
        width={BOX.width}
        height={BOX.height}
        rx="3"
        fill={onOpen ? 'var(--surface)' : 'var(--sunken)'}
        stroke="var(--line-strong)"
      />
      <text x="10" y="20" style={{ fill: 'var(--ink)', fontWeight: 600 }}>
        {short}
      </text>
      <text x="10" y="37">
        {kind}
      </text>
    </g>
  )
}
