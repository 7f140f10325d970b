import { isDeepStrictEqual } from 'node:util'
import type { TestTenant } from '../../context.ts'
import type { CrashScene } from '../faults/crash/scene.ts'
import type { Trial } from '../proof.ts'

/** A tenant with a workflow of twelve steps, each with an effect that can be counted. */
export interface Desk {
  scene: CrashScene
  tenant: TestTenant
  /** Starts it on a new deal; its jobs wait for a worker. Returns the id of the run. */
  start(): Promise<string>
}

const TAGS = ['one', 'two', 'three', 'four']
const STEPS = 12

const toNodes = (url: string) => [
  { id: 'sum', type: 'transform', config: { fields: { name: '{{ submission.name }}' } } },
  ...TAGS.map((tag) => ({ id: `tag_${tag}`, type: 'add_tag', config: { tag } })),
  { id: 'kept', type: 'set_variable', config: { name: 'found', value: '{{ nodes.sum.name }}' } },
  { id: 'grade', type: 'update_submission', config: { metadata: { grade: '{{ vars.found }}' } } },
  { id: 'each', type: 'loop', config: { items: ['a', 'b'] } },
  { id: 'inner', type: 'set_variable', config: { name: 'last', value: '{{ item }}' } },
  { id: 'call', type: 'http_request', config: { method: 'POST', url } },
  { id: 'archive', type: 'archive_submission' },
]
const EDGES = [
  ...['sum', ...TAGS.map((tag) => `tag_${tag}`), 'kept', 'grade', 'each'].flatMap((from, at, all) =>
    all[at + 1] === undefined ? [] : [{ from, to: all[at + 1] }],
  ),
  { from: 'each', to: 'inner', from_port: 'each' },
  { from: 'inner', to: 'each' },
  { from: 'each', to: 'call', from_port: 'done' },
  { from: 'call', to: 'archive' },
]

export async function openDesk(scene: CrashScene): Promise<Desk> {
  const tenant = await scene.makeTenant()
  const nodes = toNodes(scene.receiver.url)
  await tenant.live.put('/v1/user/settings', { allowed_outbound_hosts: ['127.0.0.1'] })
  const draft = { name: 'Desk', trigger: { type: 'manual' }, nodes, edges: EDGES }
  const { body } = await tenant.live.post('/v1/workflows', draft)
  await tenant.live.post(`/v1/workflows/${body.data.id}/activate`)
  return {
    scene,
    tenant,
    start: async () => {
      const deal = await tenant.live.post('/v1/submissions', { name: 'Oak Bakery' })
      await scene.recover()
      const path = `/v1/submissions/${deal.body.data.id}/workflow`
      const started = await tenant.live.post(path, { workflow_id: body.data.id })
      return started.body.data.id
    },
  }
}

/** Lets a worker end the run and compares what it did with what it should have done once. */
export async function judgeDesk(trial: Trial, desk: Desk, runId: string): Promise<void> {
  const { scene, tenant } = desk
  await scene.recover()
  const run = (await tenant.live.get(`/v1/workflow-executions/${runId}`)).body.data
  const done = run.steps.filter((step: { status: string }) => step.status === 'succeeded')
  trial.hold(run.status === 'succeeded', `the run is ${run.status}`, 'lost')
  trial.hold(done.length >= STEPS, `${done.length} of ${STEPS} steps were done`, 'lost')
  trial.hold(run.steps.length <= STEPS, `there are ${run.steps.length} steps`, 'doubled')
  const path = `/v1/submissions/${run.submission_id}`
  const deal = (await tenant.live.get(path)).body.data
  const wanted = [TAGS, 'Oak Bakery', 'archived']
  const found = [deal.tags, deal.metadata.grade, deal.status]
  trial.hold(isDeepStrictEqual(found, wanted), `the deal is ${JSON.stringify(found)}`, 'lost')
  const timeline = await tenant.live.get(`${path}/timeline?actor=workflow&limit=100`)
  const changes = timeline.body.data.length
  const [lost, doubled] = [changes < TAGS.length + 2, changes > TAGS.length + 2]
  trial.hold(!lost, `${changes} changes are in the timeline`, 'lost')
  trial.hold(!doubled, `${changes} changes are in the timeline`, 'doubled')
  judgeCalls(trial, desk, runId)
}

/** What left the house left it once, or twice under one key. */
function judgeCalls(trial: Trial, { scene }: Desk, runId: string): void {
  const keys = scene.receiver.received.map(({ headers }) => headers['idempotency-key'])
  const own = keys.filter((key) => String(key).startsWith(`wf_${runId}_`))
  trial.hold(own.length > 0, 'the call was not made', 'lost')
  trial.hold(own.length <= 2, `the call was made ${own.length} times`, 'doubled')
  trial.hold(new Set(own).size <= 1, `the call had the keys ${own.join(', ')}`, 'doubled')
}
