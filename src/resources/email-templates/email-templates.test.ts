import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

const URL = '/v1/email-templates'

describe('e-mail templates', () => {
  const house = useTestHouse({ INBOUND_MAIL_DOMAIN: 'in.acme.example' }, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function create(body: object): Promise<any> {
    const response = await tenant.live.post(URL, { name: `T ${Math.random()}`, ...body })
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body.data
  }

  test('begin with six built-in ones, of which only is_active can be changed', async () => {
    const { body } = await tenant.live.get(URL)
    const builtin = body.data.filter((each: any) => each.is_builtin)
    assert.equal(builtin.length, 6)
    const received = builtin.find((each: any) => each.trigger === 'submission_received')
    assert.equal(received.is_active, false)
    const on = await tenant.live.patch(`${URL}/${received.id}`, { is_active: true })
    assert.deepEqual([on.body.data.is_active, on.body.data.version], [true, 1])
    const refused = await tenant.live.patch(`${URL}/${received.id}`, { subject: 'Mine' })
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'builtin_immutable'])
    assert.equal(refused.body.error.param, 'subject')
    const gone = await tenant.live.delete(`${URL}/${received.id}`)
    assert.deepEqual([gone.status, gone.body.error.code], [409, 'builtin_immutable'])
  })

  test('say which variables they name, and refuse one that is none with the nearest', async () => {
    const made = await create({ subject: 'On {{ submission.name }}', text: '{{ lender.name }}' })
    assert.deepEqual(made.variables, ['lender.name', 'submission.name'])
    const wrong = { name: 'Wrong', subject: 'x', text: '{{ submision.name }}' }
    const { status, body } = await tenant.live.post(URL, wrong)
    assert.deepEqual(
      [status, body.error.code, body.error.param],
      [422, 'invalid_expression', 'text'],
    )
    assert.match(body.error.message, /Did you mean submission\.name\?/)
  })

  test('need a text or HTML, a free name and known classes', async () => {
    const { name } = await create({ subject: 'x', text: 'x' })
    const cases = [
      [{ name: 'No parts', subject: 'x' }, 'missing_field'],
      [{ name, subject: 'x', text: 'x' }, 'duplicate_name'],
      [{ name: 'Declined', subject: 'x', text: 'x' }, 'duplicate_name'],
      [
        { name: 'A', subject: 'x', text: 'x', attachments: ['bank_statemnt'] },
        'invalid_document_class',
      ],
      [
        { name: 'B', subject: 'x', text: 'x', recipients: ['a@b.example, c@d.example'] },
        'invalid_format',
      ],
    ] as const
    for (const [body, code] of cases)
      assert.equal((await tenant.live.post(URL, body)).body.error?.code, code, JSON.stringify(body))
  })

  test('count their versions, and show themselves as a mail about a deal', async () => {
    const { id } = await create({
      subject: 'On {{ submission.name }}',
      html: '<p>{{ submission.name }}</p>',
    })
    const changed = await tenant.live.patch(`${URL}/${id}`, { text: 'Hello {{ submission.name }}' })
    assert.equal(changed.body.data.version, 2)
    const company_info = { name: 'Tom & Son <b>LLC</b>' }
    const { body: deal } = await tenant.live.post('/v1/submissions', { company_info })
    const url = `${URL}/${id}?render=true&submission_id=${deal.data.id}`
    const { preview } = (await tenant.live.get(url)).body.data
    assert.deepEqual(preview, {
      subject: 'On Tom & Son <b>LLC</b>',
      text: 'Hello Tom & Son <b>LLC</b>',
      html: '<p>Tom &amp; Son &lt;b&gt;LLC&lt;/b&gt;</p>',
    })
  })

  test('of missing documents list what the deal needs, and where to send it', async () => {
    const { body: deal } = await tenant.live.post('/v1/submissions', { name: 'Blue Door' })
    const { body } = await tenant.live.get(`${URL}?trigger=missing_documents`)
    const url = `${URL}/${body.data[0].id}?render=true&submission_id=${deal.data.id}`
    const { subject, text } = (await tenant.live.get(url)).body.data.preview
    assert.match(subject, /Blue Door \[ref:[0-9a-z]{11}\]$/)
    assert.match(text, /^- Voided check of the funding account$/m)
    assert.match(text, /deal\+[0-9a-z]{11}@in\.acme\.example/)
  })

  test('of another tenant are not there', async () => {
    const { id } = await create({ subject: 'x', text: 'x' })
    const other = await house.tenant()
    for (const caller of [other.live, tenant.test])
      assert.equal((await caller.get(`${URL}/${id}`)).status, 404)
  })
})
