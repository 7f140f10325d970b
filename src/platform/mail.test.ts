import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createLog } from './log.ts'
import { createMailer } from './mail.ts'

const FROM = 'assay@lender.example'
const SILENT = createLog('silent')
const MAIL = { to: 'ops@lender.example', subject: 'Webhook disabled – é', text: 'It failed.\n' }

interface Received {
  from: string
  to: string[]
  raw: string
}

describe('a mail by SMTP', () => {
  const received: Received[] = []
  let server: SMTPServer
  let smtpUrl: string
  before(async () => {
    server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onData: (stream, { envelope }, done) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address)
        void text(stream).then((raw) => {
          received.push({ from, to, raw })
          done()
        })
      },
    })
    const listener = server.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    smtpUrl = `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`
  })
  after(() => new Promise<void>((resolve) => server.close(() => resolve())))

  test('arrives with its sender, receiver, subject and text', async () => {
    await createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT }).send(MAIL)
    const [mail] = received
    assert.deepEqual([mail?.from, mail?.to], [FROM, [MAIL.to]])
    assert.match(mail!.raw, /^Subject: =\?UTF-8\?/m)
    assert.match(mail!.raw, /^It failed\.\r?$/m)
  })

  test('comes from the address of the house under the name it is given, whatever that is', async () => {
    const mailer = createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT })
    for (const fromName of ['Acme Funding', 'x\r\nBcc: everyone@example.com'])
      await mailer.send({ ...MAIL, fromName })
    const [named, hostile] = received.slice(-2)
    assert.match(named!.raw, /^From: Acme Funding <assay@lender\.example>\r?$/m)
    assert.equal(hostile!.from, FROM)
    assert.doesNotMatch(hostile!.raw, /^Bcc:/m)
  })

  test('reaches every receiver, and shows the hidden ones to nobody', async () => {
    const mailer = createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT })
    const raw = await mailer.send({
      ...MAIL,
      to: [
        { name: 'Ops', address: 'ops@lender.example' },
        { name: null, address: 'desk@lender.example' },
      ],
      cc: [{ name: null, address: 'copy@lender.example' }],
      bcc: [{ name: null, address: 'hidden@lender.example' }],
      replyTo: 'deal@lender.example',
      html: '<p>It <b>failed</b>.</p>',
      id: 'second',
      inReplyTo: '<first@lender.example>',
      references: ['<zero@lender.example>', '<first@lender.example>'],
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    const mail = received.at(-1)!
    const locals = mail.to.map((address) => address.split('@')[0])
    assert.deepEqual(new Set(locals), new Set(['ops', 'desk', 'copy', 'hidden']))
    assert.doesNotMatch(mail.raw, /hidden/)
    for (const header of [
      /^Reply-To: deal@lender\.example\r?$/m,
      /^Message-ID: <second@lender\.example>\r?$/m,
      /^In-Reply-To: <first@lender\.example>\r?$/m,
      /^References: <zero@lender\.example>\s+<first@lender\.example>\r?$/m,
      /^Auto-Submitted: auto-generated\r?$/m,
      /^Content-Type: multipart\/alternative/m,
      /<p>It <b>failed<\/b>\.<\/p>/,
    ])
      assert.match(mail.raw, header)
    assert.equal(raw.toString().trimEnd(), mail.raw.trimEnd())
  })

  test('reads no file and no address that its text may name', async () => {
    const mailer = createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT })
    const content = { path: '/etc/hostname' } as unknown as string
    await assert.rejects(mailer.compose({ ...MAIL, html: content }), /File access rejected/)
  })

  test('with a line break in a header is refused before anything is sent', async () => {
    const before = received.length
    const mailer = createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT })
    const injections = [
      { ...MAIL, subject: 'x\r\nBcc: everyone@example.com' },
      { ...MAIL, to: 'ops@lender.example\nBcc: everyone@example.com' },
      { ...MAIL, to: [{ name: 'x\r\nBcc: e@example.com', address: 'ops@lender.example' }] },
      { ...MAIL, cc: [{ name: null, address: 'ops@lender.example\nBcc: e@example.com' }] },
      { ...MAIL, replyTo: 'ops@lender.example\nBcc: e@example.com' },
      { ...MAIL, inReplyTo: '<a@b>\nBcc: e@example.com' },
      { ...MAIL, references: ['<a@b>\nBcc: e@example.com'] },
      { ...MAIL, headers: { 'X-A': 'b\nBcc: e@example.com' } },
    ]
    for (const mail of injections) await assert.rejects(mailer.send(mail), /line breaks/)
    assert.equal(received.length, before)
  })

  test('that names several receivers where one belongs is refused', async () => {
    const mailer = createMailer({ smtpUrl, outboxDir: null, from: FROM, log: SILENT })
    for (const to of [
      'a@x.example, b@x.example',
      'a@x.example;b@x.example',
      'group: a@x.example;',
    ]) {
      await assert.rejects(mailer.send({ ...MAIL, to }), /one address/)
    }
  })

  test('is rejected when the server cannot be reached', async () => {
    const mailer = createMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      outboxDir: null,
      from: FROM,
      log: SILENT,
    })
    await assert.rejects(mailer.send(MAIL), { code: 'ESOCKET' })
  })
})

describe('a mail without a mail server', () => {
  test('is a file in the outbox, which is made when missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-mail-'))
    const outboxDir = join(folder, 'outbox')
    const mailer = createMailer({ smtpUrl: null, outboxDir, from: FROM, log: SILENT })
    await mailer.send(MAIL)
    await mailer.send(MAIL)
    const names = readdirSync(outboxDir)
    assert.equal(names.length, 2)
    for (const name of names) {
      assert.match(name, /\.eml$/)
      assert.match(readFileSync(join(outboxDir, name), 'utf8'), /^To: ops@lender\.example\r?$/m)
    }
    rmSync(folder, { recursive: true })
  })

  test('is a line in the log when there is no outbox either', async () => {
    const lines = new PassThrough()
    const log = createLog('info', lines)
    await createMailer({ smtpUrl: null, outboxDir: null, from: FROM, log }).send(MAIL)
    lines.end()
    assert.match(await text(lines), /"msg":"mail not sent: SMTP_URL is not set"/)
  })
})
