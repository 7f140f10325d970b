import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

const SECRETS = ['12-3456789', 'Quarry Confidential LLC', '123-45-6789', 'sesame-77']

describe('the request log', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
  })

  async function logged(query = ''): Promise<any[]> {
    await house.house.requestLog.flush()
    return (await tenant.live.get(`/v1/request-log${query}`)).body.data
  }

  test('finds a request by its X-Request-Id, with key, time and error', async () => {
    const headers = { 'idempotency-key': 'mine-1' }
    const input = { url: 'https://example.com/hook', events: ['document.parse'] }
    const response = await tenant.live.post('/v1/webhooks', input, { headers })
    const again = await tenant.live.post('/v1/webhooks', input, { headers })
    await house.house.requestLog.flush()
    const read = async (id: unknown) =>
      (await tenant.live.get(`/v1/request-log/${String(id)}`)).body.data
    const first = await read(response.headers['x-request-id'])
    assert.deepEqual(
      [first.method, first.route, first.path, first.status, first.error_code, first.error_param],
      ['POST', '/v1/webhooks', '/v1/webhooks', 400, 'invalid_event_type', 'events'],
    )
    assert.deepEqual([first.idempotency_key, first.is_replay], ['mine-1', false])
    assert.ok(first.duration_ms > 0)
    const second = await read(again.headers['x-request-id'])
    assert.deepEqual([second.is_replay, second.error_code], [true, 'invalid_event_type'])
  })

  test('holds no value that was sent, but the form of it', async () => {
    const [ein, name, ssn, secret] = SECRETS
    const { headers } = await tenant.live.post('/v1/submissions', {
      name,
      company_info: { name, ein },
      owners: [{ first_name: 'Ann', ssn, [ssn!]: 'x' }],
      request: { amount: 50_000, currency: 'USD' },
      metadata: { token: secret },
      [`${secret}`]: true,
    })
    await tenant.live.get(`/v1/submissions?search=${encodeURIComponent(name!)}`)
    await house.house.requestLog.flush()
    const path = `/v1/request-log/${String(headers['x-request-id'])}`
    const { body_outline: outline } = (await tenant.live.get(path)).body.data
    assert.equal(outline.name, `text(${name!.length})`)
    assert.equal(outline.request.amount, 'number')
    assert.equal(outline['(other fields)'], 1)
    const { rows } = await house.house.database.pool.query('select * from request_log')
    const all = JSON.stringify(rows)
    for (const planted of SECRETS) assert.equal(all.includes(planted), false, planted)
  })

  test('is found by route, status, error, key and time', async () => {
    assert.equal((await logged('?method=GET&route=/v1/submissions')).length, 1)
    const failed = await logged('?is_error=true&error_code=invalid_event_type&status=400')
    assert.equal(failed.length, 2)
    assert.equal((await logged('?idempotency_key=mine-1&limit=1')).length, 1)
    assert.deepEqual(await logged('?created_before=2020-01-01T00:00:00Z'), [])
    assert.equal(
      (await logged(`?api_key_id=${failed[0].api_key_id}&is_error=true`)).length >= 2,
      true,
    )
  })

  test('is of one environment, and says when it does not know an id', async () => {
    const [own] = await logged()
    for (const id of [own.id, 'req_1', `req_${'0'.repeat(32)}`]) {
      const response = await tenant.test.get(`/v1/request-log/${id}`)
      assert.deepEqual([response.status, response.body.error.code], [404, 'request_not_found'])
    }
  })

  test('deletes requests older than the retention period', async () => {
    const { pool } = house.house.database
    await pool.query("update request_log set at = at - interval '8 days'")
    await logged()
    await pool.query('select system_purge_request_log(7, 1000)')
    const { rows } = await pool.query<{ old: number }>(
      "select count(*)::int as old from request_log where at < now() - interval '7 days'",
    )
    assert.equal(rows[0]!.old, 0)
  })
})

describe('a request log that is switched off', () => {
  const house = useTestHouse({ REQUEST_LOG_DAYS: '0' }, { worker: false })

  test('keeps nothing', async () => {
    const tenant = await house.tenant()
    await tenant.live.get('/v1/submissions')
    await house.house.requestLog.flush()
    assert.deepEqual((await tenant.live.get('/v1/request-log')).body.data, [])
  })
})
