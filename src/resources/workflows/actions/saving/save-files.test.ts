import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../../test/context.ts'
import { startBucket, type FakeBucket } from '../../../../../test/fakes/bucket.ts'
import { waitFor } from '../../../../../test/wait-until.ts'

/** Exports of an account, which are read like any other. */
const FILES = [1, 2, 3].map((day) =>
  Buffer.from(`date,description,amount\n2026-05-0${day},CARD SALES,120.00\n`),
)

describe('files that a workflow saves in a bucket', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let bucket: FakeBucket
  let deal: string
  const documents: string[] = []

  before(async () => {
    bucket = await startBucket()
    tenant = await house.tenant()
    deal = (await tenant.test.post('/v1/submissions', { name: 'Oak Bakery' })).body.data.id
    const names = ['May (1) + ä.csv', 'may.csv', 'may.csv']
    for (const [at, filename] of names.entries()) {
      const file = { filename, contentType: 'text/csv', bytes: FILES[at]! }
      const { body } = await tenant.test.upload(`/v1/submissions/${deal}/documents`, [file])
      documents.push(body.data.id)
    }
    await house.settle(60_000)
    await install({})
  })
  after(() => bucket.close())

  async function install(change: object): Promise<void> {
    await tenant.test.delete('/v1/apps/s3_bucket/uninstall')
    const config = { ...bucket.appConfig, prefix: 'assay/desk', ...change }
    const body = { config, accept_permissions: true }
    const made = await tenant.test.post('/v1/apps/s3_bucket/install', body)
    assert.equal(made.status, 201, JSON.stringify(made.body))
    assert.doesNotMatch(JSON.stringify(made.body), /S3RVER/)
  }

  /** The step that saves, when its run has ended. */
  async function save(config: object, settings = {}): Promise<any> {
    return (await run([{ type: 'save_to_storage', config, settings }]))[0]
  }

  async function run(nodes: object[]): Promise<any[]> {
    const draft = { name: `Save ${Math.random()}`, trigger: { type: 'manual' }, nodes }
    const workflow_id = (await tenant.test.post('/v1/workflows', draft)).body.data.id
    const active = await tenant.test.post(`/v1/workflows/${workflow_id}/activate`)
    assert.equal(active.status, 200, JSON.stringify(active.body))
    const body = { workflow_id, submission_id: deal }
    const { id } = (await tenant.test.post('/v1/workflows/start', body)).body.data
    const ended: any = await waitFor(async () => {
      const found = (await tenant.test.get(`/v1/workflow-executions/${id}`)).body.data
      return found.finished_at !== null && found
    }, `${id} does not end`)
    await tenant.test.post(`/v1/workflows/${workflow_id}/deactivate`)
    return ended.steps
  }

  const read = (name: string): Buffer =>
    readFileSync(join(bucket.directory, 'house', `${name}._S3rver_object`))

  test('are there byte for byte under the names of the deal, each under its own', async () => {
    const { output, error } = await save({ path: 'deals/{{ submission.id }}' })
    assert.equal(error, null)
    assert.equal(output.saved_count, 3)
    const folder = `assay/desk/deals/${deal}`
    const [first, second, third] = output.objects
    assert.deepEqual([first, second], [`${folder}/May (1) + ä.csv`, `${folder}/may.csv`])
    assert.match(third, new RegExp(`^${folder}/[0-9a-f]{8}_may\\.csv$`))
    for (const [at, name] of output.objects.entries()) assert.deepEqual(read(name), FILES[at])
    const { body } = await tenant.test.get(`/v1/audit-log?resource_id=${deal}&action=exported`)
    assert.equal(body.data[0].summary, '3 files saved to the bucket house')
  })

  test('are those that the node names, in the folder of the deal when it names none', async () => {
    const { output } = await save({ document_ids: [documents[1]] })
    assert.deepEqual(output.objects, [`assay/desk/${deal}/may.csv`])
    const other = await save({ document_ids: [deal] })
    assert.equal(other.error.code, 'document_not_found')
  })

  test('are sent again under the same names when the bucket was busy', async () => {
    bucket.failNext(1)
    const settings = { retries: { max: 1, backoff_seconds: 1 } }
    const { attempt, output } = await save({ path: 'again' }, settings)
    assert.equal(attempt, 2)
    assert.deepEqual(output.objects.slice(0, 2), [
      'assay/desk/again/May (1) + ä.csv',
      'assay/desk/again/may.csv',
    ])
  })

  test('lead nowhere else, whatever the path is filled in with', async () => {
    const paths = ['../up', 'a//b', '/root', 'a/../../b', 'a\\b']
    const settings = { on_error: 'continue' }
    const steps = await run(
      paths.map((path) => ({ type: 'save_to_storage', config: { path }, settings })),
    )
    assert.deepEqual(
      steps.map(({ error }) => error?.code),
      paths.map(() => 'invalid_format'),
    )
    assert.ok(!existsSync(join(bucket.directory, 'house/assay/up')))
  })

  test('stay where they are when the bucket refuses the keys, and the step says why', async () => {
    await install({ secret_access_key: 'wrong' })
    const { status, error } = await save({})
    assert.equal(status, 'failed')
    assert.equal(error.code, 'call_refused')
    assert.equal(error.message, 'The bucket responded with 403 SignatureDoesNotMatch.')
  })
})
