import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createTransport, type Transporter } from 'nodemailer'
import { makeCertificate, type Certificate } from '../../../../test/fakes/certificate.ts'
import { readFixture } from '../../../../test/statements.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { listenForMails, type MailListener } from './listen.ts'

describe('the mail listener', () => {
  const house = useTestHouse({ INBOUND_MAIL_DOMAIN: 'in.lender.example' })
  let tenant: TestTenant
  let listener: MailListener
  let client: Transporter

  before(async () => {
    tenant = await house.tenant()
    listener = await listenForMails(house.house)
    client = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  })
  after(() => listener.close())

  const MAIL = { from: 'ann@x.example', subject: 'By SMTP', text: 'Hello' }

  async function address(caller = tenant.live): Promise<{ to: string; submissionId: string }> {
    const submissionId = (await caller.post('/v1/submissions', { name: 'Deal' })).body.data.id
    const given = await caller.post('/v1/emails/addresses', { submission_id: submissionId })
    return { to: given.body.data.address, submissionId }
  }

  test('takes a mail for a deal, with its files', async () => {
    const { to, submissionId } = await address()
    const { file } = readFixture('date-groups/funded')
    const attachments = [{ filename: 'july.pdf', content: Buffer.from(file.bytes) }]
    await client.sendMail({ ...MAIL, to, attachments })
    await house.settle(60_000)
    const { body } = await tenant.live.get(`/v1/submissions/${submissionId}/documents`)
    assert.deepEqual(
      body.data.map((each: any) => [each.filename, each.source]),
      [['july.pdf', 'email']],
    )
  })

  test('takes a blind copy by its envelope, and one mail for two modes in each', async () => {
    const [live, testing] = [await address(), await address(tenant.test)]
    const envelope = { from: 'ann@x.example', to: [live.to, testing.to] }
    await client.sendMail({ ...MAIL, subject: 'Blind', to: 'else@x.example', envelope })
    await house.settle()
    for (const [caller, { submissionId }] of [
      [tenant.live, live],
      [tenant.test, testing],
    ] as const) {
      const { body } = await caller.get('/v1/emails?subject=Blind')
      assert.deepEqual(
        body.data.map((each: any) => each.submission_id),
        [submissionId],
      )
    }
  })

  test('relays nothing: an address that is not ours, unknown or misspelled is refused', async () => {
    const { to } = await address()
    const wrong = [
      'a@other.example',
      'deal@in.lender.example',
      'deal+00000000000@in.lender.example',
      to.replace('in.lender', 'out.lender'),
    ]
    for (const receiver of wrong)
      await assert.rejects(
        client.sendMail({ ...MAIL, to: receiver }),
        { responseCode: 550 },
        receiver,
      )
  })

  test('refuses a mail that is too large, and goes on', async () => {
    const { to } = await address()
    const content = Buffer.alloc(31 * 1024 * 1024)
    await assert.rejects(
      client.sendMail({ ...MAIL, to, attachments: [{ filename: 'a', content }] }),
      { responseCode: 552 },
    )
    await client.sendMail({ ...MAIL, subject: 'After', to })
  })

  test('signs nobody in', async () => {
    const auth = { user: 'a', pass: 'b' }
    const signing = createTransport({
      host: '127.0.0.1',
      port: listener.port,
      ignoreTLS: true,
      auth,
    })
    await assert.rejects(signing.sendMail({ ...MAIL, to: 'a@x.example' }))
  })

  test('has the sender try again when a mail cannot be kept', async () => {
    const { to } = await address()
    const { store } = house.house
    house.house.store = { ...store, put: () => Promise.reject(new Error('disk')) } as typeof store
    await assert.rejects(client.sendMail({ ...MAIL, to }), { responseCode: 451 })
    house.house.store = store
  })
})

describe('the mail listener with a certificate', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-mail-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const first = makeCertificate()
  let seconds = 0
  write(first)
  const house = useTestHouse({
    INBOUND_MAIL_DOMAIN: 'in.lender.example',
    INBOUND_SMTP_TLS_CERT: files.cert,
    INBOUND_SMTP_TLS_KEY: files.key,
  })
  let listener: MailListener
  let to: string
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    listener = await listenForMails(house.house, { lookEveryMs: 10 })
    const { id } = (await tenant.live.post('/v1/submissions', { name: 'Deal' })).body.data
    to = (await tenant.live.post('/v1/emails/addresses', { submission_id: id })).body.data.address
  })
  after(async () => {
    await listener.close()
    rmSync(folder, { recursive: true })
  })

  function write({ cert, key }: Certificate): void {
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key)
    // Two files of one millisecond would look alike.
    seconds += 10
    for (const path of Object.values(files)) utimesSync(path, seconds, seconds)
  }

  function send(subject: string, tls: object, options: object = {}): Promise<unknown> {
    const place = { host: '127.0.0.1', port: listener.port }
    const client = createTransport({ ...place, requireTLS: true, tls, ...options })
    return client.sendMail({ from: 'ann@x.example', to, subject, text: 'Hello' })
  }

  async function find(subject: string): Promise<any> {
    await house.settle(60_000)
    return (await tenant.live.get(`/v1/emails?subject=${subject}`)).body.data[0]
  }

  test('takes a mail of a sender that requires TLS and checks the certificate', async () => {
    await send('Encrypted', { ca: first.cert })
    assert.equal((await find('Encrypted')).status, 'processed')
    await assert.rejects(send('Unknown authority', {}), /self-signed certificate/)
  })

  test('still takes mails of those who send without', async () => {
    await send('Plain', {}, { requireTLS: false, ignoreTLS: true })
    assert.equal((await find('Plain')).status, 'processed')
  })

  test('speaks no TLS older than 1.2', async () => {
    const old = { ca: first.cert, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } // prettier-ignore
    await assert.rejects(send('Old', old))
    const newer = { ca: first.cert, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }
    await send('Newer', newer)
  })

  test('has a renewed certificate without a restart, and never one that is broken', async () => {
    write({ cert: first.cert, key: makeCertificate().key })
    await new Promise((resolve) => setTimeout(resolve, 100))
    await send('Before', { ca: first.cert })
    const second = makeCertificate()
    write(second)
    await new Promise((resolve) => setTimeout(resolve, 100))
    await send('After', { ca: second.cert })
    await assert.rejects(send('Old one', { ca: first.cert }), /self-signed certificate/)
  })
})

describe('the mail listener without a certificate', () => {
  const house = useTestHouse({ INBOUND_MAIL_DOMAIN: 'in.lender.example' })

  test('offers no STARTTLS: a sender that requires TLS sends nothing', async () => {
    const listener = await listenForMails(house.house)
    const client = createTransport({ host: '127.0.0.1', port: listener.port, requireTLS: true })
    const mail = { from: 'ann@x.example', to: 'a@in.lender.example', subject: 'A', text: 'A' }
    await assert.rejects(client.sendMail(mail), { code: 'ETLS' })
    await listener.close()
  })
})
