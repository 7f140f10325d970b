import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DealRow } from '../../../fixtures/deals/deal.ts'
import { generateDeal } from '../../../fixtures/deals/generate.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

/** A shop with three accounts that has four advances, one of them paid off and one renewed. */
const DEAL = generateDeal('shown', 3)

describe('a whole deal', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let submissionId: string
  let truths: Map<string, DealRow>

  before(async () => {
    tenant = await house.tenant()
    const company = { name: DEAL.company.name ?? 'Shop' }
    const created = await tenant.live.post('/v1/submissions', company)
    submissionId = created.body.data.id
    const body = { submission_id: submissionId, transactions: DEAL.rows.map(toItem) }
    const sent = await tenant.live.post('/v1/transactions/bulk', body)
    assert.equal(sent.status, 201, sent.raw.toString().slice(0, 500))
    await house.settle(60_000)
    truths = new Map(DEAL.rows.map((row) => [row.id, row]))
  })

  async function data(path: string): Promise<any> {
    const response = await tenant.live.get(path)
    assert.equal(response.status, 200, response.raw.toString().slice(0, 500))
    return response.body.data
  }

  async function ofSubmission(what: string): Promise<any> {
    return data(`/v1/submissions/${submissionId}/${what}`)
  }

  async function rows(query = ''): Promise<any[]> {
    return data(`/v1/transactions?submission_id=${submissionId}&limit=1000&sort=date${query}`)
  }

  /** All that a report says, but when and after which change it was computed. */
  async function numbers(report: string): Promise<string> {
    const body = await ofSubmission(report)
    return JSON.stringify({ ...body, analytics_version: null, computed_at: null })
  }

  const getTruth = ({ external_id: id }: any): DealRow['truth'] => truths.get(id)!.truth

  test('each row has its category, and revenue is separated from other amounts', async () => {
    const all = await rows()
    assert.equal(all.length, DEAL.rows.length)
    const right = all.filter((row) => getSlug(row) === getTruth(row).slug)
    assert.ok(right.length >= all.length * 0.95, `${right.length} of ${all.length}`)
    const wrong = all.filter((row) => row.is_revenue !== getTruth(row).isRevenue)
    assert.ok(sum(wrong) <= sum(all) * 0.01, JSON.stringify(wrong.map(({ description: d }) => d)))
  })

  test('an explanation of a row names one layer, the one whose category the row has', async () => {
    for (const row of (await everyLeaf()).slice(0, 8)) {
      const { layers, category } = await data(`/v1/transactions/${row.id}/explain`)
      const [chosen, ...others] = layers.filter((layer: any) => layer.chosen)
      assert.equal(others.length, 0)
      assert.deepEqual([chosen.category, category], [getSlug(row), getSlug(row)])
      assert.equal(chosen.rule_id, row.category_rule_id)
    }
  })

  /** A row of each leaf. */
  async function everyLeaf(): Promise<any[]> {
    return [...new Map((await rows()).map((row) => [getSlug(row), row])).values()]
  }

  test('every stream opens the rows that it is made of', async () => {
    const { streams } = await ofSubmission('recurring')
    assert.ok(streams.length >= DEAL.streams.length)
    for (const stream of streams) {
      const own = await data(`${stream.evidence.href}&limit=1000`)
      assert.equal(own.length, stream.evidence.transactions_count, stream.description)
      assert.ok(own.every((row: any) => row.stream_id === stream.id))
    }
  })

  test('every position opens the rows that pay it, and they are those of one agreed financing', async () => {
    const positions = await ofSubmission('positions?min_confidence=0.5')
    assert.equal(positions.length, DEAL.positions.length)
    for (const position of positions) {
      const own = await data(`${position.evidence.href}?limit=1000`)
      assert.equal(own.length, position.evidence.transactions_count)
      const [agreed, ...others] = new Set(own.map((row: any) => getTruth(row).positionId))
      assert.deepEqual(others, [], position.funder_name)
      const truth = DEAL.positions.find(({ id }) => id === agreed)!
      if (position.confirmation === 'detected' && position.funder_id !== null) {
        assert.equal(position.funder_name, truth.funderName)
      }
      assert.equal(position.payment.cadence, truth.cadence)
    }
  })

  test('a correction of similar rows changes the scorecard and stands in the timeline; undo restores every number', async () => {
    const [reports, initialRows] = [['scorecard', 'cashflow', 'recurring'], await rows()]
    const before = await Promise.all(reports.map(numbers))
    const sale = initialRows.find((row) => row.is_revenue && repeats(initialRows, row) > 3)
    const input = { category: 'equity.owner_contribution', apply_to: 'similar_in_submission' }
    const given = await tenant.live.post(`/v1/transactions/${sale.id}/feedback`, input)
    assert.ok(given.body.data.affected_count > 3)
    await house.settle(60_000)
    const corrected = await Promise.all(reports.map(numbers))
    assert.notEqual(corrected[0], before[0])
    assert.notEqual(corrected[1], before[1])
    assert.deepEqual(await timeline(), ['transaction.corrected'])
    await tenant.live.post(`/v1/feedback/${given.body.data.feedback_id}/undo`)
    await house.settle(60_000)
    const after = await Promise.all(reports.map(numbers))
    for (const [at, report] of reports.entries()) assert.ok(after[at] === before[at], report)
    const again = (await rows()).map(withoutTime)
    assert.ok(JSON.stringify(again) === JSON.stringify(initialRows.map(withoutTime)))
    assert.deepEqual(await timeline(), ['transaction.corrected', 'transaction.corrected'])
  })

  async function timeline(): Promise<string[]> {
    const entries = await ofSubmission('timeline')
    return entries.map(({ type }: any) => type).filter((type: string) => /correct/.test(type))
  }
})

function toItem(row: DealRow): object {
  const { accounts } = DEAL
  const account = accounts.find(({ id }) => id === row.accountId)!
  return {
    external_id: row.id,
    date: row.date,
    amount: row.amountCents / 100,
    description: row.description,
    account: { number: `9000${account.last4 ?? account.id}`, type: account.type },
    ...(row.checkNumber === null ? {} : { check_number: row.checkNumber }),
  }
}

function getSlug(row: any): string {
  return row.categories[0].slug
}

function sum(rows: readonly any[]): number {
  return rows.reduce((total, { amount }) => total + Math.abs(amount), 0)
}

function repeats(rows: readonly any[], { normalized_description: words }: any): number {
  return rows.filter((row) => row.normalized_description === words).length
}

function withoutTime(row: any): object {
  return { ...row, updated_at: null }
}
