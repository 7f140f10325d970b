import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createTransport, type Transporter } from 'nodemailer'
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
