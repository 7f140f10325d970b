import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { readFixture, submit, upload } from '../../../test/statements.ts'

const FUNDED = readFixture('date-groups/funded')

describe('file rename rules', () => {
  const house = useTestHouse()
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function rule(fields: object): Promise<string> {
    const name = `Rule ${JSON.stringify(fields)}`.slice(0, 200)
    const { status, body } = await tenant.live.post('/v1/file-rename-rules', { name, ...fields })
    assert.equal(status, 201, JSON.stringify(body))
    return body.data.id
  }

  async function read(named?: string) {
    const submissionId = await submit(tenant.live)
    const id = await upload(tenant.live, submissionId, { file: FUNDED.file })
    if (named) await tenant.live.patch(`/v1/documents/${id}`, { display_name: named })
    await house.settle()
    const { data } = (await tenant.live.get(`/v1/documents/${id}`)).body
    return { submissionId, id, name: data.display_name as string, original: data.original_filename }
  }

  async function clear(): Promise<void> {
    const { data } = (await tenant.live.get('/v1/file-rename-rules')).body
    for (const { id } of data) await tenant.live.delete(`/v1/file-rename-rules/${id}`)
  }

  test('a document is named by the first active rule of its class once it was read', async () => {
    await clear()
    await rule({ template: 'any {{document_class}}' })
    await rule({ template: 'late {{year}}', document_class: 'bank_statement', order: 9 })
    await rule({ template: 'off', document_class: 'bank_statement', order: 0, is_active: false })
    const template = '{{account_type|upper|truncate:5}}_{{end_date|date:YYYYMM}} {{owner_name}}'
    const first = await rule({ template, document_class: 'bank_statement', order: 1 })
    const [statement] = FUNDED.truth.statements
    const month = statement!.endDate.slice(0, 7).replace('-', '')
    assert.equal((await read()).name, `CHECK_${month}.pdf`)
    await tenant.live.patch(`/v1/file-rename-rules/${first}`, { document_class: 'invoice' })
    assert.equal((await read()).name, `late ${month.slice(0, 4)}.pdf`)
  })

  test('what a person named stays, and so does a name of which a rule leaves nothing', async () => {
    await clear()
    await rule({ template: '{{year}}' })
    assert.equal((await read('Mine')).name, 'Mine')
    await clear()
    await rule({ template: '{{form_number}}' })
    const { name, original } = await read()
    assert.equal(name, original)
  })

  test('a document is named by a rule by hand, whatever its class and state', async () => {
    await clear()
    const id = await rule({
      template: '{{account_last4}}',
      document_class: 'invoice',
      is_active: false,
    })
    const document = await read()
    const url = `/v1/submissions/${document.submissionId}/documents/${document.id}/rename`
    const { body } = await tenant.live.post(url, { rule_id: id })
    assert.equal(body.data.filename, `${FUNDED.truth.statements[0]!.accountLast4}.pdf`)
    const both = await tenant.live.post(url, { rule_id: id, name: 'x' })
    assert.deepEqual([both.status, both.body.error.code], [422, 'missing_field'])
  })

  test('every variable is accepted in a template, and its filters work on its example', async () => {
    await clear()
    const { data } = (await tenant.live.get('/v1/file-rename-rules/variables')).body
    assert.equal(data.length, 20)
    for (const { name, token, filters } of data) {
      const filtered = filters.map((filter: string) => `{{${name}|${filter.replace(':n', ':3')}}}`)
      await rule({ template: [token, ...filtered].join(' ') })
    }
  })

  test('a rule that cannot name anything, or has a taken name, is refused', async () => {
    const post = async (input: object) => {
      const { status, body } = await tenant.live.post('/v1/file-rename-rules', input)
      return [status, body.error?.code, body.error?.param]
    }
    const name = 'Taken'
    assert.equal((await post({ name, template: '{{year}}' }))[0], 201)
    assert.deepEqual(await post({ name, template: 'x' }), [409, 'duplicate_name', 'name'])
    const bad = [422, 'invalid_format', 'template']
    for (const template of ['{{yeer}}', '{{year|rot13}}', '{{year', '{year}', '{company}', ' - ']) {
      assert.deepEqual(await post({ name: template, template }), bad)
    }
    const strange = { name: 'x', template: 'x', document_class: 'bank_statment' }
    assert.deepEqual(await post(strange), [400, 'invalid_document_class', 'document_class'])
  })
})
