import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../../app.ts'
import { ROUTES } from '../../../resources/index.ts'
import { mintApiKey } from '../../crypto/api-key.ts'
import { createConcurrency } from './concurrency.ts'
import { createCaller, useTestHouse } from '../../../../test/context.ts'

// What share of a rate is admitted, over many processes and loads, is the proof `rate-limits`.

const PATH = '/v1/submissions'

describe('limits', () => {
  const house = useTestHouse(
    { RATE_LIMIT_PER_SECOND: '4', REQUESTS_AT_ONCE_MAX: '2' },
    { worker: false },
  )
  let other: FastifyInstance
  before(async () => {
    // A second door on the same database, as another process has.
    other = await createApp(house.house, ROUTES)
  })
  after(() => other.close())

  test('two processes admit together what one key may send, and both say when to come again', async () => {
    const { liveKey } = await house.tenant()
    const doors = [createCaller(house.app, liveKey), createCaller(other, liveKey)]
    const startedAt = performance.now()
    const calls = Array.from({ length: 40 }, (_, index) => doors[index % 2]!.get(PATH))
    const refused = (await Promise.all(calls)).filter(({ status }) => status === 429)
    // A busy machine takes its time with them, and more become due.
    const seconds = (performance.now() - startedAt) / 1000
    const admitted = 40 - refused.length
    assert.ok(admitted >= 4 && admitted <= 4 * (seconds + 5), `${admitted} in ${seconds} s`)
    for (const { body, headers } of refused) {
      assert.equal(body.error.code, 'rate_limited')
      assert.equal(headers['retry-after'], '1')
      assert.equal(headers['x-ratelimit-limit'], '4')
      assert.equal(headers['x-ratelimit-remaining'], '0')
      assert.equal(headers['ratelimit-policy'], '"read";q=4;w=1')
    }
    await new Promise((resolve) => setTimeout(resolve, 1000))
    assert.equal((await doors[0]!.get(PATH)).status, 200)
  })

  test('each response says what is left', async () => {
    const { live } = await house.tenant()
    const left = []
    for (let index = 0; index < 4; index += 1)
      left.push((await live.get(PATH)).headers['x-ratelimit-remaining'])
    assert.equal(left[0], '3')
    assert.ok(left.every((count) => Number(count) <= 3))
  })

  test('more requests of a tenant at once than it may have wait, and many more come again', async () => {
    const concurrency = createConcurrency(2)
    const places = await Promise.all([concurrency.enter('busy'), concurrency.enter('busy')])
    const waiting = Array.from({ length: 20 }, () => concurrency.enter('busy'))
    await assert.rejects(concurrency.enter('busy'), {
      code: 'too_many_at_once',
      status: 429,
      message: /^The tenant has 2 requests in progress, as many as REQUESTS_AT_ONCE_MAX allows/,
    })
    await concurrency.enter('neighbour')
    places[0]!.leave()
    await waiting[0]
    const late = await Promise.allSettled(waiting.slice(1))
    assert.ok(late.every(({ status }) => status === 'rejected'))
    places[1]!.leave()
    await concurrency.enter('busy')
  })

  test('a request that waits leaves its place to others', async () => {
    const { test: caller } = await house.tenant()
    const created = await caller.post('/v1/submissions', { name: 'Waited for' })
    const path = `/v1/submissions/${created.body.data.id}`
    await caller.post(`${path}/process`)
    const waiting = [1, 2].map(() => caller.get(`${path}/scorecard?wait=1`))
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal((await caller.get(path)).status, 200)
    await Promise.all(waiting)
  })

  test('an address that tries one unknown key after the other must stop', async () => {
    const { live } = await house.tenant()
    const guess = () => createCaller(house.app, mintApiKey('live')).get(PATH)
    const guesses = await Promise.all(Array.from({ length: 100 }, guess))
    assert.equal(guesses[0]!.status, 401)
    const { status, headers } = await guess()
    assert.equal(status, 429)
    assert.ok(Number(headers['retry-after']) >= 1)
    assert.notEqual((await live.get(PATH)).status, 401)
  })
})
