import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, describe, test } from 'node:test'
import { ImapFlow } from 'imapflow'
import { createTransport } from 'nodemailer'
import { makeCertificate } from '../../../../test/fakes/certificate.ts'
import { startImap } from '../../../../test/fakes/imap/imap.ts'
import type { FakeImap } from '../../../../test/fakes/imap/model.ts'
import { readFixture } from '../../../../test/statements.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { doDue } from '../../../../test/due.ts'
import { createEgress } from '../../../platform/egress/egress.ts'
import { armFault } from '../../../platform/faults.ts'

const run = promisify(execFile)

/** With `imaplib`: signs in, searches, reads without marking, moves. */
const PYTHON = `
import imaplib, sys
box = imaplib.IMAP4('127.0.0.1', int(sys.argv[1]))
box.login(sys.argv[2], sys.argv[3])
box.select('INBOX')
_, found = box.uid('SEARCH', 'SINCE', '1-Jan-2020')
_, parts = box.uid('FETCH', found[0].decode(), '(BODY.PEEK[] FLAGS)')
status, _ = box.uid('MOVE', found[0].decode(), 'Processed')
box.logout()
print(parts[0][1], found[0], status)
`

describe('a mailbox', () => {
  const house = useTestHouse({ INBOUND_MAIL_DOMAIN: 'in.lender.example' })
  let tenant: TestTenant
  let names = 0
  const servers: FakeImap[] = []

  before(async () => {
    tenant = await house.tenant()
  })
  after(async () => {
    for (const server of servers) await server.close()
  })

  async function open(options: Parameters<typeof startImap>[0] = {}): Promise<FakeImap> {
    const server = await startImap(options)
    servers.push(server)
    return server
  }

  function body({ user, password, url }: FakeImap, config: object = {}): object {
    names += 1
    const credentials = { user, password }
    return { provider: 'imap', name: `Mail ${names}`, credentials, config: { base_url: url, ...config } } // prettier-ignore
  }

  async function connect(server: FakeImap, config: object = {}): Promise<string> {
    const made = await tenant.live.post('/v1/integrations', body(server, config))
    assert.deepEqual([made.status, made.body.data?.status], [201, 'active'], JSON.stringify(made.body)) // prettier-ignore
    await look()
    return made.body.data.id
  }

  /** As if the time of the next look had come. */
  async function look(wait = () => house.settle()): Promise<void> {
    const due = `update mailboxes set next_read_at = now() - interval '1 second'`
    await house.house.database.pool.query(due)
    await doDue(house, 'mailboxes')
    await wait()
  }

  async function show(id: string): Promise<any> {
    return (await tenant.live.get(`/v1/integrations/${id}`)).body.data
  }

  async function compose(mail: object): Promise<Buffer> {
    const memory = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
    const from = 'ann@bluedoor.example'
    const sent = await memory.sendMail({ from, to: 'intake@lender.example', text: 'Hi', ...mail })
    return sent.message as Buffer
  }

  async function subjects(start: string): Promise<string[]> {
    const { body: list } = await tenant.live.get(`/v1/emails?direction=inbound&limit=1000&subject=${start}`) // prettier-ignore
    return list.data.map(({ subject }: any) => subject).toSorted()
  }

  test('is read by the clients of others as by ours: what is fake here is no more than the server', async () => {
    const server = await open()
    server.deliver('Subject: One\r\n\r\nText\r\n')
    const auth = { user: server.user, pass: server.password }
    const client = new ImapFlow({ host: '127.0.0.1', port: server.port, secure: false, auth, logger: false }) // prettier-ignore
    await client.connect()
    const lock = await client.getMailboxLock('INBOX')
    const found = await client.fetchOne('1', { source: true, size: true, flags: true })
    assert.ok(found)
    assert.deepEqual([found.source!.toString(), found.size], ['Subject: One\r\n\r\nText\r\n', 22])
    lock.release()
    await client.logout()
  })

  const python = spawnSync('python3', ['--version']).status === 0
  const skip = python ? false : 'python3 is not installed'
  test('is read by the client of another language too', { skip }, async () => {
    const server = await open()
    server.deliver('Subject: One\r\n\r\nText\r\n')
    server.folders.set('Processed', { uidValidity: 7, uidNext: 1, messages: [] })
    const { stdout, stderr } = await run('python3', ['-c', PYTHON, `${server.port}`, server.user, server.password]) // prettier-ignore
    assert.equal(stdout, `b'Subject: One\\r\\n\\r\\nText\\r\\n' b'1' OK\n`, stderr)
    assert.equal(server.folders.get('Processed')!.messages.length, 1)
  })

  test('brings a mail to its deal with its files, unread for people, and leaves what was there', async () => {
    const server = await open()
    server.deliver(await compose({ subject: 'Old one' }))
    const id = await connect(server)
    const deal = (await tenant.live.post('/v1/submissions', { name: 'Blue Door' })).body.data
    const { address } = (await tenant.live.post('/v1/emails/addresses', { submission_id: deal.id })).body.data // prettier-ignore
    const { file } = readFixture('date-groups/funded')
    const attachments = [{ filename: 'july.pdf', content: Buffer.from(file.bytes) }]
    server.deliver(await compose({ to: address, subject: 'By mailbox', attachments }))
    await look()
    const { body: documents } = await tenant.live.get(`/v1/submissions/${deal.id}/documents`)
    assert.deepEqual(
      documents.data.map((each: any) => [each.filename, each.source, each.status]),
      [['july.pdf', 'email', 'processed']],
    )
    assert.deepEqual(await subjects('Old'), [])
    const [, message] = server.folders.get('INBOX')!.messages
    assert.equal(message!.flags.has('\\Seen'), false)
    const shown = await show(id)
    assert.deepEqual(
      [shown.category, shown.status, shown.mailbox.taken_count, shown.mailbox.consecutive_failures],
      ['email', 'active', 1, 0],
    )
    assert.ok(shown.mailbox.last_read_at && shown.mailbox.next_read_at)
  })

  test('is read from its beginning where that is wanted, and each mail once', async () => {
    const server = await open()
    for (const number of [1, 2, 3]) server.deliver(await compose({ subject: `Backlog ${number}` }))
    await connect(server, { take_existing: true })
    for (let time = 0; time < 3; time += 1) await look()
    assert.deepEqual(await subjects('Backlog'), ['Backlog 1', 'Backlog 2', 'Backlog 3'])
    assert.equal(server.commands.filter((each) => each.includes('BODY.PEEK[]')).length, 3)
  })

  test('of more than a job takes is read to its end', async () => {
    const server = await open()
    for (let number = 0; number < 130; number += 1)
      server.deliver(await compose({ subject: `Many ${String(number).padStart(3, '0')}` }))
    await connect(server, { take_existing: true })
    assert.equal((await subjects('Many')).length, 130)
  })

  test('has what was taken in the folder Processed, where there is one', async () => {
    const server = await open()
    server.folders.set('Processed', { uidValidity: 7, uidNext: 1, messages: [] })
    await connect(server)
    server.deliver(await compose({ subject: 'Put away' }))
    await look()
    const count = (name: string): number => server.folders.get(name)!.messages.length
    assert.deepEqual([count('INBOX'), count('Processed')], [0, 1])
    assert.deepEqual(await subjects('Put'), ['Put away'])
  })

  test('whose server numbers its messages anew loses none and brings none twice', async () => {
    const server = await open()
    server.deliver(await compose({ subject: 'Renumbered 0' }), {
      arrivedAt: new Date('2020-01-01'),
    })
    const id = await connect(server)
    server.deliver(await compose({ subject: 'Renumbered 1' }))
    await look()
    server.deliver(await compose({ subject: 'Renumbered 2' }))
    server.renumber()
    await look()
    server.deliver(await compose({ subject: 'Renumbered 3' }))
    await look()
    assert.deepEqual(await subjects('Renumbered'), ['Renumbered 1', 'Renumbered 2', 'Renumbered 3'])
    assert.equal((await show(id)).status, 'active')
  })

  test('that breaks off keeps what came, says so, and goes on where it stopped', async () => {
    const server = await open()
    const id = await connect(server)
    for (const number of [1, 2, 3]) server.deliver(await compose({ subject: `Broken ${number}` }))
    server.faults.breaksAtUid = 2
    await look()
    assert.deepEqual(await subjects('Broken'), ['Broken 1'])
    const failing = await show(id)
    assert.deepEqual(
      [failing.status, failing.last_error.code, failing.mailbox.consecutive_failures],
      ['error', 'provider_unreachable', 1],
    )
    server.faults.breaksAtUid = null
    await look()
    assert.deepEqual(await subjects('Broken'), ['Broken 1', 'Broken 2', 'Broken 3'])
    const mended = await show(id)
    assert.deepEqual([mended.status, mended.last_error], ['active', null])
    assert.equal(mended.mailbox.consecutive_failures, 0)
  })

  test('that refuses, is away or says nonsense is tried again later, and later each time', async () => {
    const server = await open()
    const id = await connect(server)
    const waits: number[] = []
    for (const [fault, code] of [
      [{ refusesUser: true }, 'mailbox_sign_in_refused'],
      [{ isNonsense: true, refusesUser: false }, 'provider_response_invalid'],
    ] as const) {
      Object.assign(server.faults, fault)
      await look()
      const { status, last_error: error, mailbox } = await show(id)
      assert.deepEqual([status, error.code], ['error', code])
      waits.push(Date.parse(mailbox.next_read_at) - Date.now())
    }
    assert.ok(waits[0]! > 50_000 && waits[1]! > 110_000, waits.join())
    server.faults.isNonsense = false
    server.deliver(await compose({ subject: 'After all' }))
    await look()
    assert.deepEqual(await subjects('After'), ['After all'])
  })

  test('keeps its password to itself: no response, call or error shows it', async () => {
    const server = await open()
    const wrong = { user: server.user, password: 'not-this-one-0815' }
    const made = await tenant.live.post('/v1/integrations', { ...body(server), credentials: wrong })
    assert.deepEqual(
      [made.status, made.body.data.status, made.body.data.last_error.code],
      [201, 'error', 'mailbox_sign_in_refused'],
    )
    const { id } = made.body.data
    const calls = await tenant.live.get(`/v1/integrations/${id}/calls`)
    assert.deepEqual(
      calls.body.data.map((call: any) => [call.method, call.error_code]),
      [['CONNECT', 'mailbox_sign_in_refused']],
    )
    const right = { user: server.user, password: server.password }
    const mended = await tenant.live.patch(`/v1/integrations/${id}`, { credentials: right })
    assert.equal(mended.body.data.status, 'active')
    const { rows } = await house.house.database.pool.query(
      'select i::text || m::text as text from integrations i join mailboxes m using (environment_id, id)',
    )
    const all = JSON.stringify([made.body, calls.body, mended.body, rows])
    assert.doesNotMatch(all, new RegExp(`${server.password}|${wrong.password}`))
  })

  test('is refused where its address is none, is closed, or lacks a part', async () => {
    const server = await open()
    const cases: [object, string, string][] = [
      [{ config: {} }, 'missing_field', 'config.base_url'],
      [{ config: { base_url: 'https://mail.example.com' } }, 'invalid_url', 'config.base_url'],
      [{ config: { base_url: 'imaps://a:b@mail.example.com' } }, 'invalid_url', 'config.base_url'],
      [{ config: { base_url: 'imaps://10.0.0.1' } }, 'url_not_allowed', 'config.base_url'],
      [{ config: { base_url: 'imap://169.254.169.254:143' } }, 'url_not_allowed', 'config.base_url'],
      [{ config: { base_url: 'imaps://mail.example.com:6379' } }, 'url_not_allowed', 'config.base_url'],
      [{ credentials: { user: 'a' } }, 'credentials_invalid', 'credentials.password'],
    ] // prettier-ignore
    for (const [more, code, param] of cases) {
      const { body: refused } = await tenant.live.post('/v1/integrations', { ...body(server), ...more }) // prettier-ignore
      assert.deepEqual([refused.error?.code, refused.error?.param], [code, param])
    }
    assert.equal(server.connections, 0)
  })

  test('without a folder of that name says so', async () => {
    const server = await open()
    const made = await tenant.live.post('/v1/integrations', body(server, { mailbox: 'Deals' }))
    assert.equal(made.body.data.last_error.code, 'mailbox_refused')
  })

  test('lists a mail that is too large, and goes on behind it', async () => {
    const server = await open()
    const id = await connect(server)
    server.deliver(Buffer.concat([Buffer.from('Subject: Huge\r\n\r\n'), Buffer.alloc(31 * 1024 * 1024, 'x')])) // prettier-ignore
    server.deliver(await compose({ subject: 'Behind the huge one' }))
    await look()
    await look()
    assert.deepEqual(await subjects('Behind'), ['Behind the huge one'])
    const { body: failed } = await tenant.live.get('/v1/emails?status=failed')
    assert.deepEqual(
      failed.data.map((mail: any) => mail.error.code),
      ['file_too_large'],
    )
    assert.equal((await show(id)).status, 'active')
  })

  test('takes nothing twice and loses nothing, whatever place its reader dies at', async () => {
    const server = await open()
    await connect(server)
    const points: string[] = []
    const readOne = async (subject: string): Promise<void> => {
      server.deliver(await compose({ subject }))
      await look(() => house.rest())
    }
    armFault({ point: '*', effect: 'note', at: 1 }, (name) => points.push(name))
    await readOne('Died: none')
    armFault(null)
    const own = [...new Set(points.filter((name) => name.startsWith('job read-mailbox')))]
    assert.ok(own.some((name) => name.endsWith('insert emails')) && own.length > 10, own.join())
    const expected = ['Died: none']
    for (const [index, point] of own.entries()) {
      armFault({ point, effect: 'throw', at: 1 })
      const subject = `Died: ${String(index).padStart(3, '0')}`
      await readOne(subject)
      armFault(null)
      // A job that failed is due again in seconds.
      await house.house.database.pool.query(`update jobs set run_at = now() where state = 'queued'`)
      house.house.wakeWorkers()
      await house.settle(60_000)
      await look()
      expected.push(subject)
    }
    assert.deepEqual(await subjects('Died'), expected.toSorted())
  })

  test('of a switched off integration is not read, and goes on when it is on again', async () => {
    const server = await open()
    const id = await connect(server)
    await tenant.live.patch(`/v1/integrations/${id}`, { status: 'disabled' })
    const { connections } = server
    server.deliver(await compose({ subject: 'Meanwhile' }))
    await look()
    assert.equal(server.connections, connections)
    await tenant.live.patch(`/v1/integrations/${id}`, { status: 'active' })
    await look()
    assert.deepEqual(await subjects('Meanwhile'), ['Meanwhile'])
    await tenant.live.delete(`/v1/integrations/${id}`)
    await look()
  })

  test('is reached over TLS with a certificate that is checked, and never without on public ground', async () => {
    const host = 'mail.lender.example'
    const certificate = makeCertificate(host)
    const { egress } = house.house
    house.house.egress = createEgress({
      allowCidrs: ['127.0.0.0/8'],
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    })
    const before = getCACertificates('default')
    const [implicit, upgraded, plain] = [
      await open({ tls: { ...certificate, mode: 'implicit' } }),
      await open({ tls: { ...certificate, mode: 'starttls' } }),
      await open(),
    ]
    const attempt = async (scheme: string, server: FakeImap): Promise<[string, string | null]> => {
      const base_url = `${scheme}://${host}:${server.port}`
      const { body: made } = await tenant.live.post('/v1/integrations', body(server, { base_url }))
      return [made.data.status, made.data.last_error?.code ?? null]
    }
    try {
      for (const [scheme, server] of [
        ['imaps', implicit],
        ['imap', upgraded],
      ] as const)
        assert.deepEqual(await attempt(scheme, server), ['error', 'mailbox_certificate_invalid'])
      setDefaultCACertificates([...before, certificate.cert])
      for (const [scheme, server] of [
        ['imaps', implicit],
        ['imap', upgraded],
      ] as const)
        assert.deepEqual(await attempt(scheme, server), ['active', null])
      assert.deepEqual(await attempt('imap', plain), ['error', 'mailbox_without_tls'])
      assert.ok(!plain.commands.includes('LOGIN'))
    } finally {
      setDefaultCACertificates(before)
      await house.house.egress.close()
      house.house.egress = egress
    }
  })
})
