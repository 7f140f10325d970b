import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTestHouse, type TestHouse, type TestTenant } from '../../../../test/context.ts'
import { openMailServer, type TestMailServer } from '../../../../test/mail-server.ts'
import { sql } from '../../../platform/db/sql.ts'
import { outside, SYSTEM_ACTOR } from '../../../platform/context.ts'
import { enqueue } from '../../../platform/jobs/job.ts'
import { SEND_MAIL } from './queue.ts'

describe('an e-mail that is sent', () => {
  let house: TestHouse
  let tenant: TestTenant
  let server: TestMailServer

  before(async () => {
    server = await openMailServer()
    house = await openTestHouse({
      SMTP_URL: server.url,
      MAIL_OUTBOX_DIR: '',
      MAIL_FROM: 'Assay <assay@lender.example>',
      INBOUND_MAIL_DOMAIN: 'in.lender.example',
    })
    tenant = await house.tenant()
  })
  after(async () => {
    await house.close()
    await server.close()
  })

  const MAIL = { to: ['a@x.example'], subject: 'Hello', text: 'Text\n' }

  async function send(body: object, caller = tenant.live): Promise<any> {
    const response = await caller.post('/v1/emails', body)
    assert.equal(response.status, 202, JSON.stringify(response.body))
    await house.settle()
    return (await caller.get(`/v1/emails/${response.body.data.id}`)).body.data
  }

  async function deal(company_info: object = { name: 'Blue Door' }): Promise<string> {
    return (await tenant.live.post('/v1/submissions', { company_info })).body.data.id
  }

  test('leaves once, under its own Message-ID, and is kept as it left', async () => {
    const before = server.received.length
    const mail = await send({
      ...MAIL,
      bcc: ['hidden@x.example'],
      html: '<p>Text</p><script>x</script>',
    })
    assert.deepEqual([mail.status, mail.is_captured], ['sent', false])
    assert.equal(server.received.length, before + 1)
    const { raw, to } = server.received.at(-1)!
    assert.deepEqual(to, ['a@x.example', 'hidden@x.example'])
    assert.match(raw, new RegExp(`Message-ID: ${mail.message_id}`))
    assert.doesNotMatch(raw, /hidden|script/)
    const eml = await tenant.live.get(`/v1/emails/${mail.id}/eml`)
    assert.equal(eml.raw.toString().trimEnd(), raw.trimEnd())
    assert.equal(eml.headers['content-type'], 'message/rfc822')
  })

  test('in the test mode never leaves, and is shown', async () => {
    const before = server.received.length
    const mail = await send(MAIL, tenant.test)
    assert.deepEqual([mail.status, mail.is_captured], ['sent', true])
    assert.equal(server.received.length, before)
    const eml = await tenant.test.get(`/v1/emails/${mail.id}/eml`)
    assert.match(eml.raw.toString(), /^Subject: Hello\r?$/m)
  })

  test('about a deal takes replies at the address of the deal', async () => {
    const submission_id = await deal()
    const mail = await send({ ...MAIL, submission_id, subject: 'On {{ submission.name }}' })
    assert.match(mail.reply_to, /^deal\+[0-9a-z]{11}@in\.lender\.example$/)
    assert.equal(mail.subject, 'On Blue Door')
    const { body } = await tenant.live.get(`/v1/submissions/${submission_id}/emails`)
    assert.deepEqual(
      body.data.map((each: any) => each.id),
      [mail.id],
    )
  })

  test('that follows another stands in its thread', async () => {
    const first = await send({ ...MAIL, subject: 'Price {{ "{{ x }}" }}' })
    const second = await send({ to: ['a@x.example'], text: 'More', in_reply_to: first.id })
    assert.equal(second.thread_id, first.thread_id)
    assert.equal(second.subject, 'Re: Price {{ x }}')
    const { raw } = server.received.at(-1)!
    assert.match(raw, new RegExp(`^In-Reply-To: ${first.message_id}`, 'm'))
    assert.match(raw, new RegExp(`^References: ${first.message_id}`, 'm'))
  })

  test('goes to the applicant by its name, and with the documents that are named', async () => {
    const submission_id = await deal({ name: 'Blue Door', email: 'owner@bluedoor.example' })
    const bytes = Buffer.from('Date,Description,Amount\n2025-07-01,RENT,-10.00\n')
    const url = `/v1/submissions/${submission_id}/documents`
    const { body } = await tenant.live.upload(url, [{ filename: 'july.csv', bytes }])
    const mail = await send({
      ...MAIL,
      to: ['applicant'],
      submission_id,
      attachments: [body.data.id],
    })
    assert.deepEqual(mail.to, [{ name: null, address: 'owner@bluedoor.example' }])
    assert.deepEqual(
      mail.attachments.map((each: any) => each.filename),
      ['july.csv'],
    )
    assert.match(server.received.at(-1)!.raw, /filename=july\.csv/)
  })

  test('is refused, with the reason, before anything is queued', async () => {
    const [one, other] = [await deal(), await deal()]
    const bytes = Buffer.from('Date,Description,Amount\n2025-07-01,RENT,-10.00\n')
    const { body } = await tenant.live.upload(`/v1/submissions/${other}/documents`, [
      { filename: 'a.csv', bytes },
    ])
    const cases = [
      [{ ...MAIL, to: ['a@x.example\r\nBcc: b@x.example'] }, 'invalid_format', 'to[0]'],
      [{ ...MAIL, to: ['a@x.example, b@x.example'] }, 'invalid_format', 'to[0]'],
      [{ ...MAIL, to: [] }, 'missing_field', 'to'],
      [{ to: ['a@x.example'], subject: 'x' }, 'missing_field', 'text'],
      [{ ...MAIL, to: ['applicant'] }, 'missing_field', 'submission_id'],
      [{ ...MAIL, to: ['broker'], submission_id: one }, 'missing_field', 'to[0]'],
      [{ ...MAIL, text: '{{ nothing }}' }, 'invalid_expression', 'text'],
      [
        { ...MAIL, submission_id: one, attachments: [body.data.id] },
        'document_not_found',
        'attachments[0]',
      ],
      [{ ...MAIL, template_id: one }, 'email_template_not_found', 'template_id'],
    ] as const
    const { body: before } = await tenant.live.get('/v1/emails?include_total=true&limit=1')
    for (const [request, code, param] of cases) {
      const { error } = (await tenant.live.post('/v1/emails', request)).body
      assert.deepEqual([error?.code, error?.param], [code, param], JSON.stringify(request))
    }
    const { body: after } = await tenant.live.get('/v1/emails?include_total=true&limit=1')
    assert.equal(after.meta.total_count, before.meta.total_count)
  })

  test('shows no deal to a key that may not read it', async () => {
    const submission_id = await deal()
    const { body } = await tenant.live.post('/v1/api-keys', { name: 'm', scopes: ['emails:write'] })
    const headers = { authorization: `Bearer ${body.data.key}` }
    const request = { ...MAIL, submission_id, preview: true }
    const refused = await tenant.live.post('/v1/emails', request, { headers })
    assert.deepEqual([refused.status, refused.body.error.code], [403, 'insufficient_scope'])
  })

  test('rendered as a preview is neither kept nor sent', async () => {
    const before = server.received.length
    const { status, body } = await tenant.live.post('/v1/emails', { ...MAIL, preview: true })
    assert.deepEqual([status, body.data.subject, body.data.id], [200, 'Hello', null])
    await house.settle()
    assert.equal(server.received.length, before)
  })

  test('with one idempotency key leaves once', async () => {
    const before = server.received.length
    const headers = { 'idempotency-key': 'once' }
    for (let attempt = 0; attempt < 3; attempt += 1)
      await tenant.live.post('/v1/emails', MAIL, { headers })
    await house.settle()
    assert.equal(server.received.length, before + 1)
  })

  test('by two workers, or again after its end, leaves once', async () => {
    const before = server.received.length
    const mail = await send(MAIL)
    const environment = {
      id: tenant.environments.live,
      tenantId: tenant.tenantId,
      mode: 'live',
    } as const
    const ctx = outside({ house: house.house, environment, actor: SYSTEM_ACTOR, requestId: 'test' })
    await ctx.transaction((own) => enqueue(own, SEND_MAIL, { emailId: mail.id }))
    await house.settle()
    assert.equal(server.received.length, before + 1)
  })

  test('that the server refuses for good fails with its status, and can be sent again', async () => {
    server.refusal = 550
    const failed = await send(MAIL)
    assert.deepEqual([failed.status, failed.error.code, failed.attempts], ['failed', 'refused', 1])
    server.refusal = null
    const { status } = await tenant.live.post(`/v1/emails/${failed.id}/retry`)
    assert.equal(status, 202)
    await house.settle()
    const { body } = await tenant.live.get(`/v1/emails/${failed.id}`)
    assert.deepEqual([body.data.status, body.data.error], ['sent', null])
    const again = await tenant.live.post(`/v1/emails/${failed.id}/retry`)
    assert.deepEqual([again.status, again.body.error.code], [409, 'invalid_state_transition'])
  })

  test('that the server cannot take now waits for its next attempt', async () => {
    server.refusal = 451
    const waiting = await send(MAIL)
    assert.deepEqual([waiting.status, waiting.error.code], ['queued', 'refused'])
    server.refusal = null
    await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.run(
        sql`update jobs set run_at = now() where environment_id = ${tenant.environments.live}`,
      ),
    )
    house.house.wakeWorkers()
    await house.settle()
    const { body } = await tenant.live.get(`/v1/emails/${waiting.id}`)
    assert.deepEqual([body.data.status, body.data.attempts], ['sent', 2])
  })

  test('is found by sender, subject, receiver and deal', async () => {
    const submission_id = await deal()
    const { id } = await send({ ...MAIL, submission_id, subject: 'A rare word: xylophone' })
    for (const query of [
      'subject=XYLO',
      'q=xylophone',
      `submission_id=${submission_id}`,
      `submission_id=${submission_id}&direction=outbound&status=sent&has_attachments=false`,
    ]) {
      const { body } = await tenant.live.get(`/v1/emails?${query}`)
      assert.deepEqual(
        body.data.map((each: any) => each.id),
        [id],
        query,
      )
    }
  })
})

describe('an e-mail without a mail server', () => {
  test('is refused in the live mode, and kept in the test mode', async () => {
    const house = await openTestHouse({ MAIL_OUTBOX_DIR: '' })
    const { live, test: testing } = await house.tenant()
    const mail = { to: ['a@x.example'], subject: 'x', text: 'x' }
    const refused = await live.post('/v1/emails', mail)
    assert.deepEqual([refused.status, refused.body.error.code], [409, 'mail_not_configured'])
    assert.equal((await testing.post('/v1/emails', mail)).status, 202)
    await house.close()
  })
})
