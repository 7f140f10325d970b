import { TRIAL_FILES } from './deal.ts'
import { judge, type Findings } from './judge.ts'
import { openScene, type Scene } from './scene.ts'
import { upload, type Upload } from './upload.ts'

/** One kill: at a named point at its n-th passage, or after a time from the first upload. */
export interface Trial {
  phase: string
  moment: { point: string; passage: number } | { afterMs: number }
}

export interface TrialResult extends Findings {
  trial: Trial
  /** The process was killed while the trial ran, and nothing is lost, doubled or stuck. */
  hasSurvived: boolean
}

/** Where a kill hurts, by what the service is doing. */
const PHASES: Record<string, string[]> = {
  upload: ['request.before_commit', 'request.committed', 'upload.stored', 'idempotency.claimed'],
  parse: ['parse.read', 'parse.written', 'classify.read', 'enrich.computed', 'analyze.computed'],
  delivery: ['deliver.sent', 'dispatch.before_commit', 'job.claimed'],
}
/** Passed once in a run, for all files together. */
const ONCE = ['enrich.computed', 'analyze.computed']
const RANDOM_STEP_MS = 137
const RANDOM_MS_MAX = 1_400
const DEATH_TIMEOUT_MS = 60_000

/**
 * The kills of each phase: its named points in turn, at the first and second passage, and the
 * clock.
 */
export function planTrials(killsPerPhase: number): Trial[] {
  return Object.entries(PHASES).flatMap(([phase, points]) =>
    Array.from({ length: killsPerPhase }, (_, index): Trial => {
      const turn = index % (points.length + 1)
      const point = points[turn]!
      const lap = Math.floor(index / (points.length + 1))
      const passage = ONCE.includes(point) ? 1 : 1 + (lap % 2)
      const isClock = turn === points.length || index === killsPerPhase - 1
      const afterMs = (index * RANDOM_STEP_MS) % RANDOM_MS_MAX
      return { phase, moment: isClock ? { afterMs } : { point, passage } }
    }),
  )
}

/**
 * Kills the service again and again, a copy of its own for each phase, side by side. Each trial is
 * judged after the next clean start.
 */
export async function runCampaign(
  trials: readonly Trial[],
  onResult: (result: TrialResult) => void = () => {},
): Promise<TrialResult[]> {
  const phases = [...Map.groupBy(trials, ({ phase }) => phase).values()]
  // All of them end, and clear away their copies, before a failure of one is reported.
  const settled = await Promise.allSettled(phases.map((own) => runPhase(own, onResult)))
  return settled.flatMap((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

async function runPhase(
  trials: readonly Trial[],
  onResult: (result: TrialResult) => void,
): Promise<TrialResult[]> {
  const scene = await openScene()
  const results: TrialResult[] = []
  try {
    for (const trial of trials) {
      const result = await runTrial(scene, trial)
      results.push(result)
      onResult(result)
    }
    return results
  } finally {
    await scene.close()
  }
}

async function runTrial(scene: Scene, trial: Trial): Promise<TrialResult> {
  const submissionId = await createSubmission(scene)
  await scene.service.kill('SIGKILL')
  const uploads = await uploadUntilDeath(scene, trial, submissionId)
  scene.service = await scene.copy.start()
  const findings = await judge(scene, submissionId, uploads)
  const { lost, doubled, stuck } = findings
  return { trial, ...findings, hasSurvived: lost.length + doubled.length + stuck.length === 0 }
}

async function createSubmission({ client }: Scene): Promise<string> {
  const { status, body } = await client.call('POST', '/v1/submissions', { body: { name: 'Trial' } })
  if (status !== 201) throw new Error(`No submission: ${JSON.stringify(body)}`)
  return body.data.id
}

/** Starts the service with the fault armed, uploads both files, and returns when it is dead. */
async function uploadUntilDeath(
  { copy, client }: Scene,
  { moment }: Trial,
  submissionId: string,
): Promise<Upload[]> {
  const fault = 'point' in moment ? `${moment.point}:kill:${moment.passage}` : ''
  const doomed = await copy.start({ settings: { FAULT: fault } })
  const timer =
    'afterMs' in moment ? setTimeout(() => doomed.kill('SIGKILL'), moment.afterMs) : null
  const uploads: Upload[] = []
  for (const file of TRIAL_FILES) {
    uploads.push(await upload(client, submissionId, { file, idempotencyKey: crypto.randomUUID() }))
  }
  const patience = setTimeout(() => doomed.kill('SIGTERM'), DEATH_TIMEOUT_MS)
  const { signal } = await doomed.ended
  clearTimeout(patience)
  if (timer) clearTimeout(timer)
  if (signal !== 'SIGKILL') throw new Error(`${fault} was not reached:\n${doomed.output()}`)
  return uploads
}

/** `parse: killed at parse.read, passage 2`. */
export function formatTrialName({ phase, moment }: Trial): string {
  return 'point' in moment
    ? `${phase}: killed at ${moment.point}, passage ${moment.passage}`
    : `${phase}: killed after ${moment.afterMs} ms`
}
