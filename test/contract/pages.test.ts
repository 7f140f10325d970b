import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { getMethod, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { useTestHouse, type TestResponse, type TestTenant } from '../context.ts'
import { FACTORIES, type Records } from '../factories.ts'
import { EXCEPTIONS } from './one-node-exceptions.ts'
import { collectStatements, findFaultsOnNodes, type Sent } from './one-node.ts'
import {
  type Call,
  callerFor,
  getListedNoun,
  isList,
  makeRecords,
  listNames,
  send,
} from './walk.ts'

const ROWS = 3

describe('a list', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let statements: Sent
  /** The list that was walked last, and the name in the cursors of each. */
  let last: { call: Call; cursor: string } | null = null
  const named = new Map<string, string>()

  before(async () => {
    statements = collectStatements(house)
    tenant = await house.tenant()
  })

  for (const declared of ROUTES.filter(isList)) {
    describe(declared.endpoint, () => {
      let call: Call

      before(async () => {
        call = await fill(declared)
      })

      test('pages through every row once while one is added', async () => {
        const all = listIds(
          (await send(callerFor(tenant, declared), call, { query: '?limit=1000' })).body,
        )
        const seen: string[] = []
        const size = pageSizeFor(all.length)
        let query = `?limit=${size}`
        for (;;) {
          const { status, body } = await send(callerFor(tenant, declared), call, { query })
          assert.equal(status, 200, JSON.stringify(body))
          assert.equal(body.has_more, body.next_cursor !== null)
          seen.push(...listIds(body))
          if (!body.has_more) break
          assert.equal(body.data.length, size)
          if (seen.length === size) await addTo(declared, call.records)
          query = `?limit=${size}&cursor=${encodeURIComponent(body.next_cursor)}`
        }
        assert.equal(new Set(seen).size, seen.length, 'a row came twice')
        assert.deepEqual(
          all.filter((id) => !seen.includes(id)),
          [],
          'a row was left out',
        )
      })

      test('counts the rows of all its pages, or refuses to', async () => {
        // Jobs and the request log write rows of their own.
        await house.settle()
        await house.house.requestLog.flush()
        const requestPage = (query: string): Promise<TestResponse> =>
          send(callerFor(tenant, declared), call, { query })
        const first = await requestPage('?limit=1&include_total=true')
        if (!listNames(declared, 'query').includes('include_total')) {
          assert.deepEqual([first.status, first.body.error.code], [400, 'unknown_parameter'])
          return
        }
        let page = first.body
        const total = page.meta?.total_count
        let shown = page.data.length
        while (page.has_more) {
          const cursor = encodeURIComponent(page.next_cursor)
          page = (await requestPage(`?limit=1000&include_total=true&cursor=${cursor}`)).body
          shown += page.data.length
          assert.equal(page.meta.total_count, total, 'every page has the same total')
        }
        assert.equal(total, shown)
        assert.equal((await requestPage('?limit=1')).body.meta?.total_count, undefined)
      })

      test('shows the requested fields of its rows, and their id', async () => {
        const whole = (await send(callerFor(tenant, declared), call, { query: '?limit=2' })).body
          .data
        const [first, , third = first] = Object.keys(whole[0]).filter((name) => name !== 'id')
        const wanted = ['id', first!, third!]
        const query = `?limit=2&fields=${first},${third}`
        const { status, body } = await send(callerFor(tenant, declared), call, { query })
        assert.equal(status, 200)
        const expected = whole.map((row: object) =>
          Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name))),
        )
        assert.deepEqual(body.data, expected)
        const wrong = await send(callerFor(tenant, declared), call, { query: `?fields=${first}x` })
        assert.deepEqual(
          [wrong.status, wrong.body.error.code, wrong.body.error.param],
          [400, 'invalid_parameter', 'fields'],
        )
        assert.match(wrong.body.error.message, new RegExp(`Did you mean ${first}`))
      })

      test('refuses a cursor that is not its own', async () => {
        const { body } = await send(callerFor(tenant, declared), call, { query: '?limit=1' })
        const cursor: string = body.next_cursor
        assert.ok(cursor, 'the list has more than one row')
        const flipped = `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`
        const broken = [flipped, cursor.slice(0, -1), '', '1', `${cursor}.${cursor}`]
        for (const wrong of broken) await expectRefusal(call, `?cursor=${wrong}`)
        const orders = ['created_at', '-created_at'].map((sort) =>
          send(callerFor(tenant, declared), call, { query: `?cursor=${cursor}&sort=${sort}` }),
        )
        const accepted = (await Promise.all(orders)).filter(({ status }) => status === 200)
        assert.ok(accepted.length <= 1, 'the cursor goes on in one order only')
        if (declared.isTestOnly || declared.isUserOnly || declared.isOfOrganization) return
        const abroad = { declared, records: await makeRecords(tenant.test, declared) }
        await expectRefusal(abroad, `?cursor=${cursor}`, tenant.test)
        if (Object.keys(call.records).length === 0) return
        const other = { declared, records: await makeRecords(tenant.live, declared) }
        await expectRefusal(other, `?cursor=${cursor}`)
      })

      test('refuses the cursor of every other list', async () => {
        const { body } = await send(callerFor(tenant, declared), call, { query: '?limit=1' })
        const cursor: string = body.next_cursor
        // A cursor goes on in the list that it names; requests show it of neighbors in the walk.
        const name = readList(cursor)
        assert.ok(!named.has(name), `it is also the cursor of ${named.get(name)}`)
        named.set(name, declared.endpoint)
        if (last !== null) {
          await expectRefusal(call, `?cursor=${last.cursor}`)
          await expectRefusal(last.call, `?cursor=${cursor}`)
        }
        last = { call, cursor }
      })
    })
  }

  async function expectRefusal(
    call: Call,
    query: string,
    caller = callerFor(tenant, call.declared),
  ): Promise<void> {
    const { status, body } = await send(caller, call, { query })
    assert.deepEqual([status, body.error?.code], [400, 'invalid_cursor'], query)
  }

  /**
   * A list with rows: those of its factory where there is one, else what the house itself lists.
   */
  async function fill(declared: Route): Promise<Call> {
    const records = await makeRecords(callerFor(tenant, declared), declared)
    for (let row = 0; row < ROWS; row += 1) await addTo(declared, records)
    await house.settle()
    return { declared, records }
  }

  async function addTo(declared: Route, records: Records): Promise<void> {
    await FACTORIES[getListedNoun(declared)]?.(callerFor(tenant, declared), records)
  }

  test('sends statements that Citus takes, each for one node', async () => {
    assert.deepEqual(await findFaultsOnNodes(house, statements, EXCEPTIONS), [])
  })
})

