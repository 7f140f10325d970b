import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Configuration, PlaidApi, Products, CountryCode } from 'plaid'
import { raw, sql } from '../../platform/db/sql.ts'
import { syncDueLinks } from './sync/upkeep.ts'
import { startMastercard, type FakeMastercard } from '../../../test/fakes/mastercard.ts'
import { plaidRow, refuse, sendJson, startPlaid, type Change, type FakePlaid, type Script } from '../../../test/fakes/plaid.ts' // prettier-ignore
import { useTestHouse, type TestResponse, type TestTenant } from '../../../test/context.ts'
import { doDue } from '../../../test/due.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

describe('integrations', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let plaid: FakePlaid
  let mastercard: FakeMastercard
  let names = 0

  before(async () => {
    tenant = await house.tenant()
    plaid = await startPlaid()
    mastercard = await startMastercard()
  })
  after(() => {
    plaid.close()
    mastercard.close()
  })

  async function submission(caller = tenant.live): Promise<string> {
    return (await caller.post('/v1/submissions', { name: 'Lakeside Cafe' })).body.data.id
  }

  function plaidIntegration(more: object = {}): object {
    const credentials = { client_id: plaid.clientId, secret: plaid.secret }
    names += 1
    return { provider: 'plaid', name: `Plaid ${names}`, credentials, config: { base_url: plaid.url }, ...more } // prettier-ignore
  }

  async function integration(): Promise<string> {
    const { status, body } = await tenant.live.post('/v1/integrations', plaidIntegration())
    assert.deepEqual([status, body.data?.status], [201, 'active'], JSON.stringify(body))
    return body.data.id
  }

  function added(count: number, from = 0): Change[] {
    return Array.from({ length: count }, (_, at) => ({ kind: 'added', row: plaidRow(`${names}-${from + at}`, (at + 1) / 100) })) // prettier-ignore
  }

  interface Linked {
    id: string
    submissionId: string
    integrationId: string
    changes: Change[]
  }

  async function link(changes: Change[] = []): Promise<Linked> {
    const [integrationId, submissionId] = [await integration(), await submission()]
    const publicToken = plaid.makePublicToken(changes)
    const body = { public_token: publicToken, submission_id: submissionId, integration_id: integrationId, institution_name: 'First Platypus' } // prettier-ignore
    const exchanged = await tenant.live.post('/v1/integrations/provider-a/exchange-token', body)
    assert.equal(exchanged.status, 201, JSON.stringify(exchanged.body))
    return { id: exchanged.body.data.id, submissionId, integrationId, changes }
  }

  async function read({ id, integrationId }: Linked): Promise<any> {
    const { body } = await tenant.live.get(`/v1/integrations/${integrationId}/links`)
    return body.data.find((one: { id: string }) => one.id === id)
  }

  async function rows(submissionId: string): Promise<[string, number][]> {
    const { body } = await tenant.live.get(`/v1/transactions?submission_id=${submissionId}&limit=1000`) // prettier-ignore
    return body.data.map((row: { external_id: string; amount: number }) => [row.external_id, row.amount]).toSorted() // prettier-ignore
  }

  /** As if the time of the next sync had come. */
  async function letTimePass({ id }: Pick<Linked, 'id'>): Promise<void> {
    await house.house.database.pool.query(`update links set next_sync_at = now() - interval '1 second' where id = $1 and next_sync_at is not null`, [id]) // prettier-ignore
    await doDue(house, 'links')
    await house.settle()
  }

  async function notify(body: object, more: { iat?: number; hash?: string } = {}): Promise<TestResponse> {
    const text = JSON.stringify(body)
    const headers = { ...JSON_TYPE, 'plaid-verification': await plaid.sign(text, more) }
    return tenant.live.post('/v1/hooks/plaid', Buffer.from(text), { headers })
  } // prettier-ignore

  test('the SDK of Plaid makes the same calls to the fake as we do', async () => {
    const headers = { 'PLAID-CLIENT-ID': plaid.clientId, 'PLAID-SECRET': plaid.secret }
    const api = new PlaidApi(new Configuration({ basePath: plaid.url, baseOptions: { headers } }))
    const made = await api.linkTokenCreate({ client_name: 'A', language: 'en', country_codes: [CountryCode.Us], products: [Products.Transactions], user: { client_user_id: 'u' }, hosted_link: {} }) // prettier-ignore
    assert.match(made.data.link_token, /^link-sandbox-/)
    assert.match(made.data.hosted_link_url!, /^https:/)
    const exchanged = await api.itemPublicTokenExchange({ public_token: plaid.makePublicToken(added(3)) }) // prettier-ignore
    const synced = await api.transactionsSync({ access_token: exchanged.data.access_token })
    assert.deepEqual([synced.data.added.length, synced.data.has_more], [3, false])
    assert.equal((await api.institutionsGet({ count: 1, offset: 0, country_codes: [CountryCode.Us] })).status, 200) // prettier-ignore
    assert.equal((await api.webhookVerificationKeyGet({ key_id: plaid.kid })).data.key.kid, plaid.kid) // prettier-ignore
    assert.equal((await api.itemRemove({ access_token: exchanged.data.access_token })).status, 200)
    await assert.rejects(api.transactionsSync({ access_token: exchanged.data.access_token }), /400/)
  })

  test('credentials are tried when they are given, and never come back', async () => {
    const made = await tenant.live.post('/v1/integrations', plaidIntegration())
    assert.deepEqual([made.status, made.body.data.status, made.body.data.credentials_set], [201, 'active', true]) // prettier-ignore
    const wrong = plaidIntegration({ credentials: { client_id: plaid.clientId, secret: 'wrong-one' } }) // prettier-ignore
    const refused = await tenant.live.post('/v1/integrations', wrong)
    assert.deepEqual([refused.status, refused.body.data.status, refused.body.data.last_error.code], [201, 'error', 'INVALID_API_KEYS']) // prettier-ignore
    const { id } = refused.body.data
    const credentials = { client_id: plaid.clientId, secret: plaid.secret }
    const mended = await tenant.live.patch(`/v1/integrations/${id}`, { credentials })
    assert.deepEqual([mended.body.data.status, mended.body.data.last_error], ['active', null])
    const off = await tenant.live.patch(`/v1/integrations/${id}`, { credentials: null })
    assert.deepEqual([off.body.data.status, off.body.data.credentials_set], ['disabled', false])
    const on = await tenant.live.patch(`/v1/integrations/${id}`, { status: 'active' })
    assert.deepEqual([on.status, on.body.error.code], [409, 'invalid_state_transition'])
    for (const { body } of [made, refused, mended, off])
      assert.ok(!JSON.stringify(body).includes(plaid.secret))
  })

  test('what is missing or unknown in credentials is named, its value never', async () => {
    const cases: [object, string, string][] = [
      [{ credentials: { client_id: 'abc' } }, 'credentials_invalid', 'credentials.secret'],
      [{ credentials: { client_id: 'abc', secrets: 'TOP' } }, 'credentials_invalid', 'credentials.secrets'], // prettier-ignore
      [{ config: { base_url: 'http://10.0.0.1' } }, 'url_not_allowed', 'config.base_url'],
      [{ config: { base_url: 'http://169.254.169.254' } }, 'url_not_allowed', 'config.base_url'],
      [{ provider: 'gmail' }, 'invalid_enum', 'provider'],
    ]
    for (const [more, code, param] of cases) {
      const { body } = await tenant.live.post('/v1/integrations', plaidIntegration(more))
      assert.deepEqual([body.error.code, body.error.param], [code, param])
      assert.ok(!JSON.stringify(body).includes('TOP'))
    }
  })

  test('credentials do not go to another address unsaid', async () => {
    const id = await integration()
    const moved = await tenant.live.patch(`/v1/integrations/${id}`, { config: { base_url: 'https://other.example.com' } }) // prettier-ignore
    assert.deepEqual([moved.status, moved.body.error.code], [422, 'missing_field'])
    const linked = await link()
    const body = { config: { base_url: 'https://other.example.com' }, credentials: { client_id: 'a', secret: 'b' } } // prettier-ignore
    const held = await tenant.live.patch(`/v1/integrations/${linked.integrationId}`, body)
    assert.equal(held.body.error.code, 'resource_in_use')
  })

  test('live without an integration is refused; a test key links and scores invented accounts', async () => {
    const own = await house.tenant()
    const id = await submission(own.live)
    const live = await own.live.post('/v1/integrations/provider-a/link-token', { submission_id: id }) // prettier-ignore
    assert.deepEqual([live.status, live.body.error.code], [422, 'provider_not_configured'])
    const tested = await submission(own.test)
    const token = await own.test.post('/v1/integrations/provider-a/link-token', { submission_id: tested }) // prettier-ignore
    assert.match(token.body.data.link_token, /^link-sandbox-/)
    const body = { public_token: 'public-sandbox-1', submission_id: tested }
    const linked = await own.test.post('/v1/integrations/provider-a/exchange-token', body)
    assert.deepEqual([linked.status, linked.body.data?.id], [201, token.body.data.link_id])
    const connected = await own.test.post('/v1/integrations/provider-b/connect', { submission_id: await submission(own.test) }) // prettier-ignore
    assert.equal(connected.status, 201)
    // Nothing of the accounts is here yet, and a caller who waits gets their numbers.
    const scored = await own.test.get(`/v1/submissions/${tested}/scorecard?wait=25`)
    assert.deepEqual([scored.status, scored.body.data.status], [200, 'available'])
    await house.settle()
    const sources = await own.test.get(`/v1/submissions/${tested}/data-sources`)
    assert.deepEqual([sources.body.data[0].type, sources.body.data[0].transactions_count > 250], ['integration_link', true]) // prettier-ignore
    assert.equal(sources.body.data[0].status, 'active')
  })

  test('added, changed, pending and removed rows end as Plaid has them', async () => {
    const linked = await link([
      { kind: 'added', row: plaidRow('p1', 10, { pending: true }) },
      { kind: 'added', row: plaidRow('t1', 5) },
      { kind: 'added', row: plaidRow('t3', 7) },
    ])
    await house.settle()
    assert.deepEqual(await rows(linked.submissionId), [['t1', -5], ['t3', -7]]) // prettier-ignore
    linked.changes.push(
      { kind: 'added', row: plaidRow('t2', 11, { pending_transaction_id: 'p1' }) },
      { kind: 'modified', row: plaidRow('t1', 6) },
      { kind: 'removed', row: plaidRow('t3', 7) },
    )
    const { body } = await tenant.live.post(`/v1/integrations/${linked.integrationId}/links/${linked.id}/refresh`) // prettier-ignore
    assert.equal(body.data.id, linked.id)
    await house.settle()
    assert.deepEqual(await rows(linked.submissionId), [['t1', -6], ['t2', -11]]) // prettier-ignore
    const shown = await read(linked)
    assert.deepEqual([shown.status, shown.error, shown.accounts[0].mask], ['active', null, '4417'])
  })

  const FAULTS: Record<string, [Script, string]> = {
    'too many calls': [(response) => void response.writeHead(429, { 'retry-after': '7200' }).end('{}'), 'provider_rate_limited'], // prettier-ignore
    'a fault of its own': [(response) => void response.writeHead(500).end('<html>'), 'provider_unavailable'], // prettier-ignore
    'half a page': [(response) => void response.writeHead(200, { ...JSON_TYPE, 'content-length': '900' }).write('{"added":[{"transaction_id":"x1","amou', () => response.destroy()), 'provider_unreachable'], // prettier-ignore
    nonsense: [(response) => sendJson(response, { added: 'many', has_more: 'maybe' }), 'provider_response_invalid'], // prettier-ignore
    'no JSON': [(response) => void response.writeHead(200, JSON_TYPE).end('welcome'), 'provider_response_invalid'], // prettier-ignore
    'a hung up line': [(response) => void response.destroy(), 'provider_unreachable'],
  }

  for (const [what, [script, code]] of Object.entries(FAULTS))
    test(`${what} loses nothing, and stands on the link until it is over`, async () => {
      const linked = await link()
      await house.settle()
      linked.changes.push(...added(1_200, 10))
      // The second page of three does not come.
      plaid.scripts.set('/transactions/sync', [
        pass(plaid, linked),
        ...Array<Script>(6).fill(script),
      ])
      await letTimePass(linked)
      const half = await read(linked)
      assert.deepEqual([half.status, half.error.code, half.consecutive_failures], ['erroring', code, 1]) // prettier-ignore
      if (what === 'too many calls')
        assert.ok(Date.parse(half.next_sync_at) - Date.now() > 7_000_000, half.next_sync_at)
      assert.equal((await source(linked)).status, 'error')
      plaid.scripts.clear()
      await letTimePass(linked)
      const whole = await read(linked)
      assert.deepEqual([whole.status, whole.error, whole.consecutive_failures], ['active', null, 0])
      assert.equal((await source(linked)).transactions_count, 1_200)
    })

  test('a provider that is unplugged for an hour loses nothing, and the link says so all the time', async () => {
    const linked = await link(added(600))
    await house.settle()
    plaid.outage = (response) => void response.destroy()
    linked.changes.push(...added(600, 600), { kind: 'removed', row: linked.changes[0]!.row })
    const waits: number[] = []
    while (waits.reduce((sum, wait) => sum + wait, 0) < 3600) {
      await letTimePass(linked)
      const { status, error, next_sync_at: next } = await read(linked)
      assert.deepEqual([status, error.code], ['erroring', 'provider_unreachable'])
      waits.push(Math.round((Date.parse(next) - Date.now()) / 1000))
    }
    assert.ok(waits.length >= 5 && waits[0]! <= 60, waits.join())
    assert.equal((await source(linked)).transactions_count, 600)
    plaid.outage = null
    await letTimePass(linked)
    const { status, error } = await read(linked)
    assert.deepEqual([status, error], ['active', null])
    assert.equal((await source(linked)).transactions_count, 1_199)
  })

  test('rows that come in parts are enriched once, when the last part or a fault is there', async () => {
    const linked = await link()
    await house.settle()
    linked.changes.push(...added(10_400, 20_000))
    await letTimePass(linked)
    const open = 'select count(*)::integer as count from transactions where submission_id = $1 and enriched_at is null' // prettier-ignore
    const { rows: found } = await house.house.database.pool.query(open, [linked.submissionId])
    assert.equal(found[0].count, 0)
    assert.equal((await source(linked)).transactions_count, 10_400)
  })

  async function source({ submissionId }: Linked): Promise<any> {
    return (await tenant.live.get(`/v1/submissions/${submissionId}/data-sources`)).body.data[0]
  }

  /** The first page as it is. */
  function pass(fake: FakePlaid, { changes }: Linked): Script {
    return (response) => {
      const page = changes.slice(0, 500)
      const account = { account_id: 'a', mask: '4417', type: 'depository', subtype: 'checking', name: 'Checking', balances: { iso_currency_code: 'USD' } } // prettier-ignore
      assert.ok(fake.url)
      sendJson(response, { accounts: [account], added: page.map(({ row }) => row), modified: [], removed: [], next_cursor: '500', has_more: true }) // prettier-ignore
    }
  }

  test('an update whose rows change while they are paged begins again', async () => {
    const linked = await link(added(700, 10_000))
    plaid.scripts.set('/transactions/sync', [(response) => refuse(response, 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION')]) // prettier-ignore
    await house.settle()
    assert.equal((await read(linked)).error.code, 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION')
    await letTimePass(linked)
    assert.equal((await source(linked)).transactions_count, 700)
  })

  test('after ten failures in a row a link rests, is in the timeline, and one mail is sent', async () => {
    const linked = await link()
    await house.settle()
    plaid.outage = (response) => void response.writeHead(503).end()
    for (let failure = 0; failure < 12; failure += 1) await letTimePass(linked)
    plaid.outage = null
    const resting = await read(linked)
    assert.deepEqual([resting.status, resting.consecutive_failures, resting.next_sync_at], ['sync_disabled', 10, null]) // prettier-ignore
    const { body } = await tenant.live.get(`/v1/submissions/${linked.submissionId}/timeline`)
    assert.equal(body.data.filter(({ type }: { type: string }) => type === 'link.deactivated').length, 1) // prettier-ignore
    const again = await tenant.live.post(`/v1/integrations/${linked.integrationId}/links/${linked.id}/refresh`) // prettier-ignore
    assert.equal(again.status, 202)
    await house.settle()
    assert.equal((await read(linked)).status, 'active')
  })

  test('a link that two processes find due is synced by one', async () => {
    const [first, second] = [await link(), await link()]
    await house.settle()
    const { pool } = house.house.database
    const mark = (id: string, at: string | null) => pool.query('update links set next_sync_at = $2 where id = $1', [id, at]) // prettier-ignore
    await mark(first.id, '2020-01-01')
    await mark(second.id, '2020-01-02')
    plaid.outage = (response) => void response.writeHead(503).end()
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from links where id = $1 for update', [first.id])
    const syncing = syncDueLinks(house.house)
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'" // prettier-ignore
    while ((await pool.query(waiting)).rowCount === 0) await sleep(5)
    // Meanwhile the other process begins the second.
    await mark(second.id, null)
    await holder.query('commit')
    holder.release()
    await syncing
    await house.settle()
    plaid.outage = null
    assert.deepEqual([(await read(first)).consecutive_failures, (await read(second)).consecutive_failures], [1, 0]) // prettier-ignore
  })

  test('a person who has to sign in again gets a token for that, and the link recovers', async () => {
    const linked = await link()
    await house.settle()
    const { external_item_id: itemId } = await read(linked)
    const error = { error_code: 'ITEM_LOGIN_REQUIRED', error_message: 'x' }
    assert.equal((await notify({ webhook_type: 'ITEM', webhook_code: 'ERROR', item_id: itemId, error })).status, 200) // prettier-ignore
    const erroring = await read(linked)
    assert.deepEqual([erroring.status, erroring.error.code, erroring.next_sync_at], ['erroring', 'ITEM_LOGIN_REQUIRED', null]) // prettier-ignore
    const wanted = { submission_id: linked.submissionId, link_id: linked.id }
    const token = await tenant.live.post('/v1/integrations/provider-a/link-token', wanted)
    assert.equal(token.status, 201, JSON.stringify(token.body))
    assert.deepEqual([plaid.bodies.at(-1)!.products, typeof plaid.bodies.at(-1)!.access_token], [undefined, 'string']) // prettier-ignore
    linked.changes.push(...added(2, 20_000))
    await notify({ webhook_type: 'ITEM', webhook_code: 'LOGIN_REPAIRED', item_id: itemId })
    await house.settle()
    assert.deepEqual([(await read(linked)).status, (await rows(linked.submissionId)).length], ['active', 2]) // prettier-ignore
  })

  test('a webhook counts only when Plaid signed these bytes within five minutes', async () => {
    const linked = await link()
    await house.settle()
    const { external_item_id: itemId } = await read(linked)
    linked.changes.push(...added(1, 30_000))
    const body = { webhook_type: 'TRANSACTIONS', webhook_code: 'SYNC_UPDATES_AVAILABLE', item_id: itemId } // prettier-ignore
    const old = Math.floor(Date.now() / 1000) - 600
    for (const more of [{ iat: old }, { hash: 'f'.repeat(64) }]) {
      const refused = await notify(body, more)
      assert.deepEqual([refused.status, refused.body.error.code], [401, 'invalid_access_token'])
    }
    const bare = await tenant.live.post('/v1/hooks/plaid', body)
    assert.equal(bare.status, 401)
    await house.settle()
    assert.deepEqual(await rows(linked.submissionId), [])
    assert.equal((await notify(body)).status, 200)
    assert.equal((await notify({ ...body, item_id: 'item-of-nobody' })).status, 200)
    await house.settle()
    assert.equal((await rows(linked.submissionId)).length, 1)
  })

  test('a hosted session needs no script of ours: its end makes the link', async () => {
    const [integrationId, submissionId] = [await integration(), await submission()]
    const wanted = { submission_id: submissionId, integration_id: integrationId }
    const { body } = await tenant.live.post('/v1/integrations/provider-a/link-token', wanted)
    assert.match(body.data.hosted_link_url, /^https:/)
    const linked = { id: body.data.link_id, submissionId, integrationId, changes: added(4, 40_000) }
    assert.equal((await read(linked)).status, 'pending')
    const notice = { webhook_type: 'LINK', webhook_code: 'SESSION_FINISHED', status: 'SUCCESS', link_token: body.data.link_token, public_tokens: [plaid.makePublicToken(linked.changes)] } // prettier-ignore
    assert.equal((await notify(notice)).status, 200)
    await house.settle()
    const shown = await read(linked)
    assert.deepEqual([shown.status, (await rows(submissionId)).length], ['active', 4], JSON.stringify(shown.error)) // prettier-ignore
  })

  test('Mastercard: connect, its event, pages, and a signature that must be true', async () => {
    const made = await tenant.live.post('/v1/integrations', { provider: 'mastercard', name: 'Mastercard', credentials: mastercard.credentials, config: { base_url: mastercard.url } }) // prettier-ignore
    assert.equal(made.body.data.status, 'active', JSON.stringify(made.body))
    const submissionId = await submission()
    const { status, body } = await tenant.live.post('/v1/integrations/provider-b/connect', { submission_id: submissionId, customer: { first_name: 'Ada' } }) // prettier-ignore
    assert.equal(status, 201, JSON.stringify(body))
    const { customer_id: customerId, link_id: linkId } = body.data
    mastercard.rows.set(customerId, Array.from({ length: 1_500 }, (_, at) => ({ id: at + 1, accountId: 77, customerId, amount: (at + 1) / 100, status: 'active', description: `Row ${at}`, postedDate: 1_740_000_000 }))) // prettier-ignore
    const text = JSON.stringify({ customerId, eventType: 'added', payload: {} })
    const send = (signature: string) => tenant.live.post('/v1/hooks/mastercard', Buffer.from(text), { headers: { ...JSON_TYPE, 'x-finicity-signature': signature } }) // prettier-ignore
    assert.equal((await send('0'.repeat(64))).status, 401)
    assert.equal((await send(mastercard.sign(text))).status, 200)
    await house.settle()
    const linked = { id: linkId, submissionId, integrationId: made.body.data.id, changes: [] }
    assert.deepEqual([(await read(linked)).status, (await source(linked)).transactions_count], ['active', 1_500]) // prettier-ignore
    await letTimePass(linked)
    assert.equal((await source(linked)).transactions_count, 1_500)
    await tenant.live.delete(`/v1/integrations/${linked.integrationId}`)
    await house.settle()
    assert.ok(!mastercard.rows.has(customerId))
  })

  test('what is deleted is forgotten by Plaid too, and its rows stay unless the deal goes', async () => {
    const [byDeal, byLink, byIntegration] = [await link(added(1, 50_000)), await link(added(1, 50_001)), await link(added(1, 50_002))] // prettier-ignore
    await house.settle()
    const before = plaid.items.size
    plaid.scripts.set('/item/remove', [(response) => void response.writeHead(500).end()])
    await tenant.live.delete(`/v1/submissions/${byDeal.submissionId}`)
    await tenant.live.delete(`/v1/integrations/${byLink.integrationId}/links/${byLink.id}`)
    await tenant.live.delete(`/v1/integrations/${byIntegration.integrationId}`)
    await house.settle()
    // One was refused by a fault of Plaid, and is tried again.
    assert.equal(plaid.items.size, before - 2)
    await house.house.database.pool.query("update jobs set run_at = now() where kind = 'remove-item'") // prettier-ignore
    house.house.wakeWorkers()
    await house.settle()
    assert.equal(plaid.items.size, before - 3)
    assert.equal((await read(byLink)).status, 'deleted')
    assert.equal((await rows(byIntegration.submissionId)).length, 1)
    const left = await house.house.database.pool.query('select 1 from item_removals')
    assert.equal(left.rowCount, 0)
  })

  test('the calls are listed, and no row holds a secret', async () => {
    const linked = await link(added(3, 60_000))
    await house.settle()
    const { body } = await tenant.live.get(`/v1/integrations/${linked.integrationId}/calls`)
    const host = new URL(plaid.url).host
    assert.deepEqual(
      body.data.map(({ method, endpoint, response_status }: any) => `${method} ${endpoint} ${response_status}`),
      [`POST ${host}/transactions/sync 200`, `POST ${host}/item/public_token/exchange 200`, `POST ${host}/institutions/get 200`],
    ) // prettier-ignore
    const environmentId = tenant.environments.live
    const dump = await house.house.database.withEnvironment(environmentId, async (db) => {
      const tables = ['links', 'integrations', 'connector_calls', 'imports', 'audit_log', 'jobs']
      const texts = await Promise.all(tables.map((table) => db.rows(sql`select row_to_json(t)::text as line from (select * from ${sqlName(table)}) t`))) // prettier-ignore
      return JSON.stringify(texts)
    })
    const [[accessToken]] = [...plaid.items] as [[string, unknown]]
    for (const secret of [plaid.secret, accessToken, 'access-sandbox-'])
      assert.ok(!dump.includes(secret), `${secret} stands in a row`)
  })
})

function sqlName(table: string): ReturnType<typeof sql> {
  return raw(table)
}
