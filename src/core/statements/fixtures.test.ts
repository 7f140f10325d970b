import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Tools } from './formats/format.ts'
import { createPdfReader } from './pdf/pdfium.ts'
import { readStatement } from './read-statement.ts'
import { toExpectedStatement, classifyOutcome } from '../../../fixtures/outcome.ts'
import type { Truth } from '../../../fixtures/truth.ts'

const folder = join(import.meta.dirname, '../../../fixtures/statements')
const files = globSync(join(folder, '**/statement.pdf')).toSorted()

let tools: Tools
before(async () => {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  tools = { pdf: await createPdfReader(wasm) }
})

for (const file of files) {
  const name = dirname(file).slice(folder.length + 1)
  test(`${name} is read as its truth says, and its figures prove it`, async () => {
    const truth: Truth = JSON.parse(readFileSync(join(dirname(file), 'truth.json'), 'utf8'))
    const reading = await readStatement(readFileSync(file), { filename: 'statement.pdf' }, tools)
    const { statements, problems } = reading
    assert.deepEqual(problems, [])
    assert.equal(classifyOutcome(reading, truth.statements.map(toExpectedStatement)), 'exact')
    for (const { reconciliation } of statements) {
      assert.ok(
        ['reconciled', 'reconciled_by_totals', 'empty'].includes(reconciliation.status),
        reconciliation.status,
      )
      assert.deepEqual(
        reconciliation.checks.filter(({ passed }) => !passed),
        [],
      )
    }
    assert.deepEqual(
      statements.map(({ accountLast4 }) => accountLast4),
      truth.statements.map(({ accountLast4 }) => accountLast4),
    )
    assert.deepEqual(
      statements.map((each) => [
        each.accountHolderNames.join(),
        each.accountHolderAddress,
        each.feesPrinted,
      ]),
      truth.statements.map((each) => [each.holderName, each.holderAddress, each.feesPrinted]),
    )
  })
}
