import type { UserScoreTablesAnomaly } from '../../../../../clients/typescript/src/index.ts'
import { Panel } from '../../../parts/page.tsx'
import { NumberCell } from './number-cell.tsx'
import { withEntry, type Scores } from './score-draft.ts'

interface Props {
  rows: readonly UserScoreTablesAnomaly[]
  own: Scores['anomaly_thresholds']
  isOpen: boolean
  onChange: (own: Scores['anomaly_thresholds']) => void
}

/** What counts as unusual: where each rule draws its line, and which are switched off. */
export function AnomalyTable({ rows, own, isOpen, onChange }: Props) {
  return (
    <Panel title="Unusual" note="where each rule draws its line" isFlush>
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of anomalies">
        <table className="ledger">
          <caption className="sr-only">Thresholds of what is unusual</caption>
          <tbody>
            {rows.map(({ kind, title, threshold, meaning }) => (
              <tr key={kind}>
                <th scope="row">
                  {title}
                  {meaning !== null && <div className="meta">{meaning}</div>}
                </th>
                <td className="num">
                  {threshold !== null && (
                    <NumberCell
                      label={`Threshold of ${title}`}
                      value={own[kind] ?? threshold}
                      usual={threshold}
                      isOpen={isOpen && own[kind] !== null}
                      onType={(value) =>
                        onChange(
                          withEntry(
                            own,
                            kind,
                            value === threshold ? undefined : (value ?? undefined),
                          ),
                        )
                      }
                    />
                  )}
                </td>
                <td>
                  <input
                    type="checkbox"
                    aria-label={`${title} in use`}
                    checked={own[kind] !== null}
                    disabled={!isOpen}
                    onChange={({ target }) =>
                      onChange(withEntry(own, kind, target.checked ? undefined : null))
                    }
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
