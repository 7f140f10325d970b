import type { UserScoreTablesMetric } from '../../../../../clients/typescript/src/index.ts'
import { toWords, findUnit } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import { NumberCell } from './number-cell.tsx'
import { GRADES, turnCritical, typeCut, withEntry, type Cuts, type Scores } from './score-draft.ts'

interface Props {
  rows: readonly UserScoreTablesMetric[]
  own: Scores['scorecard_thresholds']
  isOpen: boolean
  onChange: (own: Scores['scorecard_thresholds']) => void
}

/** From which value a metric has each grade; a ratio is typed in percent. */
export function GradeTable({ rows, own, isOpen, onChange }: Props) {
  return (
    <Panel title="Grades" note="the value that each grade needs; below D it is F" isFlush>
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of grades">
        <table className="ledger">
          <caption className="sr-only">Thresholds of grades</caption>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col">Better</th>
              {GRADES.map((grade) => (
                <th key={grade} scope="col" className="num">
                  {grade}
                </th>
              ))}
              <th scope="col">Decides alone</th>
              <th scope="col">In use</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <GradeRow
                key={row.metric}
                row={row}
                own={own[row.metric]}
                isOpen={isOpen}
                onChange={(cuts) => onChange(withEntry(own, row.metric, cuts))}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

interface RowProps {
  row: UserScoreTablesMetric
  /** Null for a metric that is switched off. */
  own: Cuts | null | undefined
  isOpen: boolean
  onChange: (own: Cuts | null | undefined) => void
}

const PERCENT = 100

function GradeRow({ row, own, isOpen, onChange }: RowProps) {
  const { metric, label, unit, section } = row
  const isPercent = findUnit(metric, unit) === 'ratio'
  const factor = isPercent ? PERCENT : 1
  const cuts = own ?? undefined
  const isOn = own !== null
  return (
    <tr data-off={!isOn || undefined}>
      <th scope="row">
        {label}
        <div className="meta">
          {toWords(section)}
          {isPercent && ' · percent'}
          {unit === 'amount' && ' · money'}
          {own !== undefined && own !== null && <span className="info"> · yours</span>}
        </div>
      </th>
      <td>{row.A < row.D ? 'lower' : 'higher'}</td>
      {GRADES.map((grade) => (
        <td key={grade} className="num">
          <NumberCell
            label={`${label}: ${grade}`}
            value={round((cuts?.[grade] ?? row[grade]) * factor)}
            usual={round(row[grade] * factor)}
            isOpen={isOpen && isOn}
            onType={(value) =>
              onChange(
                typeCut(row, cuts, { grade, value: value === null ? null : round(value / factor) }),
              )
            }
          />
        </td>
      ))}
      <td>
        <input
          type="checkbox"
          aria-label={`${label} decides alone`}
          checked={cuts?.is_critical ?? row.is_critical}
          disabled={!isOpen || !isOn}
          onChange={() => onChange(turnCritical(row, cuts))}
        />
      </td>
      <td>
        <input
          type="checkbox"
          aria-label={`${label} in use`}
          checked={isOn}
          disabled={!isOpen}
          onChange={() => onChange(isOn ? null : undefined)}
        />
      </td>
    </tr>
  )
}

/** Without the tail that binary fractions leave. */
function round(value: number): number {
  return Number(value.toPrecision(12))
}
