import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createServiceClient,
  Unanswered,
  type ServiceClient,
} from '../../../../scripts/service-client.ts'
import { whyNotLong } from '../../../long.ts'
import { makeServiceCopy, type ServiceCopy } from '../../../../scripts/service-process.ts'

const CALLERS = 6
const LOAD_MS = 1_500
/** A request may still be on the wire when the connection it travels on is closed as idle. */
const WIRE_MS = 500
const EXIT_MS_MAX = 10_000

/** What became of one request under load. */
interface Sent {
  name: string
  beganAt: number
  /** Null when the connection ended without a response. */
  status: number | null
}

describe('a service that receives a stop signal', { timeout: 240_000 }, () => {
  let copy: ServiceCopy
  before(async () => {
    copy = await makeServiceCopy({ RATE_LIMIT_PER_SECOND: '0' })
  })
  after(() => copy.remove())

  test('finishes every request it has begun, ends within ten seconds, and loses none', async () => {
    // One request is held for two seconds, so that one is certainly under way at the signal.
    const service = await copy.start({ settings: { FAULT: 'request.before_commit:delay:2' } })
    const client = createServiceClient(copy.url, copy.readKey())
    // The first request of a process loads code; a request that waits for that has not begun.
    assert.equal((await create(client, 'first')).status, 201)
    const held = create(client, 'held')
    await sleep(100)
    const load = Array.from({ length: CALLERS }, (_, caller) => callUntilRefused(client, caller))
    await sleep(LOAD_MS)
    const signaledAt = performance.now()
    const exit = await service.kill('SIGTERM')
    assert.ok(performance.now() - signaledAt < EXIT_MS_MAX)
    assert.deepEqual(exit, { code: 0, signal: null }, service.output())
    assert.equal((await held).status, 201)
    const sent = (await Promise.all(load)).flat()
    const begun = sent.filter(({ beganAt }) => beganAt < signaledAt - WIRE_MS)
    assert.ok(begun.length > 0)
    assert.deepEqual(
      begun.filter(({ status }) => status !== 201),
      [],
    )
    const names = await namesAfterRestart(copy, client)
    const acknowledged = sent.filter(({ status }) => status === 201)
    assert.deepEqual(
      acknowledged.filter(({ name }) => !names.has(name)),
      [],
    )
    await client.close()
  })

  test('does not wait for a caller who listens to events without end', async () => {
    const service = await copy.start()
    const client = createServiceClient(copy.url, copy.readKey())
    const { body } = await client.call('POST', '/v1/submissions', { body: { name: 'Watched' } })
    const stream = await fetch(`${copy.url}/v1/submissions/${body.data.id}/events`, {
      headers: { authorization: `Bearer ${copy.readKey()}` },
    })
    assert.equal(stream.status, 200)
    const signaledAt = performance.now()
    const exit = await service.kill('SIGTERM')
    assert.ok(performance.now() - signaledAt < EXIT_MS_MAX)
    assert.deepEqual(exit, { code: 0, signal: null }, service.output())
    await stream.text().catch(() => {})
    await client.close()
  })

  test('ends with 1 after what it has begun when an error is caught by nobody', async () => {
    const service = await copy.start({ settings: { FAULT: 'request.before_commit:escape' } })
    const client = createServiceClient(copy.url, copy.readKey())
    assert.equal((await create(client, 'under way')).status, 201)
    assert.deepEqual(await service.ended, { code: 1, signal: null })
    assert.match(service.output(), /an error nobody caught/)
    await client.close()
  })

  test('ends when only npm is interrupted, as by a program that started it', async () => {
    const service = await copy.start({ command: ['npm', 'start'] })
    const interruptedAt = performance.now()
    const exit = await service.kill('SIGINT')
    assert.ok(performance.now() - interruptedAt < EXIT_MS_MAX)
    assert.deepEqual(exit, { code: 0, signal: null }, service.output())
    await assert.rejects(fetch(`${copy.url}/health`))
  })

  const skip = whyNotLong()
  test(
    'starts again on the same data, beside another copy that knows nothing of it',
    { skip },
    async () => {
      const other = await makeServiceCopy()
      const [service, stranger] = await Promise.all([copy.start(), other.start()])
      const client = createServiceClient(copy.url, copy.readKey())
      const { body } = await client.call('POST', '/v1/submissions', { body: { name: 'Kept' } })
      await service.kill('SIGTERM')
      const again = await copy.start()
      assert.equal((await client.read(`/v1/submissions/${body.data.id}`)).data.name, 'Kept')
      const foreign = createServiceClient(other.url, other.readKey())
      assert.deepEqual((await foreign.read('/v1/submissions')).data, [])
      assert.equal((await client.call('GET', '/v1/submissions')).status, 200)
      await Promise.all([client.close(), foreign.close()])
      await Promise.all([again.kill('SIGTERM'), stranger.kill('SIGTERM')])
      await other.remove()
    },
  )
})

async function create(client: ServiceClient, name: string): Promise<Sent> {
  const beganAt = performance.now()
  try {
    const { status } = await client.call('POST', '/v1/submissions', { body: { name } })
    return { name, beganAt, status }
  } catch (error) {
    if (!(error instanceof Unanswered)) throw error
    return { name, beganAt, status: null }
  }
}

/** One request after the other, until nobody listens any more. */
async function callUntilRefused(client: ServiceClient, caller: number): Promise<Sent[]> {
  const sent: Sent[] = []
  while (sent.at(-1)?.status !== null) {
    sent.push(await create(client, `caller ${caller} request ${sent.length}`))
  }
  return sent
}

async function namesAfterRestart(
  copy: ServiceCopy,
  client: ServiceClient,
): Promise<ReadonlySet<string>> {
  const service = await copy.start()
  const { data } = await client.read('/v1/submissions?limit=1000')
  await service.kill('SIGTERM')
  return new Set(data.map(({ name }: { name: string }) => name))
}