test('the response of a list has its envelope, and its request a cursor and a limit', () => {
  const returned = ROUTES.map((declared) => ({ declared, shape: declared.shapes.returns as Shape }))
  const lists = returned.filter(({ shape }) => shape?.properties?.['data']?.type === 'array')
  const faults = lists.filter(({ declared, shape }) => {
    const hasEnvelope = ['has_more', 'next_cursor'].every((name) => name in shape!.properties!)
    return !hasEnvelope || (getMethod(declared) === 'GET' && !isList(declared))
  })
  assert.deepEqual(
    faults.map(({ declared }) => declared.endpoint),
    [],
  )
})

type Shape = { properties?: Record<string, { type?: string }> } | undefined

/** Two rows a page, or enough to be through a long list of the house's own in twenty pages. */
function pageSizeFor(rows: number): number {
  return Math.max(2, Math.ceil(rows / 20))
}

/** The list that a cursor names: `[key, id, list, filters, at]` and a signature. */
function readList(cursor: string): string {
  return JSON.parse(Buffer.from(cursor.split('.', 1)[0]!, 'base64url').toString())[2]
}

/** What distinguishes the rows of a list. */
function listIds({ data }: { data: { id?: string; slug?: string }[] }): string[] {
  return data.map((row) => row.id ?? row.slug ?? JSON.stringify(row))
}
