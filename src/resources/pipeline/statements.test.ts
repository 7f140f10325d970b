import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { countSent } from '../../../test/sent.ts'

/** A statement more for each file is twelve: find one that another makes needless. */
const STATEMENTS_MAX = 600
const COMMITS_MAX = 120

/** Of each day: a file has 392 rows, as an export of a busy account does. */
const ROWS_A_DAY = 14
const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1)

describe('a deal of twelve files', () => {
  const house = useTestHouse()

  test('takes at most 600 statements and 120 transactions from upload to numbers', async (context) => {
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
    assert.deepEqual(
      [body.data.status, body.data.counts.transactions],
      ['processed', 12 * 28 * ROWS_A_DAY],
    )
    context.diagnostic(`${sent.statements} statements, ${sent.commits} transactions`)
    assert.ok(sent.statements <= STATEMENTS_MAX, `${sent.statements} statements`)
    assert.ok(sent.commits <= COMMITS_MAX, `${sent.commits} transactions`)
  })
})

const WORDS = ['SQUARE INC DEPOSIT', 'HOME DEPOT 0412', 'ACH DEBIT COMCAST', 'CHECK']

function printMonth(month: number): string {
  const lines = ['Date,Description,Amount,Balance']
  let balance = 10_000 + month * 7
  for (let index = 0; index < 28 * ROWS_A_DAY; index += 1) {
    const day = 1 + Math.floor(index / ROWS_A_DAY)
    const amount = index % 4 === 0 ? 900 + index * month : -(index * 2 + month)
    balance += amount
    const date = `2025-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    lines.push(`${date},${WORDS[index % 4]} ${month}${index},${amount}.00,${balance}.00`)
  }
  return lines.join('\n')
}
