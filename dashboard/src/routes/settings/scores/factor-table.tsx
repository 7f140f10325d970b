import type { UserScoreTablesFactor } from '../../../../../clients/typescript/src/index.ts'
import { formatCount } from '../../../format/values.ts'
import { Panel } from '../../../parts/page.tsx'
import { NumberCell } from './number-cell.tsx'
import { typeWeight, type RiskModel } from './score-draft.ts'

interface Props {
  rows: readonly UserScoreTablesFactor[]
  own: RiskModel | null
  isOpen: boolean
  onChange: (own: RiskModel | null) => void
}

/** How much each factor weighs in the risk score; 0 leaves it out. */
export function FactorTable({ rows, own, isOpen, onChange }: Props) {
  const sum = rows.reduce(
    (all, { name, weight }) => all + (own?.factors[name]?.weight ?? weight),
    0,
  )
  return (
    <Panel
      title="Risk score"
      note={`weights, ${formatCount(sum)} in all; 0 leaves one out`}
      isFlush
    >
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of factors">
        <table className="ledger">
          <caption className="sr-only">Weights of the risk score</caption>
          <tbody>
            {rows.map((row) => (
              <tr key={row.name}>
                <th scope="row">
                  {row.label}
                  {own?.factors[row.name] !== undefined && (
                    <span className="meta info"> yours</span>
                  )}
                </th>
                <td className="num">
                  <NumberCell
                    label={`Weight of ${row.label}`}
                    value={own?.factors[row.name]?.weight ?? row.weight}
                    usual={row.weight}
                    isOpen={isOpen}
                    onType={(value) => onChange(typeWeight(own, row, value))}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}
