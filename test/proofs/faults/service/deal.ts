import { readFileSync } from 'node:fs'
import type { Truth } from '../../../../fixtures/truth.ts'

/** A file to upload, with the transactions that a reader must find in it. */
export interface TrialFile {
  filename: string
  bytes: Uint8Array<ArrayBuffer>
  /** `date amount in cents`, as often as the statement has such a row. */
  rows: string[]
}

const STATEMENTS = `${import.meta.dirname}/../../../../fixtures/statements`

/** Two accounts of one company, so that no row of one file is also a row of the other. */
export const TRIAL_FILES: readonly TrialFile[] = [
  readCase('running-balance/funded'),
  readCase('credit-union/new-year'),
]

function readCase(name: string): TrialFile {
  const truth: Truth = JSON.parse(readFileSync(`${STATEMENTS}/${name}/truth.json`, 'utf8'))
  return {
    filename: `${name.replace('/', '-')}.pdf`,
    bytes: new Uint8Array(readFileSync(`${STATEMENTS}/${name}/statement.pdf`)),
    rows: truth.statements
      .flatMap(({ rows }) => rows)
      .map(({ date, amountCents }) => `${date} ${amountCents}`),
  }
}
