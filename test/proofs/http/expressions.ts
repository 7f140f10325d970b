import { seeded } from '../../../fixtures/model/random.ts'
import type { Caller, TestResponse } from '../../context.ts'
import { HOSTILE_TEXT, hostileExpressions, hostilePattern } from '../../hostile-expressions.ts'
import { percentile } from '../../../bench/timing.ts'
import { Trial, type Proof } from '../proof.ts'
import { inHouse } from '../stage.ts'

const EXPRESSIONS = { full: 1_000, reduced: 52 }
const PATTERNS = { full: 250, reduced: 12 }
/**
 * Of one request, from its bytes to its response, on a machine that does other things: most of it is
 * the JSON of 600 kB. Reading the expression alone is held to 50 ms in `decisions.test.ts`.
 */
const CPU_MS_MAX = 250
/** Code that runs for the first time is compiled meanwhile. */
const WARM_UP = 13

/** A text that nearly fits the patterns is what they are held against. */
const METRICS = {
  number: { metric: 'true_revenue' },
  text: { metric: 'attribute', metric_params: { attribute: 'name' } },
}

/** One hostile request with what is done with what it made. */
interface Attempt {
  url: string
  body: object
  /** What is then done with what was made. */
  use: (id: string) => Promise<TestResponse>
}

/** Rules and attributes that are made to hang or break the service, over HTTP. */
export const expressionsProof: Proof = {
  name: 'expressions',
  promise: 'No expression and no pattern, whatever it is, hangs or breaks the service',
  tries: 'hostile expressions and patterns',
  prove: async (trial) => {
    await inHouse(
      async (house) => {
        const { live } = await house.tenant()
        const deal = await live.post('/v1/submissions', { company_info: { name: HOSTILE_TEXT } })
        const attempts = generateAttempts(trial, live, deal.body.data.id)
        const warmUp = new Trial(trial.size, trial.seed + 1)
        for (const attempt of generateAttempts(warmUp, live, deal.body.data.id).take(WARM_UP))
          await measure(warmUp, live, attempt)
        const durations: number[] = []
        for (const attempt of attempts) durations.push(await measure(trial, live, attempt))
        const [typical, slowest] = [percentile(durations, 0.5), percentile(durations, 1)]
        trial.figures.push(
          `processor time ${typical.toFixed(1)} ms, at most ${slowest.toFixed(1)} ms`,
        )
      },
      {},
      { worker: false },
    )
    trial.hold(!Object.hasOwn(Object.prototype, 'polluted'), 'the prototype of all is polluted')
  },
}

function* generateAttempts(trial: Trial, caller: Caller, submissionId: string): Generator<Attempt> {
  const random = seeded(`expressions ${trial.seed}`)
  for (const expression of hostileExpressions(random, trial.of(EXPRESSIONS), METRICS))
    yield {
      url: '/v1/rules',
      body: { name: `Rule ${random.digits(12)}`, expression },
      use: async (id) =>
        caller.post(`/v1/rules/${id}/evaluate`, { submission_id: submissionId, dry_run: true }),
    }
  for (let index = 0; index < trial.of(PATTERNS); index += 1) {
    const name = `a${random.digits(12)}`
    yield {
      url: '/v1/entities/application/attributes',
      body: { name, type: 'string', pattern: hostilePattern(random) },
      use: async (id) => holdAgainst(caller, { id, name, submissionId }),
    }
  }
}

/** The attribute goes again: an entity holds two hundred. */
async function holdAgainst(
  caller: Caller,
  { id, name, submissionId }: { id: string; name: string; submissionId: string },
): Promise<TestResponse> {
  const values = [{ entity: 'application', attribute: name, value: HOSTILE_TEXT }]
  const url = `/v1/submissions/${submissionId}/attribute-values`
  const response = await caller.put(url, { values })
  await caller.put(url, { values: [{ ...values[0], value: null }] })
  await caller.delete(`/v1/entities/application/attributes/${id}`)
  return response
}

/** The processor time of the request, in milliseconds. */
async function measure(trial: Trial, caller: Caller, attempt: Attempt): Promise<number> {
  const { url, body, use } = attempt
  const excerpt = JSON.stringify(body).slice(0, 120)
  let cpuMs = 0
  await trial.try(excerpt, async () => {
    const before = process.threadCpuUsage()
    const made = await caller.post(url, body)
    const { user, system } = process.threadCpuUsage(before)
    cpuMs = (user + system) / 1_000
    judge(trial, made, excerpt)
    if (made.status === 201) judge(trial, await use(made.body.data.id), `using ${excerpt}`)
  })
  trial.holdTime(cpuMs <= CPU_MS_MAX, `took ${cpuMs.toFixed(1)} ms of processor time: ${excerpt}`)
  return cpuMs
}

function judge(trial: Trial, { status, body }: TestResponse, excerpt: string): void {
  trial.hold(status < 500, `returned ${status}: ${excerpt}`)
  if (status >= 400) trial.hold(typeof body.error?.code === 'string', `no code with ${status}`)
}
