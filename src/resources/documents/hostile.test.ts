import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { HOSTILE_FILES, LOCKED_PASSWORD } from '../../../fixtures/hostile.ts'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'

/** The reader may take 30 seconds; a queue and two tries come on top. */
const PATIENCE_MS = 90_000

describe('hostile documents', () => {
  const house = useTestHouse({ PARSER_TIMEOUT_MS: '2500' })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  for (const { filename, fault, expected, bytes } of HOSTILE_FILES) {
    test(`${fault} ends as ${expected.join(' or ')}`, async () => {
      const submissionId = await submit(tenant.live)
      const file = { filename, bytes: await bytes() }
      const url = `/v1/submissions/${submissionId}/documents`
      const taken = await tenant.live.upload(url, [file])
      const code =
        taken.status === 201 ? await settledCode(taken.body.data.id) : taken.body.error.code
      assert.ok(expected.includes(code), `${code}`)
    })
  }

  async function settledCode(id: string): Promise<string> {
    await house.settle(PATIENCE_MS)
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    return data.status === 'failed' ? data.error_code : data.status
  }

  test('the password opens a locked document, and without it nothing is tried', async () => {
    const locked = HOSTILE_FILES.find(({ filename }) => filename === 'locked.pdf')!
    const file = { filename: locked.filename, bytes: await locked.bytes() }
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    assert.equal(await settledCode(id), 'password_protected')
    const response = await tenant.live.post(`/v1/documents/${id}/parse`, {})
    assert.deepEqual([response.status, response.body.error.code], [422, 'password_protected'])
    const opened = await tenant.live.post(`/v1/documents/${id}/parse`, {
      password: LOCKED_PASSWORD,
    })
    assert.equal(opened.status, 202)
    assert.notEqual(await settledCode(id), 'password_protected')
    const dump = await house.house.database.pool.query(
      'select password_sealed from documents where id = $1',
      [id],
    )
    assert.equal(JSON.stringify(dump.rows).includes(LOCKED_PASSWORD), false)
  })

  test('after all of them a plain statement is read as ever', async () => {
    const file = readFixture('date-groups/funded').file
    const id = await upload(tenant.live, await submit(tenant.live), { file })
    assert.equal(await settledCode(id), 'processed')
  })
})
