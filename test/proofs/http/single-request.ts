import { request } from 'undici'
import { ROUTES } from '../../../src/resources/index.ts'
import type { TestHouse, TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'
import { openBystander, type Bystander } from './single/bystander.ts'
import { fullRequests } from './single/full-requests.ts'
import { hostileRequests, oversizedRequests, type Request } from './single/requests.ts'

const ROUTES_REDUCED = 6
const HOSTILE_REDUCED = 4
/** What nobody else waits longer than, whatever one request holds. */
const WAIT_MS_MAX = 100
/** A wait that another program of the machine caused does not come three times. */
const LOOKS = 3

/** Each part of each request far beyond what it may be, and requests as large as they may be. */
export const singleRequestProof: Proof = {
  name: 'single-request',
  promise: 'No single request keeps the others waiting, whatever it holds',
  tries: 'requests beside another caller',
  prove: (trial) =>
    inHouse(
      async (house) => {
        const url = await house.app.listen({ port: 0, host: '127.0.0.1' })
        const bystander = await openBystander(url)
        try {
          await proveAll(trial, house, { url, bystander })
        } finally {
          await bystander.close()
        }
      },
      {},
      { worker: false },
    ),
}

interface Stage {
  url: string
  bystander: Bystander
}

/** The longest of each, with what caused it. */
interface Longest {
  waitMs: number
  stallMs: number
  what: string
}

async function proveAll(trial: Trial, house: TestHouse, stage: Stage): Promise<void> {
  const tenant = await house.tenant()
  const groups: [string, AsyncIterable<Request> | Iterable<Request>][] = [
    ['beyond a limit', oversized(trial, tenant)],
    ['hostile to a reader of JSON', hostile(trial, tenant)],
    ['as large as it may be', fullRequests(tenant, trial.size)],
  ]
  for (const [name, requests] of groups) {
    const longest: Longest = { waitMs: 0, stallMs: 0, what: '' }
    for await (const one of requests) await proveOne(trial, stage, { one, longest })
    const { waitMs, stallMs, what } = longest
    const figures = `others waited ${waitMs.toFixed(0)} ms at most, the thread was busy for ${stallMs.toFixed(0)} ms at most`
    trial.figures.push(`${name}: ${figures} (${what})`)
  }
}

function* oversized(trial: Trial, tenant: TestTenant): Generator<Request> {
  const keyed = ROUTES.filter(({ scope }) => scope !== null)
  for (const declared of trial.some(keyed, ROUTES_REDUCED))
    yield* oversizedRequests(declared, tenant)
}

function hostile(trial: Trial, tenant: TestTenant): Request[] {
  return trial.some([...hostileRequests(tenant)], HOSTILE_REDUCED)
}

async function proveOne(
  trial: Trial,
  stage: Stage,
  { one, longest }: { one: Request; longest: Longest },
): Promise<void> {
  await trial.try(one.what, async () => {
    const { waitMs, stallMs } = await measure(trial, stage, one)
    trial.holdTime(waitMs <= WAIT_MS_MAX, `${one.what}: others waited ${waitMs.toFixed(0)} ms`)
    if (waitMs > longest.waitMs) Object.assign(longest, { waitMs, what: one.what })
    longest.stallMs = Math.max(longest.stallMs, stallMs)
  })
}

async function measure(
  trial: Trial,
  { url, bystander }: Stage,
  one: Request,
): Promise<{ waitMs: number; stallMs: number }> {
  let best = { waitMs: Infinity, stallMs: Infinity }
  for (let look = 0; look < LOOKS && best.waitMs > WAIT_MS_MAX; look += 1) {
    const { result: status, ...times } = await bystander.watch(() => send(url, one))
    trial.hold(status < 500, `${one.what}: ${status}`)
    if (times.waitMs < best.waitMs) best = times
  }
  return best
}

/** The status; a refusal may come before all of the body was sent, and end the connection. */
async function send(url: string, one: Request): Promise<number> {
  const { method, path, key, body = null, contentType } = one
  const headers = {
    authorization: `Bearer ${key}`,
    ...(contentType && { 'content-type': contentType }),
    ...one.headers,
  }
  try {
    const response = await request(`${url}${path}`, { method: method as 'GET', headers, body })
    await response.body.dump({ limit: Infinity })
    return response.statusCode
  } catch (error) {
    if (/EPIPE|ECONNRESET|UND_ERR_SOCKET/.test((error as { code?: string }).code ?? '')) return 413
    throw error
  }
}
