import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createEgress } from '../../src/platform/egress/egress.ts'
import { useTestHouse, type TestAnswer, type TestTenant } from '../context.ts'
import { useReceiver } from '../fakes/receiver.ts'
import {
  CONFUSION,
  IPV4,
  IPV6,
  LEADS_TO_CLOSED,
  NAMES,
  PORTS,
  SCHEMES,
  spellingsOf,
} from '../ssrf-vectors.ts'

// reliability.md R10 and 3.5: every vector against every place where a caller gives us an address.

/** Refused for what they say. */
const TEXTS: readonly string[] = [
  ...IPV4.flatMap(spellingsOf).map((host) => `http://${host}/hook`),
  ...IPV6.flatMap(([, ...addresses]) => addresses).map((host) => `https://[${host}]/hook`),
  ...NAMES,
  ...CONFUSION.map(([, url]) => url).filter((url) => url !== '' && !url.includes('\u0000')),
  ...SCHEMES,
  ...PORTS.map((port) => `http://example.com:${port}/`),
]

/** Refused for where they lead: `http://name-3.example/` answers as the fourth of the list. */
const NAMED = LEADS_TO_CLOSED.map((_, index) => `http://name-${index}.example/hook`)

const REDIRECTS = [
  [301, 'http://10.0.0.1/'],
  [302, 'http://169.254.169.254/latest/meta-data/'],
  [303, 'http://localhost:5432/'],
  [307, 'http://[::1]/'],
  [308, 'http://name-1.example/'],
  [302, 'file:///etc/passwd'],
] as const

describe('an address that a caller gives', () => {
  const house = useTestHouse({}, { worker: false })
  const receiver = useReceiver()
  let tenant: TestTenant
  let submissionId: string
  let webhookId: string
  /** Addresses that this process tried to connect to, except its database. */
  let attempted: string[] = []

  const note = (message: unknown): void => {
    const { socket } = message as { socket: Socket }
    // The database is a socket file, without a port.
    socket.on('connectionAttempt', (ip: string, port?: number) => {
      if (port !== undefined) attempted.push(`${ip}:${port}`)
    })
  }

  before(async () => {
    tenant = await house.tenant()
    submissionId = (await tenant.live.post('/v1/submissions', { name: 'Target' })).body.data.id
    const wish = { url: receiver.url, events: ['document.parsed'] }
    webhookId = (await tenant.live.post('/v1/webhooks', wish)).body.data.id
    await open([])
    subscribe('net.client.socket', note)
  })
  after(() => unsubscribe('net.client.socket', note))
  beforeEach(() => {
    attempted = []
  })

  async function open(allowCidrs: string[]): Promise<void> {
    await house.house.egress.close()
    house.house.egress = createEgress({ allowCidrs, resolve: answerFor })
  }

  function answerFor(hostname: string) {
    const index = Number(/^name-(\d+)\.example$/.exec(hostname)?.[1])
    const [, addresses] = LEADS_TO_CLOSED[index]!
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    return Promise.resolve(found)
  }

  async function fetchByUrl(url: string): Promise<TestAnswer> {
    return tenant.live.post(`/v1/submissions/${submissionId}/documents`, { url })
  }

  /** As if the address had been taken under other rules: what is stored is checked again. */
  async function deliverTo(url: string): Promise<string> {
    await house.house.database.pool.query('update webhooks set url = $1 where id = $2', [
      url,
      webhookId,
    ])
    const { body } = await tenant.live.post(`/v1/webhooks/${webhookId}/test`, {})
    return body.data.attempts[0].error
  }

  test('there are as many vectors as the list of them has', () => {
    assert.ok(TEXTS.length + NAMED.length + REDIRECTS.length >= 120)
  })

  test('is refused when a webhook is made or changed, for what it says', async () => {
    for (const url of TEXTS) {
      const wish = { url, events: ['*'] }
      const made = await tenant.live.post('/v1/webhooks', wish)
      const changed = await tenant.live.patch(`/v1/webhooks/${webhookId}`, { url })
      for (const { status, body } of [made, changed]) {
        // One that is too long never reaches the check: its shape is refused.
        assert.ok(status === 400 || status === 422, `${url.slice(0, 80)}: ${status}`)
        assert.match(body.error.code, /^(invalid_url|url_not_allowed|too_long)$/, url.slice(0, 80))
      }
    }
    assert.deepEqual(attempted, [])
  })

  test('is not delivered to, even when it was stored before', async () => {
    for (const url of [...TEXTS, ...NAMED])
      assert.equal(await deliverTo(url), 'blocked', url.slice(0, 80))
    assert.deepEqual(attempted, [])
  })

  test('is not fetched from', async () => {
    for (const url of [...TEXTS, ...NAMED]) {
      const { status } = await fetchByUrl(url)
      assert.ok(status >= 400 && status < 500, `${url.slice(0, 80)}: ${status}`)
    }
    assert.deepEqual(attempted, [])
  })

  test('of a receiver that is allowed is not left for where it redirects to', async () => {
    await open(['127.0.0.1/32'])
    const { host } = new URL(receiver.url)
    for (const [status, location] of REDIRECTS) {
      receiver.behave({ status, headers: { location } })
      assert.equal(await deliverTo(receiver.url), 'http_error', location)
      assert.equal((await fetchByUrl(receiver.url)).status, 400, location)
    }
    assert.deepEqual([...new Set(attempted)], [host])
  })
})
