import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { demoDeal, type DemoDeal } from '../../../../fixtures/deal.ts'
import { sectionsDailyBalance } from '../../../../fixtures/layouts/sections-daily-balance.ts'
import type { StatementTruth } from '../../../../fixtures/truth.ts'
import { useTestHouse, type TestFile, type TestTenant } from '../../../../test/context.ts'
import { submit, upload } from '../../../../test/statements.ts'

describe('healing a statement', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let deal: DemoDeal

  before(async () => {
    tenant = await house.tenant()
    deal = await demoDeal()
  })

  async function print(statement: StatementTruth): Promise<TestFile> {
    const bytes = await sectionsDailyBalance.print({
      statements: [statement],
      company: deal.company,
    })
    return { filename: `printed-${statement.endDate}.pdf`, bytes }
  }

  function month(name: string): StatementTruth {
    return deal.files.find(({ filename }) => filename.includes(name))!.truth.statements[0]!
  }

  /** A deal with one file, read. */
  async function submitted(file: TestFile) {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file })
    await house.settle(60_000)
    return { submissionId, id, url: `/v1/submissions/${submissionId}/pdfs/${id}` }
  }

  async function get(url: string): Promise<any> {
    const { status, body } = await tenant.live.get(url)
    assert.equal(status, 200, JSON.stringify(body))
    return body.data
  }

  test('a suggested repair that closes every printed figure ends the review at once', async () => {
    const truth = month('payroll-2025-09')
    const rows = truth.rows.map((row, at) =>
      at === 2 ? { ...row, amountCents: row.amountCents * 10 } : row,
    )
    const { url } = await submitted(await print({ ...truth, rows }))
    const [statement] = (await get(url)).statements
    const candidates = statement.reconciliation.repair_candidates
    const at = candidates.findIndex((one: any) => one.kind === 'decimal_shift')
    assert.ok(at >= 0, JSON.stringify(candidates))
    const edit = { statements: [{ id: statement.id, apply_repair: at }] }
    const { body } = await tenant.live.patch(`${url}/statements`, edit)
    assert.equal(body.data[0].reconciliation.difference, 0)
    const pdf = await get(url)
    assert.deepEqual([pdf.status, pdf.problems], ['processed', []])
  })
})
