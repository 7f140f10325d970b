import { Agent, request } from 'undici'
import { createServiceClient } from '../../../scripts/service-client.ts'
import type { ServiceCopy } from '../../../scripts/service-process.ts'
import { readUsage } from '../../../src/platform/sandbox/usage.ts'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'
import { onService } from '../stage.ts'

const PEAK_CONNECTIONS = 32
const OVERLOAD = 10
const PHASE_MS = { full: 15_000, reduced: 2_000 }
const GOODPUT_MIN = 0.8
const ACCEPTED_P99_MS_MAX = 2_000
const WARM_MS = 1_000
const DEALS = 20

/** Ten times the callers the service needs to be busy. */
export const overloadProof: Proof = {
  name: 'overload',
  isLong: true,
  promise:
    'Ten times the load leaves the service as useful as before; the rest is refused with a time to retry',
  tries: 'requests',
  prove: (trial) =>
    onService(trial, async (copy, service) => {
      const paths = await makePaths(copy)
      const durationMs = trial.of(PHASE_MS)
      const load = { url: copy.url, key: copy.readKey(), paths, durationMs }
      await drive({ ...load, durationMs: WARM_MS, connections: PEAK_CONNECTIONS })
      const peak = await drive({ ...load, connections: PEAK_CONNECTIONS })
      const over = await drive({ ...load, connections: PEAK_CONNECTIONS * OVERLOAD })
      judge(trial, peak, over)
      const megabytes = (await readUsage(service.pid))?.residentMb ?? null
      // Shared pages are counted in each process, so this figure is only printed.
      if (megabytes !== null) trial.figures.push(memoryFigure(megabytes))
    }),
}

interface Load {
  url: string
  key: string
  paths: readonly string[]
  durationMs: number
  connections: number
}

/** What callers saw of a phase. */
interface Seen {
  perSecond: number
  acceptedP99Ms: number
  accepted: number
  refused: number
  /** Neither: no response at all, or a status without meaning here. */
  unclear: string[]
}

/** Reads of single deals, which every screen and every integration makes most. */
async function makePaths(copy: ServiceCopy): Promise<string[]> {
  const client = createServiceClient(copy.url, copy.readKey())
  const paths: string[] = []
  for (let index = 0; index < DEALS; index += 1) {
    const { body } = await client.call('POST', '/v1/submissions', {
      body: { name: `Deal ${index}` },
    })
    paths.push(`/v1/submissions/${body.data.id}`)
  }
  await client.close()
  return paths
}

/** Callers who send the next request as soon as they have a response, each on a connection of its own. */
async function drive(load: Load): Promise<Seen> {
  const { url, key, paths, durationMs, connections } = load
  const dispatcher = new Agent({ connections, pipelining: 1 })
  const until = performance.now() + durationMs
  const durations: number[] = []
  const seen = { refused: 0, unclear: [] as string[] }
  const call = async (caller: number): Promise<void> => {
    for (let index = caller; performance.now() < until; index += 1) {
      const startedAt = performance.now()
      const path = paths[index % paths.length]!
      const status = await requestStatus(`${url}${path}`, key, dispatcher)
      if (status === '200') durations.push(performance.now() - startedAt)
      else if (status === '429' || status === '503') seen.refused += 1
      else seen.unclear.push(status)
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, caller) => call(caller)))
  await dispatcher.close()
  const perSecond = (durations.length * 1000) / durationMs
  return {
    ...seen,
    perSecond,
    accepted: durations.length,
    acceptedP99Ms: percentile(durations, 0.99),
  }
}

/** `200`, or what went wrong. A refusal must have a time to retry. */
async function requestStatus(url: string, key: string, dispatcher: Agent): Promise<string> {
  try {
    const headers = { authorization: `Bearer ${key}` }
    const {
      statusCode,
      headers: responseHeaders,
      body,
    } = await request(url, { headers, dispatcher })
    await body.dump()
    const isMute = statusCode !== 200 && responseHeaders['retry-after'] === undefined
    return isMute ? `${statusCode} without Retry-After` : String(statusCode)
  } catch (error) {
    return (error as Error).message
  }
}

function judge(trial: Trial, peak: Seen, over: Seen): void {
  trial.tried(peak.accepted + over.accepted + over.refused)
  const share = over.perSecond / peak.perSecond
  trial.figures.push(
    `${peak.perSecond.toFixed(0)} responses/s at ${PEAK_CONNECTIONS} callers, ${over.perSecond.toFixed(0)} at ${PEAK_CONNECTIONS * OVERLOAD} (${share.toFixed(2)}), of which p99 ${over.acceptedP99Ms.toFixed(0)} ms, ${over.refused} refused`,
  )
  trial.holdTime(share >= GOODPUT_MIN, `goodput falls to ${share.toFixed(2)} of the peak`)
  const p99 = over.acceptedP99Ms
  trial.holdTime(p99 <= ACCEPTED_P99_MS_MAX, `accepted requests took ${p99.toFixed(0)} ms at p99`)
  for (const what of [...peak.unclear, ...over.unclear]) trial.found('broken', what)
}

function memoryFigure(megabytes: number): string {
  return `the service, its database and readers hold ${megabytes.toFixed(0)} MiB afterwards`
}
