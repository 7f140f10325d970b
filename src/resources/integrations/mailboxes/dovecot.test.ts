import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { ImapFlow } from 'imapflow'
import {
  findMissingDovecot,
  startDovecot,
  type Dovecot,
} from '../../../../test/fakes/imap/dovecot.ts'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { doDue } from '../../../../test/due.ts'

describe('a mailbox of a Dovecot', { skip: findMissingDovecot() }, () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let dovecot: Dovecot
  let id: string

  before(async () => {
    tenant = await house.tenant()
    dovecot = await startDovecot()
    await append(['There before'], new Date('2020-01-01'))
    const { user, password, url } = dovecot
    const made = await tenant.live.post('/v1/integrations', { provider: 'imap', name: 'Dovecot', credentials: { user, password }, config: { base_url: url } }) // prettier-ignore
    assert.deepEqual([made.status, made.body.data.status], [201, 'active'])
    id = made.body.data.id
    await look()
  })
  after(() => dovecot.close())

  async function withClient(work: (client: ImapFlow) => Promise<unknown>): Promise<void> {
    const auth = { user: dovecot.user, pass: dovecot.password }
    const client = new ImapFlow({ host: '127.0.0.1', port: dovecot.port, secure: false, auth, logger: false }) // prettier-ignore
    await client.connect()
    await work(client)
    await client.logout()
  }

  function append(subjects: string[], at = new Date()): Promise<void> {
    return withClient(async (client) => {
      for (const subject of subjects) {
        const mail = `From: ann@x.example\r\nSubject: ${subject}\r\n\r\nText\r\n`
        await client.append('INBOX', mail, [], at)
      }
    })
  }

  async function look(): Promise<void> {
    const due = `update mailboxes set next_read_at = now() - interval '1 second'`
    await house.house.database.pool.query(due)
    await doDue(house, 'mailboxes')
    await house.settle(60_000)
  }

  async function subjects(): Promise<string[]> {
    const { body } = await tenant.live.get('/v1/emails?direction=inbound&limit=1000')
    return body.data.map(({ subject }: any) => subject).toSorted()
  }

  test('is read from where it was connected, each mail once, and stays unread', async () => {
    await append(['One', 'Two'])
    await look()
    await look()
    assert.deepEqual(await subjects(), ['One', 'Two'])
    await withClient(async (client) => {
      const { unseen } = (await client.status('INBOX', { unseen: true })) as { unseen: number }
      assert.equal(unseen, 3)
    })
  })

  test('that gets another UIDVALIDITY loses none and brings none twice', async () => {
    const { rows } = await house.house.database.pool.query('select uid_validity from mailboxes')
    for (const name of [
      'dovecot-uidlist',
      'dovecot.index',
      'dovecot.index.log',
      'dovecot.index.cache',
      'dovecot-uidvalidity',
    ])
      // prettier-ignore
      rmSync(join(dovecot.folder, name), { force: true })
    // It is the second of the clock.
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await append(['Three'])
    await look()
    assert.deepEqual(await subjects(), ['One', 'Three', 'Two'])
    const { rows: after } = await house.house.database.pool.query('select uid_validity from mailboxes') // prettier-ignore
    assert.notEqual(rows[0].uid_validity, after[0].uid_validity)
  })

  test('puts what was taken into Processed, once there is such a folder', async () => {
    await withClient((client) => client.mailboxCreate('Processed'))
    await append(['Four'])
    await look()
    assert.deepEqual(await subjects(), ['Four', 'One', 'Three', 'Two'])
    await withClient(async (client) => {
      const { messages } = (await client.status('Processed', { messages: true })) as { messages: number } // prettier-ignore
      assert.equal(messages, 1)
    })
    const { body } = await tenant.live.get(`/v1/integrations/${id}`)
    assert.deepEqual([body.data.status, body.data.last_error], ['active', null])
  })
})
