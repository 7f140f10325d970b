import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { after, before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'
import { createSandbox, type Sandbox } from '../../platform/sandbox/pool.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** As often as a job may be planned again, and once more. */
const TRIES = 6
/** What a document is while it waits for another try. */
const WAITING: readonly string[] = ['classifying', 'classified', 'parsing']

describe('a document that the machine was too busy to read', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let readers: Sandbox
  let impatient: Sandbox

  before(async () => {
    tenant = await house.tenant()
    readers = house.house.sandbox
    impatient = createSandbox({
      entry: () => `${ROOT}src/parser.ts`,
      readablePaths: [`${ROOT}src`, `${ROOT}node_modules`, `${ROOT}package.json`],
      nodeFlags: ['--allow-addons'],
      limits: { patience: 0 },
      log: () => {},
    })
  })
  after(async () => {
    house.house.sandbox = readers
    await impatient.close()
  })

  /** A document that was not read; a small one can be through before anybody looks at the clock. */
  async function uploadBusy(): Promise<string> {
    house.house.sandbox = impatient
    for (;;) {
      const id = await upload(
        tenant.live,
        await submit(tenant.live),
        readFixture('running-balance/dormant'),
      )
      await house.rest()
      if ((await readDocument(id)).status !== 'processed') return id
    }
  }

  async function hurry(): Promise<void> {
    await house.house.database.pool.query(
      `update jobs set run_at = date_trunc('milliseconds', now()) where state = 'queued'`,
    )
    house.house.wakeWorkers()
    await house.rest()
  }

  /** A document whose tries are used up, which classifying and reading have of their own. */
  async function failBusy(): Promise<string> {
    for (;;) {
      const id = await uploadBusy()
      for (let tries = 0; tries < 2 * TRIES && WAITING.includes(await readStatus(id)); tries += 1)
        await hurry()
      if ((await readStatus(id)) !== 'processed') return id
    }
  }

  async function readStatus(id: string): Promise<string> {
    return (await readDocument(id)).status
  }

  async function readDocument(id: string): Promise<any> {
    return (await tenant.live.get(`/v1/documents/${id}`)).body.data
  }

  test('stays what it was, and is read later', async () => {
    const id = await uploadBusy()
    const { status, error_code: code } = await readDocument(id)
    assert.ok(WAITING.includes(status) && code === null, `${status} ${code}`)
    house.house.sandbox = readers
    await hurry()
    assert.equal((await readDocument(id)).status, 'processed')
  })

  test('is no unreadable document when the machine stays busy, and can be processed again', async () => {
    const id = await failBusy()
    const failed = await readDocument(id)
    assert.deepEqual([failed.status, failed.error_code], ['failed', 'document_delayed'])
    house.house.sandbox = readers
    const url = `/v1/submissions/${failed.submission_id}/process`
    assert.equal((await tenant.live.post(url, {})).status, 202)
    await house.settle()
    assert.equal((await readDocument(id)).status, 'processed')
  })

  test('is refused with the time to come back where a request waits for it', async () => {
    for (;;) {
      house.house.sandbox = readers
      const id = await upload(
        tenant.live,
        await submit(tenant.live),
        readFixture('running-balance/dormant'),
      )
      await house.settle()
      house.house.sandbox = impatient
      const { status, body, headers } = await tenant.live.get(`/v1/documents/${id}/pages/1`)
      if (status === 200) continue
      assert.deepEqual([status, body.error.code], [503, 'document_delayed'])
      assert.equal(headers['retry-after'], '30')
      return
    }
  })
})
