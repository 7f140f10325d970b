import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../../platform/db/sql.ts'
import { createLog } from '../../../platform/log.ts'
import { openTestHouse, type TestHouse, type TestTenant } from '../../../../test/context.ts'
import {
  startReceiver,
  type Received,
  type StartedReceiver,
} from '../../../../test/fakes/receiver.ts'

const ROWS = [
  { description: 'POS PURCHASE QZORB VANTEK 4821', amount: -45.5 },
  { description: 'POS PURCHASE QZORB VANTEK 4821', amount: -61.25 },
  { description: 'POS PURCHASE NORDIC TRELL', amount: -300 },
]

/** Takes every line for rent, and is sure of it. */
function takesAllForRent({ body }: Received): string {
  const items = readLines(body).map((_, at) => ({
    line: at + 1,
    category: 'expenses.rent',
    confidence: 0.99,
  }))
  return JSON.stringify({ choices: [{ message: { content: JSON.stringify({ lines: items }) } }] })
}

function readLines(body: Buffer): string[] {
  return JSON.parse(body.toString()).messages[1].content.split('\n')
}

function takingLines(lines: string[]): Writable {
  return new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk))
      done()
    },
  })
}

describe('a second opinion', () => {
  const logged: string[] = []
  let endpoint: StartedReceiver
  let house: TestHouse
  let tenant: TestTenant
  let submissionId: string

  before(async () => {
    endpoint = await startReceiver()
    endpoint.behave({ body: takesAllForRent })
    house = await openTestHouse({
      SECOND_OPINION_URL: `${endpoint.url}/`,
      SECOND_OPINION_KEY: 'key-of-the-operator',
      SECOND_OPINION_MODEL: 'reader-1',
      SECOND_OPINION_TIMEOUT_MS: '1500',
    })
    house.house.log = createLog('warn', takingLines(logged))
    tenant = await house.tenant()
    const owners = [{ first_name: 'Ada', last_name: 'Trell', ownership_percent: 100 }]
    const made = await tenant.live.post('/v1/submissions', { name: 'Deal', owners })
    submissionId = made.body.data.id
    await send(ROWS)
  })

  after(async () => {
    await house.close()
    endpoint.close()
  })

  async function send(rows: object[]): Promise<void> {
    const transactions = rows.map((row) => ({ date: '2025-03-03', ...row }))
    const body = { submission_id: submissionId, transactions }
    const { status, raw } = await tenant.live.post('/v1/transactions/bulk', body)
    assert.ok(status < 300, raw.toString())
    await house.settle()
  }

  async function enrichAgain(): Promise<void> {
    await tenant.live.post(`/v1/submissions/${submissionId}/enrich`)
    await house.settle()
  }

  async function getRow(q: string): Promise<any> {
    const path = `/v1/transactions?submission_id=${submissionId}&q=${encodeURIComponent(q)}`
    return (await tenant.live.get(path)).body.data[0]
  }

  async function opinionOn(q: string): Promise<any> {
    const { id } = await getRow(q)
    const { layers } = (await tenant.live.get(`/v1/transactions/${id}/explain`)).body.data
    return layers.find(({ layer }: any) => layer === 'second_opinion') ?? null
  }

  test('is never requested for a tenant that did not allow it', async () => {
    for (const q of ['qzorb', 'nordic']) assert.equal((await getRow(q)).needs_review, true)
    await enrichAgain()
    assert.equal(endpoint.received.length, 0)
    assert.equal(await opinionOn('qzorb'), null)
  })

  test('stands beside the row as a suggestion, and changes no field of it and no number', async () => {
    const scorecard = `/v1/submissions/${submissionId}/statistics`
    const before = [await getRow('qzorb'), (await tenant.live.get(scorecard)).body.data]
    await tenant.live.put('/v1/user/settings', { allow_llm: true })
    await enrichAgain()
    assert.deepEqual(await opinionOn('qzorb'), {
      layer: 'second_opinion',
      matched: true,
      category: 'expenses.rent',
      source: 'second_opinion',
      rule_id: 'second_opinion:reader-1',
      cue: null,
      confidence: 0.59,
      chosen: false,
    })
    const [row, numbers] = [await getRow('qzorb'), (await tenant.live.get(scorecard)).body.data]
    assert.deepEqual({ ...row, updated_at: null }, { ...before[0], updated_at: null })
    assert.deepEqual(numbers.transactions, before[1].transactions)
  })

  test('is requested once for all rows of a descriptor, without numbers and personal names', async () => {
    await enrichAgain()
    const [{ path, headers, body }, ...others] = endpoint.received as [Received, ...Received[]]
    assert.equal(others.length, 0)
    assert.ok(path.endsWith('/assay/chat/completions'), path)
    assert.equal(headers.authorization, 'Bearer key-of-the-operator')
    assert.equal(JSON.parse(body.toString()).model, 'reader-1')
    assert.deepEqual(readLines(body), ['1. outflow, 10 to 100: POS PURCHASE QZORB VANTEK'])
    assert.equal(await opinionOn('nordic'), null)
  })

  test('that is missing or unreadable changes nothing, is logged and requested again', async () => {
    const wrong = [
      { status: 500 },
      { isHanging: true },
      { body: 'Good morning' },
      { body: JSON.stringify({ choices: [{ message: { content: 'No idea' } }] }) },
    ]
    endpoint.script(wrong)
    await send([{ description: 'POS PURCHASE BLENKO TRAVIK', amount: -80 }])
    for (const _ of wrong.slice(1)) {
      assert.equal(await opinionOn('blenko'), null)
      await enrichAgain()
    }
    assert.deepEqual([await opinionOn('blenko'), endpoint.received.length], [null, 5])
    const lines = logged.map((line) => JSON.parse(line))
    assert.deepEqual(
      lines.map(({ msg, failure }) => [msg, failure]),
      ['status 500', 'timeout', 'unreadable response', 'unreadable response'].map((why) => [
        'no second opinion',
        why,
      ]),
    )
    assert.doesNotMatch(JSON.stringify(lines), /blenko/i)
    await enrichAgain()
    assert.equal((await opinionOn('blenko')).category, 'expenses.rent')
  })

  test('is not shown where it is no longer allowed, and goes with the last row it is of', async () => {
    await tenant.live.put('/v1/user/settings', { allow_llm: false })
    assert.equal(await opinionOn('qzorb'), null)
    await tenant.live.delete(`/v1/submissions/${submissionId}`)
    const left = await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows(sql`select 1 from second_opinions`),
    )
    assert.deepEqual(left, [])
  })
})
