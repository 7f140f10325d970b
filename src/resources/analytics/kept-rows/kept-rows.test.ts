import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { TableRow, type RowTable } from '../../../core/analytics/ledger/rows/row-table.ts'
import type { Context } from '../../../platform/context.ts'
import { outside, SYSTEM_ACTOR } from '../../../platform/context.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { computeReport, REPORT_TASK, type ReportRun } from '../compute-report.ts'
import { listMissing } from '../../ledgers/ledger-input.ts'
import { ledgerFrom, readSource, getDataState } from '../../ledgers/ledgers.ts'
import { unpackRows } from '../../ledgers/kept-rows/packed.ts'
import { readPackedRows, readStoredRows } from '../../ledgers/kept-rows/read.ts'

const RUN: ReportRun = {
  name: 'scorecard',
  windowQuery: {},
  options: {},
  computedAt: '2025-06-01T00:00:00.000Z',
  analyticsVersion: 1,
  peers: [],
  withFormulas: true,
}

describe('kept rows', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let id: string

  before(async () => {
    tenant = await house.tenant()
    id = (await tenant.live.post('/v1/submissions', { name: 'Cafe' })).body.data.id
    const transactions = Array.from({ length: 40 }, (_, day) => ({
      date: `2025-0${1 + Math.floor(day / 20)}-${String(1 + (day % 20)).padStart(2, '0')}`,
      amount: day % 3 === 0 ? 812.5 : -95.25,
      description: ['SQUARE INC DEPOSIT', 'SYSCO FOODS', 'ONLINE TRANSFER TO CHK ...4321'][day % 3],
    }))
    const sent = await tenant.live.post('/v1/transactions/bulk', {
      submission_id: id,
      transactions,
    })
    assert.equal(sent.status, 201, sent.raw.toString())
    await house.settle(60_000)
  })

  function read<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    const environment = { id: tenant.environments.live, tenantId: '', mode: 'live' as const }
    const base = { house: house.house, environment, actor: SYSTEM_ACTOR, requestId: 'test' }
    return outside(base).transaction(work, { access: 'read' })
  }

  async function linesKept(): Promise<{ wereKept: boolean; kept: string[]; stored: string[] }> {
    return read(async (ctx) => {
      const { dataVersion } = await getDataState(ctx, id)
      const { packed, wereKept } = await readPackedRows(ctx, id, dataVersion)
      return {
        wereKept,
        kept: formatRows(unpackRows(packed)),
        stored: formatRows(await readStoredRows(ctx, id)),
      }
    })
  }

  test('are those of the transactions when a run has ended', async () => {
    const { wereKept, kept, stored } = await linesKept()
    assert.equal(wereKept, true)
    assert.equal(kept.length, 40)
    assert.deepEqual(kept, stored)
  })

  test('bring the accounts that they speak of', async () => {
    const { missingAccounts, found } = await read(async (ctx) => {
      const { dataVersion } = await getDataState(ctx, id)
      const rows = await readPackedRows(ctx, id, dataVersion)
      return { ...rows, found: await listMissing(ctx, id) }
    })
    assert.deepEqual(
      found.map(({ mask }) => mask),
      ['4321'],
    )
    assert.deepEqual(missingAccounts, found)
  })

  test('go with a change, and the numbers follow it', async () => {
    const before = await linesKept()
    const { body } = await tenant.live.get(`/v1/transactions?submission_id=${id}&limit=1`)
    const url = `/v1/transactions/${body.data[0].id}`
    const patched = await tenant.live.patch(url, { amount: -4000 })
    assert.equal(patched.status, 200, patched.raw.toString())
    const changed = await linesKept()
    assert.notDeepEqual(changed.kept, before.kept)
    assert.deepEqual(changed.kept, changed.stored)
    await house.settle(60_000)
    const settled = await linesKept()
    assert.equal(settled.wereKept, true)
    assert.deepEqual(settled.kept, settled.stored)
  })

  test('give the same report in the thread, which keeps the rows it was given', async () => {
    const source = await read((ctx) => readSource(ctx, id))
    const { reportThread } = house.house
    const input = { key: source.key, run: RUN, source: null }
    assert.equal(await reportThread.run(REPORT_TASK, input), null)
    const here = computeReport(ledgerFrom(source), RUN)
    assert.ok(here.problem === null && Buffer.from(here.json).includes('"formula":"'))
    assert.deepEqual(await reportThread.run(REPORT_TASK, { ...input, source }), here)
    assert.deepEqual(await reportThread.run(REPORT_TASK, input), here)
    const wrong = { ...input, run: { ...RUN, windowQuery: { dateRange: 'last_91_days' } } }
    assert.match((await reportThread.run(REPORT_TASK, wrong))!.problem!.message, /last_90_days/)
  })

  test('are read in one statement, within one environment', async () => {
    const { database } = house.house
    const single = { access: 'single' } as const
    const environment = { id: tenant.environments.test, tenantId: '', mode: 'test' as const }
    const base = { house: house.house, environment, actor: SYSTEM_ACTOR, requestId: 'test' }
    await assert.rejects(
      outside(base).transaction((ctx) => getDataState(ctx, id), single),
      { code: 'submission_not_found' },
    )
    await assert.rejects(
      outside(base).transaction((ctx) => getDataState(ctx, "' or true --"), single),
      { code: '22P02' },
    )
    await database.ping()
  })
})

function formatRows(table: RowTable): string[] {
  return Array.from({ length: table.size }, (_, at) => {
    const { id, amount, categories } = new TableRow(table, at)
    return `${id} ${amount} ${categories[0]!.slug}`
  })
}
