import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTestHouse, type Caller } from '../../../../../test/context.ts'
import { submit } from '../../../../../test/statements.ts'
import { SEALED_COLUMNS } from '../../../../sealed.ts'
import { verifyEnvironment } from '../../../health/invariants/verify.ts'

const SEEDS = [1, 2]
const STEPS = 14

/** A generator of numbers below 1, always the same for a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31
}

function toCsv(random: () => number): Buffer {
  let balance = 1000
  const month = String(1 + Math.floor(random() * 12)).padStart(2, '0')
  const rows = Array.from({ length: 3 + Math.floor(random() * 6) }, (_, place) => {
    const amount = Math.round(random() * 10_000 - 5000) / 100
    balance += amount
    const day = String(place + 1).padStart(2, '0')
    return `${month}/${day}/2025,PURCHASE ${Math.floor(random() * 1e5)},${amount.toFixed(2)},${balance.toFixed(2)}`
  })
  return Buffer.from(['Date,Description,Amount,Balance', ...rows, ''].join('\n'))
}

/** Some random work on the deal; what is refused changes nothing. */
async function work(caller: Caller, id: string, random: () => number): Promise<void> {
  const { data: documents } = (await caller.get(`/v1/submissions/${id}/documents`)).body
  const one = documents[Math.floor(random() * documents.length)]?.id
  const add = (name: string, bytes: Buffer) =>
    caller.upload(`/v1/submissions/${id}/documents`, [{ filename: name, bytes }])
  const row = { date: '2025-03-05', amount: -12.5, description: `CARD ${random()}` }
  const account = `Account ${Math.floor(random() * 3)}`
  const actions = [
    () => add(`rows-${random()}.csv`, toCsv(random)),
    () => add(`rows-${random()}.csv`, toCsv(random)),
    () => add(`broken-${random()}.pdf`, Buffer.from(`%PDF-1.7\n${random()}`)),
    () => caller.patch(`/v1/documents/${one}`, { is_included: random() < 0.5 }),
    () => caller.delete(`/v1/documents/${one}`),
    () =>
      caller.post('/v1/transactions/bulk', {
        submission_id: id,
        transactions: [{ ...row, account: { name: account } }],
      }),
    () => caller.post(`/v1/submissions/${id}/process`, { force: random() < 0.5 }),
  ]
  await actions[Math.floor(random() * actions.length)]!()
}

const house = useTestHouse()

for (const seed of SEEDS)
  test(`the counts of a deal are those of its rows after random work (seed ${seed})`, async () => {
    const tenant = await house.tenant()
    const random = createRandom(seed)
    const id = await submit(tenant.live)
    for (let step = 0; step < STEPS; step += 1) {
      await work(tenant.live, id, random)
      if (random() < 0.4) await house.settle(60_000)
    }
    await house.settle(60_000)
    const { counts } = (await tenant.live.get(`/v1/submissions/${id}`)).body.data
    const rows = (await tenant.live.get(`/v1/transactions?submission_id=${id}&limit=500`)).body.data
    assert.equal(counts.transactions, rows.length)
    assert.ok(rows.length > 0)
    const findings = await verifyEnvironment(house.house, tenant.environments.live, SEALED_COLUMNS)
    const wrong = findings.filter(({ faults }) => faults.length > 0)
    assert.deepEqual(wrong, [])
  })
