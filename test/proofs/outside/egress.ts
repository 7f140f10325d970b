import { openTestHouse, type TestHouse, type TestTenant } from '../../context.ts'
import { startReceiver, type StartedReceiver } from '../../fakes/receiver.ts'
import type { Proof, Trial } from '../proof.ts'
import { judgeAttempts, NAMED, openTo, TEXTS, unwatchAttempts, watchAttempts } from './attempts.ts'

// reliability.md R10 and 3.5: every vector against every place where a caller gives us an address.

const REDIRECTS = [
  [301, 'http://10.0.0.1/'],
  [302, 'http://169.254.169.254/latest/meta-data/'],
  [303, 'http://localhost:5432/'],
  [307, 'http://[::1]/'],
  [308, 'http://name-1.example/'],
  [302, 'file:///etc/passwd'],
] as const

/** Names whose address changes between two look-ups. */
const REBINDINGS = { full: 60, reduced: 6 }
const CALLS_OF_REBINDING = 6

/** The only address that is open, and those that a name may flip to. */
const OPEN = '127.0.0.1'
const CLOSED = ['127.0.0.2', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1']

export const egressProof: Proof = {
  name: 'egress',
  promise:
    'No address that a caller gives, or that it leads to, makes us connect to what is closed',
  tries: 'addresses given, delivered to or fetched from',
  prove: async (trial) => {
    const house = await openTestHouse({}, { worker: false })
    const receiver = await startReceiver()
    watchAttempts()
    try {
      const ground = await openGround(house, receiver)
      await proveTexts(trial, ground)
      await proveStored(trial, ground)
      await proveRedirects(trial, ground)
      for (let run = 0; run < trial.of(REBINDINGS); run += 1) await proveRebinding(trial, ground)
    } finally {
      unwatchAttempts()
      receiver.close()
      await house.close()
    }
  },
}

interface Ground {
  house: TestHouse
  receiver: StartedReceiver
  tenant: TestTenant
  submissionId: string
  webhookId: string
}

async function openGround(house: TestHouse, receiver: StartedReceiver): Promise<Ground> {
  const tenant = await house.tenant()
  const { body: deal } = await tenant.live.post('/v1/submissions', { name: 'Target' })
  const input = { url: receiver.url, events: ['document.parsed'] }
  const { body: hook } = await tenant.live.post('/v1/webhooks', input)
  return { house, receiver, tenant, submissionId: deal.data.id, webhookId: hook.data.id }
}

/** When a webhook is made or changed. */
async function proveTexts(trial: Trial, ground: Ground): Promise<void> {
  await openTo(ground.house, [])
  const { live } = ground.tenant
  for (const url of TEXTS) {
    const made = await live.post('/v1/webhooks', { url, events: ['*'] })
    const changed = await live.patch(`/v1/webhooks/${ground.webhookId}`, { url })
    for (const { status, body } of [made, changed]) {
      trial.tried()
      // One that is too long never reaches the check: its shape is refused.
      const isRefused =
        (status === 400 || status === 422) &&
        /^(invalid_url|url_not_allowed|too_long)$/.test(body.error.code)
      trial.hold(isRefused, `a webhook to ${url.slice(0, 80)} returns ${status}`)
    }
  }
  judgeAttempts(trial)
}

/** When it was stored before, under other rules, and when a document is fetched from it. */
async function proveStored(trial: Trial, ground: Ground): Promise<void> {
  await openTo(ground.house, [])
  for (const url of [...TEXTS, ...NAMED]) {
    trial.tried(2)
    const delivered = await deliverTo(ground, url)
    trial.hold(delivered === 'blocked', `a delivery to ${url.slice(0, 80)} is ${delivered}`)
    const status = await fetchFrom(ground, url)
    trial.hold(status >= 400 && status < 500, `${url.slice(0, 80)} is fetched: ${status}`)
  }
  judgeAttempts(trial)
}

/** A receiver that is allowed is not left for where it redirects to. */
async function proveRedirects(trial: Trial, ground: Ground): Promise<void> {
  await openTo(ground.house, [`${OPEN}/32`])
  const { receiver } = ground
  for (const [status, location] of REDIRECTS) {
    trial.tried(2)
    receiver.behave({ status, headers: { location } })
    const delivered = await deliverTo(ground, receiver.url)
    trial.hold(delivered === 'http_error', `the redirect to ${location} is ${delivered}`)
    const fetched = await fetchFrom(ground, receiver.url)
    trial.hold(fetched === 400, `the redirect to ${location} is fetched: ${fetched}`)
  }
  judgeAttempts(trial, (address) => address === new URL(receiver.url).host)
}

/** A name that leads to the receiver at one look-up and somewhere closed at another. */
async function proveRebinding(trial: Trial, ground: Ground): Promise<void> {
  const { receiver } = ground
  receiver.behave({ headers: { connection: 'close' } })
  const resolved: string[] = []
  await openTo(ground.house, [`${OPEN}/32`], () => {
    const address = trial.random.next() < 0.5 ? OPEN : trial.random.pick(CLOSED)
    // Some DNS responses name both: one closed address is enough to refuse.
    const both = address !== OPEN && trial.random.next() < 0.3
    resolved.push(address)
    return both ? [OPEN, address] : [address]
  })
  const url = `http://flips.example:${new URL(receiver.url).port}/hook`
  for (let call = 0; call < CALLS_OF_REBINDING; call += 1) {
    trial.tried()
    const [before, arrived] = [resolved.length, receiver.received.length]
    const outcome = await deliverTo(ground, url)
    const seen = resolved.slice(before)
    const hasClosed = seen.some((address) => address !== OPEN)
    const isRight = hasClosed
      ? outcome === 'blocked' && receiver.received.length === arrived
      : outcome === null && receiver.received.length === arrived + 1
    trial.hold(isRight && seen.length > 0, `led to ${seen.join(', ')}, the delivery is ${outcome}`)
  }
  judgeAttempts(trial, (address) => address === new URL(receiver.url).host)
}

/** How a delivery to the address ends, as if it had been taken under other rules. */
async function deliverTo(ground: Ground, url: string): Promise<string | null> {
  const { house, tenant, webhookId } = ground
  const { pool } = house.house.database
  await pool.query('update webhooks set url = $1 where id = $2', [url, webhookId])
  const { body } = await tenant.live.post(`/v1/webhooks/${webhookId}/test`, {})
  return body.data.attempts[0].error
}

async function fetchFrom({ tenant, submissionId }: Ground, url: string): Promise<number> {
  return (await tenant.live.post(`/v1/submissions/${submissionId}/documents`, { url })).status
}
