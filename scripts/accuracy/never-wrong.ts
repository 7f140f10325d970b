import { text } from '../../src/core/values/rows/cells.ts'
import { readRows } from '../../src/core/values/rows/rows.ts'
import { code, table } from '../markdown.ts'

/** The tests that hold each class of readings that were once silently wrong. */
export const NEVER_WRONG = readRows(
  new URL('../../fixtures/first-contact/never-wrong.csv', import.meta.url),
  { class: text, test: text, file: text },
  ['class', 'test'],
)

const PURPOSE = 'What was once read wrong without a word, by its class, and the tests that hold it.'

export function formatNeverWrong(): string {
  const rows = [...Map.groupBy(NEVER_WRONG, (row) => row.class)].flatMap(([name, held]) =>
    held.map(({ test, file }, at) => [at === 0 ? name : '', test, code(file)]),
  )
  return `${PURPOSE}\n\n${table(['class', 'test', 'file'], rows)}`
}
