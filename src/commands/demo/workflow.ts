import { readdirSync } from 'node:fs'
import type { Client } from './client.ts'
import { expectData } from './client.ts'
import type { Copy } from './copy.ts'
import { PERFORM_STEP } from '../../resources/workflows/runs/save.ts'
import { startWorkerProcess } from './worker-process.ts'

const TEMPLATE = 'auto_decline_with_reasons'
/** No deal of the demo has as much, so the template has something to decline. */
const POLICY = {
  name: 'House',
  rules: [
    {
      name: 'Revenue of ten million',
      metric: 'true_revenue',
      operator: 'greater_than_or_equal',
      value: 10_000_000,
      outcome: 'decline',
    },
  ],
}
const POLL_MS = 50
const JOB = `job ${PERFORM_STEP.kind}`

/** In each step a statement that only this step makes; there the worker that performs it is killed. */
const KILLS = [
  { step: 'policies', statement: 'insert policy_evaluations' },
  { step: 'decline', statement: 'update submissions' },
  { step: 'reasons', statement: 'insert notes' },
  { step: 'mail', statement: 'insert emails' },
] as const

interface Step {
  node_id: string
  node_type: string
  status: string
  branch: string | null
  duration_ms: number | null
  started_at: string | null
}

interface Run {
  id: string
  status: string
  duration_ms: number | null
  finished_at: string | null
  steps: Step[]
}

/**
 * A template is cloned, activated and run on the deal, while the worker is killed in every step; its
 * timeline is printed, and what is there once.
 */
export async function showWorkflow(
  { client, mailDir, settings, stopWorker }: Copy,
  submissionId: string,
  print: (line: string) => void,
): Promise<void> {
  const { id, name } = await activateTemplate(client)
  await stopWorker()
  const wanted = { workflow_id: id, submission_id: submissionId }
  const started = expectData<Run>(await client.post('/v1/workflows/start', wanted), 202)
  print(`\n${name}: the worker is killed in every step\n`)
  const atEnd = follow(client, started.id)
  for (const kill of KILLS) print(await killWorker(settings, kill, atEnd))
  const worker = startWorkerProcess(settings)
  const run = await atEnd
  print(`\n${name} · ${run.status}\n`)
  for (const step of run.steps) print(formatStep(step))
  await printEffects(client, { submissionId, mailDir }, print)
  await worker.stop()
}

async function activateTemplate(client: Client): Promise<{ id: string; name: string }> {
  const policy = expectData<{ id: string }>(await client.post('/v1/policies', POLICY), 201)
  expectData(await client.post(`/v1/policies/${policy.id}/publish`, {}), 200)
  const cloned = await client.post(`/v1/workflow-templates/${TEMPLATE}/clone`, {})
  const workflow = expectData<{ id: string; name: string }>(cloned, 201)
  expectData(await client.post(`/v1/workflows/${workflow.id}/activate`, {}), 200)
  return workflow
}

async function killWorker(
  settings: Copy['settings'],
  { step, statement }: (typeof KILLS)[number],
  atEnd: Promise<Run>,
): Promise<string> {
  const worker = startWorkerProcess({ ...settings, FAULT: `${JOB} > ${statement}:kill` })
  const end = await Promise.race([worker.ended, atEnd.then(() => 'the run ended')])
  if (end === 'SIGKILL')
    return `  ✗ ${step.padEnd(10)} kill -9 after “${statement}”, before the commit`
  await worker.stop()
  throw new Error(`The worker was not killed in ${step}: ${end ?? 'it ended by itself'}`)
}

/** The mail leaves after its step: what waits to be sent is waited for. */
async function printEffects(
  client: Client,
  { submissionId, mailDir }: { submissionId: string; mailDir: string },
  print: (line: string) => void,
): Promise<void> {
  const ofDeal = `/v1/emails?submission_id=${submissionId}`
  const list = async (): Promise<{ status: string }[]> => expectData(await client.get(ofDeal), 200)
  while ((await list()).some(({ status }) => status !== 'sent')) await pause()
  const timeline = `/v1/submissions/${submissionId}/timeline?types=submission.noted`
  const notes = expectData<{ title: string }[]>(await client.get(timeline), 200)
  print(`\n${readdirSync(mailDir).length} mail, ${notes.length} note: ${notes[0]?.title ?? ''}\n`)
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

async function follow(client: Client, id: string): Promise<Run> {
  for (;;) {
    const run = expectData<Run>(await client.get(`/v1/workflow-executions/${id}`), 200)
    if (run.finished_at !== null) return run
    await pause()
  }
}

function formatStep({
  node_id: id,
  node_type: type,
  status,
  branch,
  duration_ms: ms,
}: Step): string {
  const mark = status === 'succeeded' ? '✓' : '·'
  const way = branch === null ? '' : ` → ${branch}`
  const time = ms === null ? '' : ` ${ms} ms`
  return `  ${mark} ${id.padEnd(10)} ${type.padEnd(18)} ${status}${way}${time}`
}
