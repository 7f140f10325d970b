import { existsSync, readdirSync } from 'node:fs'
import type { Client } from './client.ts'
import { expectData } from './client.ts'

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

/** A template is cloned, activated and run on the deal; its timeline is printed. */
export async function showWorkflow(
  client: Client,
  { submissionId, mailDir }: { submissionId: string; mailDir: string },
  print: (line: string) => void,
): Promise<void> {
  const policy = expectData<{ id: string }>(await client.post('/v1/policies', POLICY), 201)
  expectData(await client.post(`/v1/policies/${policy.id}/publish`, {}), 200)
  const cloned = await client.post(`/v1/workflow-templates/${TEMPLATE}/clone`, {})
  const { id, name } = expectData<{ id: string; name: string }>(cloned, 201)
  expectData(await client.post(`/v1/workflows/${id}/activate`, {}), 200)
  const wanted = { workflow_id: id, submission_id: submissionId }
  const started = expectData<Run>(await client.post('/v1/workflows/start', wanted), 202)
  const run = await follow(client, started.id)
  print(`\n${name} · ${run.status} in ${run.duration_ms} ms\n`)
  for (const step of run.steps) print(formatStep(step))
  const timeline = `/v1/submissions/${submissionId}/timeline?types=submission.noted`
  const notes = expectData<{ title: string }[]>(await client.get(timeline), 200)
  const mails = existsSync(mailDir) ? readdirSync(mailDir) : []
  print(`\n${mails.length} mail, ${notes.length} note: ${notes[0]?.title ?? ''}\n`)
}

async function follow(client: Client, id: string): Promise<Run> {
  for (;;) {
    const run = expectData<Run>(await client.get(`/v1/workflow-executions/${id}`), 200)
    if (run.finished_at !== null) return run
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
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
