import { ROUTES } from '../../../src/resources/index.ts'
import type { TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'
import { openBystander, type Bystander } from './single/bystander.ts'
import { fullRequests } from './single/full-requests.ts'
import { hostileRequests, oversizedRequests, type Request } from './single/requests.ts'

const ROUTES_REDUCED = 3
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
          await proveAll(trial, await house.tenant(), bystander)
        } finally {
          await bystander.close()
        }
      },
      {},
      { worker: false },
    ),
}

/** The longest of each, with what caused it. */
interface Longest {
  wait: { ms: number; what: string }
  stall: { ms: number; what: string }
}

async function proveAll(trial: Trial, tenant: TestTenant, bystander: Bystander): Promise<void> {
  const groups: [string, AsyncIterable<Request> | Iterable<Request>][] = [
    ['beyond a limit', oversized(trial, tenant)],
    ['hostile to a reader of JSON', hostile(trial, tenant)],
    ['as large as it may be', fullRequests(tenant, trial.size)],
  ]
  for (const [name, requests] of groups) {
    const longest = { wait: { ms: 0, what: '' }, stall: { ms: 0, what: '' } }
    for await (const one of requests) await proveOne(trial, bystander, { one, longest })
    const { wait, stall } = longest
    trial.figures.push(
      `${name}: others waited ${wait.ms.toFixed(0)} ms at most (${wait.what})`,
      `${name}: the thread was busy for ${stall.ms.toFixed(0)} ms at most (${stall.what})`,
    )
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
  bystander: Bystander,
  { one, longest }: { one: Request; longest: Longest },
): Promise<void> {
  await trial.try(one.what, async () => {
    const { waitMs, stallMs } = await measure(trial, bystander, one)
    const isWithin = waitMs <= WAIT_MS_MAX && stallMs <= WAIT_MS_MAX
    const times = `${waitMs.toFixed(0)} ms, ${stallMs.toFixed(0)} ms of the processor`
    trial.holdTime(isWithin, `${one.what}: others waited ${times}`)
    if (waitMs > longest.wait.ms) longest.wait = { ms: waitMs, what: one.what }
    if (stallMs > longest.stall.ms) longest.stall = { ms: stallMs, what: one.what }
  })
}

async function measure(
  trial: Trial,
  bystander: Bystander,
  one: Request,
): Promise<{ waitMs: number; stallMs: number }> {
  let best = { waitMs: Infinity, stallMs: Infinity }
  for (let look = 0; look < LOOKS && best.waitMs > WAIT_MS_MAX; look += 1) {
    const { result: status, ...times } = await bystander.watch(one)
    trial.hold(status < 500, `${one.what}: ${status}`)
    if (times.waitMs < best.waitMs) best = times
  }
  return best
}
