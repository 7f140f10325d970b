import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { listFiles, listRounds } from '../../../../scripts/accuracy/first-contact/round.ts'
import type { StatementTruthFile } from '../../../../fixtures/first-contact/truth.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { storedRows, submit } from '../../../../test/statements.ts'
import { createPdfReader } from '../../../core/statements/pdf/pdfium.ts'
import { readStatement } from '../../../core/statements/read-statement.ts'
import type { Statement, StatementRow } from '../../../core/statements/statement.ts'
import { createScanTools } from '../../../parser/scan-tools.ts'
import { sql } from '../../../platform/db/sql.ts'

/** One file of so many, since each is read twice. */
const STEP = 24
/** Scans take minutes, and are read by the engine that the machine has. */
const FILES = listRounds()
  .flatMap((round) => [
    ...listFiles<StatementTruthFile>(round, 'statements'),
    ...listFiles<StatementTruthFile>(round, 'exports'),
  ])
  .filter(({ truth }) => !/\bscan/i.test(`${truth.layout} ${truth.why}`) && !truth.is_scan)
  .filter(({ name }) => !/\.(?:png|jpg)$/.test(name))
  .filter((_, index) => index % STEP === 0)

describe('an uploaded file', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let read: (filename: string, bytes: Buffer) => ReturnType<typeof readStatement>

  before(async () => {
    tenant = await house.tenant()
    const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
    const tools = { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
    read = (filename, bytes) => readStatement(bytes, { filename }, tools)
  })

  for (const { round, kind, name, bytes } of FILES) {
    test(`is stored as the reader reads it: ${round}/${kind}/${name}`, async () => {
      const alone = await read(name, bytes)
      const submissionId = await submit(tenant.live)
      const url = `/v1/submissions/${submissionId}/documents`
      const { status, body } = await tenant.live.upload(url, [{ filename: name, bytes }])
      const isKnown = alone.failure?.code !== 'unsupported_file_type'
      assert.equal(status, isKnown ? 201 : 415)
      if (!isKnown) return
      await house.settle()
      const { id } = body.data
      assert.deepEqual(await listStatements(id), alone.statements.map(toStored))
      const rows = (await storedRows(house, tenant, id)).map(toRow)
      assert.deepEqual(
        rows,
        alone.statements.flatMap(({ rows }) => rows.map(toRow)),
      )
    })
  }

  function listStatements(documentId: string): Promise<object[]> {
    const environmentId = tenant.environments.live
    return house.house.database.withEnvironment(environmentId, (db) =>
      db.rows<object>(sql`
        select account_last4, account_type, currency, start_date, end_date, opening_balance,
          closing_balance, reconciliation_status
        from statements
        where environment_id = ${environmentId} and document_id = ${documentId} order by index`),
    )
  }
})

function toStored(statement: Statement): object {
  const { accountLast4, accountType, currency, startDate, endDate } = statement
  const { openingBalance, closingBalance, reconciliation } = statement
  const account = { accountLast4, accountType, currency, startDate, endDate }
  return { ...account, openingBalance, closingBalance, reconciliationStatus: reconciliation.status }
}

function toRow({
  date,
  amount,
  description,
}: Pick<StatementRow, 'date' | 'amount' | 'description'>) {
  return { date, amount, description: description.trim() }
}
