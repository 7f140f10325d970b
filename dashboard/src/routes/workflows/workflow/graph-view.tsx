import { formatCounted } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import { TRIGGER, type Graph, type NodeTypes } from '../graph.ts'
import { BOX, placeNodes, type Place } from '../layout.ts'
import { nameTrigger } from '../triggers.ts'
import { namePorts, routeWays, summarizeConfig, type Way } from '../ways.ts'

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
          aria-label={formatCounted(nodes.length, 'step')}
        >
          {routeWays(edges, places).map((way) => (
            <Line key={`${way.from} ${way.to}`} way={way} />
          ))}
          <Box place={places.get(TRIGGER)!} name={nameTrigger(trigger.type)} kind="Trigger" />
          {nodes.map(({ id, name, type, config }) => (
            <Box
              key={id}
              place={places.get(id)!}
              name={name || id}
              kind={describe(types.get(type)?.label ?? type, name, summarizeConfig(config))}
              onOpen={() => onOpen(id)}
            />
          ))}
        </svg>
      </div>
    </Panel>
  )
}

function Line({ way: { path, ports, source, target } }: { way: Way }) {
  const isLeft = source.x > target.x
  return (
    <g fill="none" stroke="var(--line-strong)" strokeWidth="1.5">
      <path d={path} />
      <path d={`M${target.x - 4} ${target.y - 6}l4 6l4 -6`} />
      <text
        x={source.x + (isLeft ? -6 : 6)}
        y={source.y + 14}
        textAnchor={isLeft ? 'end' : 'start'}
        style={{ paintOrder: 'stroke', stroke: 'var(--surface)', strokeWidth: 4 }}
      >
        {namePorts(ports)}
      </text>
    </g>
  )
}

/** The kind of a step where its name says another thing, and its chief setting. */
function describe(kind: string, name: string, setting: string): string {
  return [kind === name ? '' : kind, setting].filter((text) => text !== '').join(': ')
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
