import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { readFixture } from '../../../../test/statements.ts'
import { buildForm, createCaller, useTestHouse, type TestTenant } from '../../../../test/context.ts'

const july = readFixture('date-groups/funded').file
const june = readFixture('running-balance/funded').file

/** A mail as any program writes it. */
async function compose(mail: object): Promise<Buffer> {
  const memory = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const from = { name: 'Ann Owner', address: 'ann@bluedoor.example' }
  const sent = await memory.sendMail({ from, to: 'deals@x.example', text: 'Hello', ...mail })
  return sent.message as Buffer
}

const compare = (left: unknown, right: unknown): number => String(left).localeCompare(String(right))

function attach(...files: { filename: string; bytes: Uint8Array }[]): object[] {
  return files.map(({ filename, bytes }) => ({ filename, content: Buffer.from(bytes) }))
}

describe('an e-mail that arrives', () => {
  const house = useTestHouse({
    INBOUND_MAIL_DOMAIN: 'in.lender.example',
    INBOUND_TRUSTED_RELAY: 'mx.lender.example',
  })
  let tenant: TestTenant
  let path: string

  before(async () => {
    tenant = await house.tenant()
    path = await openHook(tenant)
  })

  async function openHook({ live }: TestTenant): Promise<string> {
    const { url } = (await live.post('/v1/emails/hook')).body.data
    return new URL(url).pathname
  }

  async function deliver(raw: Buffer | string, to = path): Promise<number> {
    const headers = { 'content-type': 'message/rfc822' }
    const { status } = await createCaller(house.app, null).post(to, Buffer.from(raw), { headers })
    await house.settle(60_000)
    return status
  }

  /** The newest mail of a subject. */
  async function find(subject: string, caller = tenant.live): Promise<any> {
    const list = await caller.get(
      `/v1/emails?direction=inbound&subject=${encodeURIComponent(subject)}`,
    )
    const [first] = list.body.data
    return first && (await caller.get(`/v1/emails/${first.id}`)).body.data
  }

  async function deal(company_info: object = { name: 'Blue Door' }): Promise<string> {
    return (await tenant.live.post('/v1/submissions', { company_info })).body.data.id
  }

  async function address(body: object): Promise<string> {
    return (await tenant.live.post('/v1/emails/addresses', body)).body.data.address
  }

  async function documents(submissionId: string): Promise<any[]> {
    return (await tenant.live.get(`/v1/submissions/${submissionId}/documents`)).body.data
  }

  test('at the address of a deal brings its files to that deal, read', async () => {
    const submission_id = await deal()
    const to = await address({ submission_id })
    const attachments = attach(july, june)
    assert.equal(await deliver(await compose({ to, subject: 'Two statements', attachments })), 200)
    const mail = await find('Two statements')
    assert.deepEqual([mail.status, mail.submission_id], ['processed', submission_id])
    assert.deepEqual(mail.match, { method: 'address', confidence: 1 })
    const found = await documents(submission_id)
    assert.deepEqual(
      found.map(({ id, source, status }) => [id, source, status]).toSorted(compare),
      mail.attachments
        .map((each: any) => [each.document_id, 'email', 'processed'])
        .toSorted(compare),
    )
    const { raw } = await tenant.live.get(`/v1/emails/${mail.id}/eml`)
    assert.match(raw.toString(), /^Subject: Two statements\r$/m)
  })

  test('twice is one mail, by its bytes and by its Message-ID', async () => {
    const submission_id = await deal()
    const to = await address({ submission_id })
    const raw = await compose({ to, subject: 'Twice', attachments: attach(july) })
    for (const bytes of [raw, raw, Buffer.concat([Buffer.from('Received: by x\r\n'), raw])])
      await deliver(bytes)
    assert.equal((await documents(submission_id)).length, 1)
    const { body } = await tenant.live.get('/v1/emails?subject=Twice')
    assert.deepEqual(body.data.map((each: any) => each.status).toSorted(compare), [
      'ignored',
      'processed',
    ])
  })

  test('finds its deal by what it follows, by its subject, by an EIN, and by name and state', async () => {
    const submission_id = await deal({
      name: 'Crimson Anvil Works LLC',
      ein: '98-7654321',
      address: { state: 'OH' },
    })
    const to = 'deals@x.example'
    const sent = await tenant.live.post('/v1/emails', {
      submission_id,
      to: ['ann@x.example'],
      subject: 'Q',
      text: 'Q',
    })
    const { message_id, reply_to, thread_id } = sent.body.data
    const token = /\+(\w+)@/.exec(reply_to)![1]
    const cases = [
      ['reference', { subject: 'Re: Q', inReplyTo: message_id }],
      ['subject', { subject: `More [ref:${token}]` }],
      ['ein', { subject: 'Papers by EIN', text: 'Our EIN is 98-7654321.' }],
      ['name', { subject: 'Fwd: Crimson Anvil Works LLC statements', text: 'We are in Ohio.' }],
    ] as const
    for (const [method, mail] of cases) {
      await deliver(await compose({ to, ...mail }))
      const found = await find(mail.subject)
      assert.deepEqual([found.match?.method, found.submission_id], [method, submission_id])
      if (method === 'reference') assert.equal(found.thread_id, thread_id)
    }
    await deliver(await compose({ to, subject: 'Crimson Anvil Works LLC without a place' }))
    assert.equal((await find('without a place')).submission_id, null)
  })

  test('of no deal opens one where the tenant wants that, and else is kept', async () => {
    const own = await house.tenant()
    const hook = await openHook(own)
    const attachments = attach(july)
    await deliver(await compose({ subject: 'Fwd: New deal one', attachments }), hook)
    const first = await find('New deal one', own.live)
    assert.deepEqual([first.status, first.submission_id], ['processed', null])
    assert.equal(first.attachments[0].ignored, 'no_submission')
    await own.live.put('/v1/user/settings', { inbound_email_enabled: true })
    await deliver(await compose({ subject: 'Fwd: New deal two', attachments }), hook)
    const second = await find('New deal two', own.live)
    const { body } = await own.live.get(`/v1/submissions/${second.submission_id}`)
    assert.deepEqual(
      [body.data.name, body.data.source, body.data.counts.documents],
      ['New deal two', 'email', 1],
    )
  })

  test('keeps out programs, locked archives, logos and what is no document, with the reason', async () => {
    const submission_id = await deal()
    const to = await address({ submission_id })
    const locked = Buffer.from('504b0304140001000800', 'hex')
    const attachments = attach(
      { filename: 'run.exe', bytes: Buffer.from('x') },
      { filename: 'july.pdf', bytes: Buffer.from('MZ\u0090 program') },
      { filename: 'a.zip', bytes: locked },
      { filename: 'logo.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') },
      { filename: 'note.bin', bytes: randomBytes(9000) },
    )
    await deliver(await compose({ to, subject: 'Harmful', attachments }))
    const mail = await find('Harmful')
    assert.deepEqual(
      mail.attachments.map(({ ignored, document_id }: any) => [ignored, document_id]),
      [
        ['program', null],
        ['program', null],
        ['encrypted_archive', null],
        ['small_or_inline_picture', null],
        ['unsupported_file_type', null],
      ],
    )
    assert.deepEqual(await documents(submission_id), [])
    const kept = await Array.fromAsync(house.house.store.list(tenant.environments.live))
    const { rows } = await house.house.database.pool.query(
      `select storage_key from emails where storage_key is not null and environment_id = $1
       union select storage_key from documents where environment_id = $1`,
      [tenant.environments.live],
    )
    assert.deepEqual(
      kept.toSorted(compare),
      rows.map(({ storage_key }: any) => storage_key).toSorted(compare),
    )
  })

  test('is authenticated by nobody but the relay that the operator trusts', async () => {
    const pass = 'spf=pass smtp.mailfrom=a; dkim=pass header.d=a; dmarc=pass'
    const hop = 'Received: from a by mx.lender.example; Mon, 1 Jan 2029 00:00:00 +0000\r\n'
    const cases = [
      ['', ['unknown', 'unknown', 'unknown']],
      [
        `Authentication-Results: mx.other.example; ${pass}\r\n${hop}`,
        ['unknown', 'unknown', 'unknown'],
      ],
      [
        `${hop}Received: from b by c\r\nAuthentication-Results: mx.lender.example; ${pass}\r\n`,
        ['unknown', 'unknown', 'unknown'],
      ],
      [
        `Authentication-Results: mx.lender.example; spf=fail; dkim=none\r\n${hop}Authentication-Results: mx.lender.example; ${pass}\r\n`,
        ['fail', 'none', 'unknown'],
      ],
      [`Authentication-Results: mx.lender.example; ${pass}\r\n${hop}`, ['pass', 'pass', 'pass']],
    ] as const
    for (const [index, [head, expected]] of cases.entries()) {
      const subject = `Trust number ${index}`
      await deliver(Buffer.concat([Buffer.from(head), await compose({ subject })]))
      const { spf, dkim, dmarc } = (await find(subject)).authentication
      assert.deepEqual([spf, dkim, dmarc], expected, head)
    }
  })

  test('shows HTML that runs and loads nothing', async () => {
    const html = '<p onclick="x()">Hi</p><script>x</script><img src="https://t.example/p.gif">'
    await deliver(await compose({ subject: 'Tracked', html }))
    assert.equal((await find('Tracked')).html, '<p>Hi</p>')
  })

  test('from a program neither opens a deal nor gets a reply; a report of a failure is noted', async () => {
    const own = await house.tenant()
    const hook = await openHook(own)
    await own.live.put('/v1/user/settings', { inbound_email_enabled: true })
    await activateReply(own)
    const signs = [
      { 'Auto-Submitted': 'auto-replied' },
      { Precedence: 'bulk' },
      { 'List-Id': '<a.b>' },
      { 'X-Auto-Response-Suppress': 'All' },
    ]
    for (const headers of signs) await deliver(await compose({ subject: 'Away', headers }), hook)
    await deliver(await compose({ subject: 'Away', from: 'MAILER-DAEMON@x.example' }), hook)
    const { body } = await own.live.get('/v1/emails?subject=Away')
    assert.deepEqual(
      body.data.map((each: any) => [each.submission_id, each.is_automatic]),
      Array.from({ length: 5 }, () => [null, true]),
    )
    const sent = (
      await own.live.post('/v1/emails', { to: ['gone@x.example'], subject: 'Q', text: 'Q' })
    ).body.data
    await house.settle()
    const report = [
      'From: MAILER-DAEMON@x.example', 'To: a@b.example', 'Subject: Undelivered', 'Message-ID: <r1@x.example>',
      'Content-Type: multipart/report; report-type=delivery-status; boundary=b', '', '--b', 'Content-Type: text/plain', '',
      `The mail ${sent.message_id} could not be delivered.`, '--b--', '',
    ].join('\r\n') // prettier-ignore
    await deliver(report, hook)
    assert.equal((await own.live.get(`/v1/emails/${sent.id}`)).body.data.status, 'bounced')
    assert.equal((await own.live.get('/v1/emails?direction=outbound')).body.data.length, 1)
  })

  async function activateReply({ live }: TestTenant): Promise<void> {
    const { body } = await live.get('/v1/email-templates?trigger=submission_received')
    await live.patch(`/v1/email-templates/${body.data[0].id}`, { is_active: true })
  }

  /** The replies of a tenant, once there is one or the time is over. */
  async function waitForReplies({ live }: TestTenant): Promise<any[]> {
    for (let look = 0; look < 100; look += 1) {
      await house.settle(60_000)
      const { body } = await live.get('/v1/emails?direction=outbound')
      if (body.data.length > 0) return body.data
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return []
  }

  test('with statements becomes a deal, and its sender gets one reply that lists what is missing', async () => {
    const own = await house.tenant()
    const hook = await openHook(own)
    await own.live.put('/v1/user/settings', { inbound_email_enabled: true })
    await activateReply(own)
    await deliver(
      await compose({ subject: 'Blue Door Bakery', attachments: attach(july, june) }),
      hook,
    )
    const mail = await find('Blue Door Bakery', own.live)
    const [reply] = await waitForReplies(own)
    const { data } = (await own.live.get(`/v1/emails/${reply.id}`)).body
    assert.deepEqual(data.to, [{ name: null, address: 'ann@bluedoor.example' }])
    assert.deepEqual(
      [data.thread_id, data.in_reply_to, data.is_automatic],
      [mail.id, mail.message_id, true],
    )
    assert.match(data.text, /with 2 files/)
    assert.match(data.text, /^- Voided check of the funding account$/m)
    assert.match(data.text, /^- Statements for /m)
    await deliver(await compose({ subject: 'Blue Door again' }), hook)
    await new Promise((resolve) => setTimeout(resolve, 3000))
    assert.equal((await waitForReplies(own)).length, 1)
    // A mail of ours that comes back is known.
    const { raw } = await own.live.get(`/v1/emails/${reply.id}/eml`)
    await deliver(raw, hook)
    assert.equal((await own.live.get('/v1/emails?status=ignored')).body.data.length, 1)
  })

  test('is taken from the forms of mail services', async () => {
    const caller = createCaller(house.app, null)
    const raw = (subject: string) => compose({ subject }).then(String)
    const json = { RawEmail: await raw('By Postmark'), OriginalRecipient: 'a@b.example' }
    assert.equal((await caller.post(path, json)).status, 200)
    for (const [field, subject] of [
      ['email', 'By SendGrid'],
      ['body-mime', 'By Mailgun'],
    ] as const) {
      const { payload, headers } = buildForm([{ filename: 'a.txt', bytes: Buffer.from('x') }], {
        [field]: await raw(subject),
        to: 'a@b.example',
      })
      assert.equal((await caller.post(path, payload, { headers })).status, 200, subject)
    }
    await house.settle()
    for (const subject of ['By Postmark', 'By SendGrid', 'By Mailgun'])
      assert.equal((await find(subject))?.status, 'processed', subject)
    const empty = await caller.post(path, { text: 'x' })
    assert.deepEqual([empty.status, empty.body.error.code], [422, 'missing_field'])
  })

  test('at an address that is none, or was replaced, is refused', async () => {
    assert.equal(await deliver('x', '/v1/hooks/mail/none'), 401)
    const own = await house.tenant()
    const old = await openHook(own)
    await openHook(own)
    assert.equal(await deliver('Subject: x\r\n\r\nx', old), 401)
  })

  test('belongs to its tenant and mode alone', async () => {
    const other = await house.tenant()
    const submission_id = await deal()
    const to = await address({ submission_id })
    await deliver(
      await compose({ to, subject: 'Foreign', attachments: attach(july) }),
      await openHook(other),
    )
    assert.equal((await find('Foreign', other.live)).submission_id, null)
    assert.equal(await find('Foreign'), undefined)
    assert.deepEqual(await documents(submission_id), [])
  })

  test('goes with its deal, and so do its bytes', async () => {
    const submission_id = await deal()
    const to = await address({ submission_id })
    await deliver(await compose({ to, subject: 'To be forgotten' }))
    const { id } = await find('To be forgotten')
    const before = (await Array.fromAsync(house.house.store.list(tenant.environments.live))).length
    assert.equal((await tenant.live.delete(`/v1/submissions/${submission_id}`)).status, 200)
    assert.equal((await tenant.live.get(`/v1/emails/${id}`)).status, 404)
    const kept = await Array.fromAsync(house.house.store.list(tenant.environments.live))
    assert.equal(kept.length, before - 1)
  })
})
