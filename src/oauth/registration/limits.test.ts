import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openOAuthHouse, type OAuthHouse } from '../../../test/oauth-house.ts'
import { admitAddress, CLIENTS_MAX, REGISTRATIONS } from './limits.ts'

describe('the registration of programs', () => {
  let house: OAuthHouse
  before(async () => {
    house = await openOAuthHouse({ RATE_LIMIT_PER_SECOND: '1000' })
  })
  after(() => house.close())

  const register = (changes: object = {}) =>
    fetch(`${house.base}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://editor.example/callback'], ...changes }),
    })

  test('ends when the house has as many as it keeps, and begins when there are fewer', async () => {
    const { pool } = house.house.database
    await pool.query(
      `insert into oauth_records (kind, id_hash, payload_sealed, expires_at)
      select 'Client', 'many ' || n, 'x', now() + interval '1 day' from generate_series(1, $1) n`,
      [CLIENTS_MAX],
    )
    assert.equal((await register()).status, 429)
    await pool.query(`delete from oauth_records where id_hash = 'many 1'`)
    assert.equal((await register()).status, 201)
  })

  test('of one address waits after twenty in an hour, and names for how long', async () => {
    await house.house.database.pool.query('delete from oauth_records')
    const statuses: number[] = []
    for (let count = 0; count < REGISTRATIONS.perHour; count += 1)
      statuses.push((await register()).status)
    const refused = statuses.indexOf(429)
    assert.ok(refused >= REGISTRATIONS.perHour - 2, `one before counted too: ${statuses.join(' ')}`)
    const response = await register()
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '3600'])
    const { error, error_description: text } = (await response.json()) as Record<string, string>
    assert.equal(error, 'temporarily_unavailable')
    assert.match(text!, /try again in an hour/)
  })

  test('of one address is not in the way of another, and counts anew after an hour', async () => {
    const limit = { of: 'test', perHour: 2 }
    const admit = (ip: string) => admitAddress(house.house, limit, ip)
    const tried = [await admit('a'), await admit('a'), await admit('a'), await admit('b')]
    assert.deepEqual(tried, [true, true, false, true])
    await house.house.database.pool.query(
      `update attempts set expires_at = now() - interval '1 second'`,
    )
    assert.equal(await admit('a'), true)
  })

  test('that is refused for what it sends counts for nothing', async () => {
    assert.equal((await register({ redirect_uris: [] })).status, 400)
  })
})
