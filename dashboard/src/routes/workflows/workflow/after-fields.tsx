import { toWords } from '../../../format/values.ts'
import type { Edge, Port } from '../graph.ts'

interface Place {
  from: string
  label: string
  ports: readonly string[]
}

interface Props {
  /** All that a step can run after. */
  places: readonly Place[]
  after: readonly Edge[]
  onChange: (ports: readonly Port[]) => void
}

/** After which steps, and which of their results, a step runs: a way to wire it without dragging. */
export function AfterFields({ places, after, onChange }: Props) {
  const options = places.flatMap(({ from, label, ports }) =>
    ports.map((port) => ({
      key: `${from} ${port}`,
      from,
      port,
      text: port === 'default' ? label : `${label}: ${toWords(port).toLowerCase()}`,
    })),
  )
  const chosen = after.map(({ from, from_port }) => ({ from, port: from_port }))
  const change = (index: number, key: string): void => {
    const found = options.find((option) => option.key === key)
    const next = found === undefined ? [] : [{ from: found.from, port: found.port }]
    onChange([...chosen.slice(0, index), ...next, ...chosen.slice(index + 1)])
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-1">Runs after</legend>
      {[...chosen, null].map((port, index) => (
        <select
          key={port === null ? 'more' : `${port.from} ${port.port}`}
          className="field"
          aria-label={port === null ? 'Runs after one more' : `Runs after, ${index + 1}`}
          value={port === null ? '' : `${port.from} ${port.port}`}
          onChange={({ target }) => change(index, target.value)}
        >
          <option value="">{port === null ? 'One more…' : 'Remove this path'}</option>
          {options.map(({ key, text }) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      ))}
    </fieldset>
  )
}
