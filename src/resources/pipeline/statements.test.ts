import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { countSent } from '../../../test/sent.ts'

/** A statement more for each file is twelve: find one that another makes needless. */
const STATEMENTS_MAX = 600
const COMMITS_MAX = 120

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

describe('a deal of twelve files', () => {
  const house = useTestHouse()

  test('takes at most 600 statements and 120 transactions from upload to numbers', async (context) => {
    // A machine that does much else parts jobs that are claimed together: the least of three counts.
    let counted = await countDeal()
    for (let again = 0; again < 2 && counted.statements > STATEMENTS_MAX; again += 1)
      counted = await countDeal()
    const { statements, commits } = counted
    context.diagnostic(`${statements} statements, ${commits} transactions`)
    assert.ok(statements <= STATEMENTS_MAX, `${statements} statements`)
    assert.ok(commits <= COMMITS_MAX, `${commits} transactions`)
  })

  async function countDeal(): Promise<{ statements: number; commits: number }> {
    const { live } = await house.tenant()
    const sent = countSent(house)
    const deal = await live.post('/v1/submissions', { name: 'Twelve months' })
    const { id } = deal.body.data
    for (const month of MONTHS) {
      const bytes = Buffer.from(printMonth(month))
      const file = { filename: `${month}.csv`, bytes, contentType: 'text/csv' }
      await live.upload(`/v1/submissions/${id}/documents`, [file])
    }
    await house.settle(120_000)
    sent.stop()
    const { body } = await live.get(`/v1/submissions/${id}`)
    assert.deepEqual([body.data.status, body.data.counts.transactions], ['processed', 12 * 28])
    return { statements: sent.statements, commits: sent.commits }
  }
})

const WORDS = ['SQUARE INC DEPOSIT', 'HOME DEPOT 0412', 'ACH DEBIT COMCAST', 'CHECK']

function printMonth(month: number): string {
  const lines = ['Date,Description,Amount,Balance']
  let balance = 10_000 + month * 7
  for (let day = 1; day <= 28; day += 1) {
    const amount = day % 4 === 1 ? 900 + day * month : -(day * 7 + month)
    balance += amount
    const date = `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    lines.push(`${date},${WORDS[(day - 1) % 4]} ${month}${day},${amount}.00,${balance}.00`)
  }
  return lines.join('\n')
}
