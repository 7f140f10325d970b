import { useState } from 'react'
import type { DocumentStatement, Transaction } from '../../../../../clients/typescript/src/index.ts'
import { formatCounted } from '../../../format/values.ts'
import { Empty } from '../../../parts/page.tsx'
import { AddRow } from './add-row.tsx'
import { StatementRow } from './statement-row.tsx'
import type { Healing } from './use-healing.ts'

interface Props {
  rows: readonly Transaction[]
  marked: string | undefined
  onMark: (row: string) => void
  statements: readonly DocumentStatement[]
  healing: Healing
}

/** The rows that were read; every value can be changed where it stands. */
export function StatementRows({ rows, marked, onMark, statements, healing }: Props) {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="panel" aria-label="Rows of this page">
      <div className="panel-head">
        <h3 className="label">{formatCounted(rows.length, 'row')} on this page</h3>
        <button type="button" className="button" onClick={() => setAdding(!isAdding)}>
          Add a missing row
        </button>
      </div>
      {isAdding && (
        <AddRow statements={statements} healing={healing} onDone={() => setAdding(false)} />
      )}
      {rows.length === 0 ? (
        <Empty title="No row was read from this page">
          It may be a cover, a summary or an advertisement.
        </Empty>
      ) : (
        <div className="scroller" tabIndex={0} role="group" aria-label="Table of rows">
          <table className="ledger" aria-busy={healing.isBusy}>
            <caption className="sr-only">Rows that were read from this page</caption>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Description</th>
                <th scope="col" className="num">
                  Amount
                </th>
                <th scope="col" className="num">
                  Balance
                </th>
                <th scope="col">
                  <span className="sr-only">Remove</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <StatementRow
                  key={row.id}
                  row={row}
                  isMarked={row.id === marked}
                  onMark={onMark}
                  healing={healing}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
