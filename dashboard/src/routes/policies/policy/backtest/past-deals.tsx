import { Link } from '@tanstack/react-router'
import { formatUnit } from '../../../../format/values.ts'
import type { PastDeal } from './use-backtest.ts'

interface Props {
  deals: readonly PastDeal[]
  /** The number that the rule looks at. */
  name: string
  unit: string
  isMet: (value: number) => boolean
}

/** The deals of the picture as a table, the greatest number first. */
export function PastDeals({ deals, name, unit, isMet }: Props) {
  return (
    <details>
      <summary className="label cursor-pointer py-1">Show the numbers</summary>
      <div className="scroller" tabIndex={0} role="group" aria-label="Table of past deals">
        <table className="ledger">
          <thead>
            <tr>
              <th scope="col">Deal</th>
              <th scope="col" className="num">
                {name}
              </th>
              <th scope="col">The rule</th>
            </tr>
          </thead>
          <tbody>
            {deals
              .toSorted((one, other) => other.value - one.value)
              .map(({ id, name: deal, value }) => (
                <tr key={id}>
                  <th scope="row">
                    <Link to="/deals/$id" params={{ id }} className="!text-ink">
                      {deal}
                    </Link>
                  </th>
                  <td className="num">{formatUnit(value, unit)}</td>
                  <td>{isMet(value) ? '✓ passes' : '✕ does not pass'}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
