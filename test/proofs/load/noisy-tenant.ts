import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createServiceClient, type ServiceClient } from '../../../scripts/service-client.ts'
import { makeServiceCopy, type ServiceCopy } from '../../../scripts/service-process.ts'
import { childEnvironment } from '../../../src/config.ts'
import { percentile } from '../../../bench/timing.ts'
import type { Proof, Trial } from '../proof.ts'

/** Ten times what a tenant may have at once. */
const NOISY_CALLERS = 320
const MEASURED_MS = { full: 15_000, reduced: 1_000 }
const QUIET_PAUSE_MS = 20
const WARM_MS = 500
/** What the noise may add to the quiet tenant's p99. */
const ADDED_MS_MAX = 250

const ROOT = `${import.meta.dirname}/../../..`

/** One tenant sends all it can while another works as usual. */
export const noisyTenantProof: Proof = {
  name: 'noisy-tenant',
  isLong: true,
  promise:
    'A tenant that sends ten times its share costs another no response and a quarter of a second at most',
  tries: 'requests of the quiet tenant',
  prove: async (trial) => {
    const copy = await makeServiceCopy()
    try {
      const service = await copy.start()
      const quiet = createServiceClient(copy.url, copy.readKey())
      const noisyKey = await makeTenant(copy)
      await measure(quiet, WARM_MS)
      const alone = await measure(quiet, trial.of(MEASURED_MS))
      const noise = startNoise(`${copy.url}/v1/submissions`, noisyKey)
      await sleep(WARM_MS)
      const withNoise = await measure(quiet, trial.of(MEASURED_MS))
      judge(trial, { alone, withNoise, noise: await noise.stop() })
      await quiet.close()
      const { code } = await service.kill('SIGTERM')
      trial.hold(code === 0, `the service ended with ${code}:\n${service.output()}`)
    } finally {
      await copy.remove()
    }
  },
}

async function makeTenant({ dataDir }: ServiceCopy): Promise<string> {
  const args = [`${ROOT}/src/main.ts`, 'create-tenant', '--json']
  const env = childEnvironment({ DATA_DIR: dataDir, NODE_ENV: 'test' })
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, env })
  return JSON.parse(stdout).test_key
}

/** What the quiet tenant saw: how long each of its requests took, and which were refused. */
interface Seen {
  durations: number[]
  refusals: string[]
}

async function measure(client: ServiceClient, durationMs: number): Promise<Seen> {
  const seen: Seen = { durations: [], refusals: [] }
  const until = performance.now() + durationMs
  while (performance.now() < until) {
    const startedAt = performance.now()
    const { status, body } = await client.call('GET', '/v1/submissions')
    seen.durations.push(performance.now() - startedAt)
    if (status !== 200) seen.refusals.push(`${status} ${body.error?.code}`)
    await sleep(QUIET_PAUSE_MS)
  }
  return seen
}

interface Noise {
  served: number
  refused: number
}

/** In a process of its own: what is measured must not wait for what makes the noise. */
function startNoise(url: string, key: string): { stop(): Promise<Noise> } {
  const args = [`${import.meta.dirname}/noise.ts`, url, key, String(NOISY_CALLERS)]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  return {
    stop: async () => {
      child.stdin.end()
      await once(child, 'close')
      return JSON.parse(output)
    },
  }
}

function judge(trial: Trial, seen: { alone: Seen; withNoise: Seen; noise: Noise }): void {
  const { alone, withNoise, noise } = seen
  trial.tried(alone.durations.length + withNoise.durations.length)
  for (const line of [...alone.refusals, ...withNoise.refusals])
    trial.found('broken', `the quiet tenant was refused: ${line}`)
  trial.hold(noise.served > 0, 'the noisy tenant was not served at all')
  const [before, after] = [alone, withNoise].map(({ durations }) => percentile(durations, 0.99))
  trial.figures.push(
    `p99 of the quiet tenant ${before!.toFixed(0)} ms alone, ${after!.toFixed(0)} ms beside ${NOISY_CALLERS} callers of another, of whom ${noise.served} were served and ${noise.refused} refused`,
  )
  trial.holdTime(
    after! - before! <= ADDED_MS_MAX,
    `p99 rose from ${before!.toFixed(0)} to ${after!.toFixed(0)} ms`,
  )
}
