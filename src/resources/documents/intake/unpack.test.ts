import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { makeEmail, makeOutlookMessage, makeZip } from '../../../../fixtures/containers.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { readFixture, submit, upload } from '../../../../test/statements.ts'

const july = readFixture('date-groups/funded').file
const june = readFixture('running-balance/funded').file
const note = { filename: 'note.bin', bytes: Buffer.from([0, 1, 2, 3, 4, 0, 0, 9]) }

describe('a file that holds files', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function listed(submissionId: string): Promise<any[]> {
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/documents`)
    return body.data
  }

  const KINDS = [
    { filename: 'statements.zip', make: makeZip, source: 'zip' },
    { filename: 'statements.eml', make: makeEmail, source: 'email' },
    { filename: 'statements.msg', make: makeOutlookMessage, source: 'email' },
  ]
  for (const { filename, make, source } of KINDS) {
    test(`is opened, and each file in it is a document of its own: ${filename}`, async () => {
      const submissionId = await submit(tenant.live)
      const file = { filename, bytes: make([july, june, note]) }
      const id = await upload(tenant.live, submissionId, { file })
      await house.settle()
      const documents = await listed(submissionId)
      const parent = documents.find((each) => each.id === id)
      assert.deepEqual([parent.status, parent.transactions_count], ['split', 0])
      const members = documents.filter((each) => each.parent_document_id === id)
      assert.deepEqual(
        new Set(members.map((each) => `${each.filename} ${each.source} ${each.status}`)),
        new Set([
          `${july.filename} ${source} processed`,
          `${june.filename} ${source} processed`,
          `${note.filename} ${source} failed`,
        ]),
      )
      const { body } = await tenant.live.get(`/v1/submissions/${submissionId}`)
      assert.equal(body.data.status, 'processed')
    })
  }

  test('counts a file once that the submission has already, alone or in another archive', async () => {
    const submissionId = await submit(tenant.live)
    await upload(tenant.live, submissionId, { file: july })
    for (const name of ['a.zip', 'b.zip']) {
      const inner = { filename: 'inner.zip', bytes: makeZip([july, june]) }
      const file = { filename: name, bytes: makeZip([inner, { ...july, filename: name }]) }
      await upload(tenant.live, submissionId, { file })
      await house.settle()
    }
    const statements = (await listed(submissionId)).filter(({ status }) => status === 'processed')
    assert.equal(statements.length, 2)
    assert.deepEqual(
      new Set(statements.map(({ filename }) => filename)),
      new Set([july.filename, june.filename]),
    )
  })

  test('is of the class its uploader says, member by member', async () => {
    const submissionId = await submit(tenant.live)
    const file = { filename: 'a.zip', bytes: makeZip([july]) }
    const fields = { document_class: 'voided_check' }
    await upload(tenant.live, submissionId, { file, fields })
    await house.settle()
    const member = (await listed(submissionId)).find(({ source }) => source === 'zip')
    assert.equal(member.document_class, 'voided_check')
  })

  test('is refused at upload when it is broken', async () => {
    const submissionId = await submit(tenant.live)
    const file = { filename: 'broken.zip', bytes: makeZip([july]).subarray(0, 3000) }
    const { status, body } = await tenant.live.upload(`/v1/submissions/${submissionId}/documents`, [
      file,
    ])
    assert.deepEqual([status, body.error.code], [415, 'unsupported_file_type'])
  })

  test('fails alone, with its code, when it is locked or empty', async () => {
    const submissionId = await submit(tenant.live)
    const locked = Uint8Array.from(makeZip([july]))
    locked[6] = 1
    const cases = [
      { bytes: locked, code: 'password_protected' },
      { bytes: makeZip([{ filename: '.hidden', bytes: note.bytes }]), code: 'empty_file' },
    ]
    const ids: string[] = []
    for (const { bytes, code } of cases)
      ids.push(
        await upload(tenant.live, submissionId, { file: { filename: `${code}.zip`, bytes } }),
      )
    await house.settle()
    const documents = await listed(submissionId)
    assert.deepEqual(
      ids.map((id) => documents.find((each) => each.id === id).error_code),
      cases.map(({ code }) => code),
    )
  })

  test('leaves no file behind when it is deleted', async () => {
    const own = await house.tenant()
    const submissionId = await submit(own.live)
    const file = {
      filename: 'a.zip',
      bytes: makeZip([{ filename: 'b.zip', bytes: makeZip([july]) }]),
    }
    const id = await upload(own.live, submissionId, { file })
    await house.settle()
    assert.equal((await own.live.delete(`/v1/documents/${id}`)).status, 200)
    assert.deepEqual(
      (await own.live.get(`/v1/submissions/${submissionId}/documents`)).body.data,
      [],
    )
    await house.settle()
    const kept = await Array.fromAsync(house.house.store.list(own.environments.live))
    assert.deepEqual(kept, [])
  })
})
