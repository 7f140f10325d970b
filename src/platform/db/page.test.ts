import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'

// reliability.md R23 in the small form that fits a suite; the walks check it for every list.

const ROWS = 600
const LIMITS = [1, 7, 50, 333, 1000]
const TAMPERED = 100

describe('a list that changes while it is paged through', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant

  before(async () => {
    tenant = await house.tenant()
    await insert(ROWS)
  })

  /** Messages of the inbox: rows that nothing else follows from. */
  async function insert(count: number): Promise<void> {
    await house.house.database.pool.query(
      `insert into sandbox_messages (environment_id, id, webhook_id, delivery_id, event_id,
         event_type, headers, body, response_status, received_at)
       select $1, gen_random_uuid(), $1, $1, 'evt', 'document.parsed', '{}', '', 200,
         date_trunc('minute', now()) - floor(random() * 20) * interval '1 minute'
       from generate_series(1, $2)`,
      [tenant.environments.test, count],
    )
  }

  async function present(): Promise<string[]> {
    const { rows } = await house.house.database.pool.query<{ id: string }>(
      'select id from sandbox_messages where environment_id = $1',
      [tenant.environments.test],
    )
    return rows.map(({ id }) => id)
  }

  async function churn(): Promise<void> {
    await insert(3)
    await house.house.database.pool.query(
      `delete from sandbox_messages where ctid in
         (select ctid from sandbox_messages where environment_id = $1 order by random() limit 3)`,
      [tenant.environments.test],
    )
  }

  async function page(query: string) {
    return tenant.test.get(`/v1/sandbox/inbox/messages?${query}`)
  }

  for (const limit of LIMITS) {
    test(`shows every row that stays once, by ${limit}`, async () => {
      const start = new Set(await present())
      const seen: string[] = []
      let cursor = ''
      for (;;) {
        const { body } = await page(`limit=${limit}${cursor}`)
        seen.push(...body.data.map(({ id }: { id: string }) => id))
        if (!body.has_more) break
        cursor = `&cursor=${encodeURIComponent(body.next_cursor)}`
        if (limit > 1 || seen.length % 50 === 0) await churn()
      }
      assert.equal(new Set(seen).size, seen.length, 'a row came twice')
      const shown = new Set(seen)
      const stayed = (await present()).filter((id) => start.has(id))
      assert.deepEqual(
        stayed.filter((id) => !shown.has(id)),
        [],
        'a row was skipped',
      )
    })
  }

  test(`refuses ${TAMPERED} altered cursors, and one of another environment`, async () => {
    const { body } = await page('limit=1')
    const cursor: string = body.next_cursor
    for (let index = 0; index < TAMPERED; index += 1) {
      const at = Math.floor((index * cursor.length) / TAMPERED)
      const other = cursor[at] === 'A' ? 'B' : 'A'
      const altered = cursor.slice(0, at) + other + cursor.slice(at + 1)
      const response = await page(`cursor=${encodeURIComponent(altered)}`)
      assert.deepEqual(
        [response.status, response.body.error.code],
        [400, 'invalid_cursor'],
        altered,
      )
    }
    const stranger = await house.tenant()
    const url = `/v1/sandbox/inbox/messages?cursor=${encodeURIComponent(cursor)}`
    assert.equal((await stranger.test.get(url)).status, 400)
  })
})
