import type { Caller, TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { inHouse } from '../stage.ts'

const ROWS = { full: 10_000, reduced: 60 }
/** Rows on a page; each walk pages through everything in an order of its own. */
const LIMITS = { full: [1, 2, 7, 25, 100, 333, 999, 1_000], reduced: [7, 25] }
const ORDERS = ['created_at', '-created_at', 'name', '-name']
/** Rows that come and go while a list is paged through. */
const CHANGES_MAX = { full: 200, reduced: 6 }
const WRONG_CURSORS = { full: 1_000, reduced: 24 }
const CREATED_AT_ONCE = 4

/** A list that others write to while it is read, and cursors that somebody made up. */
export const paginationProof: Proof = {
  name: 'pagination',
  promise:
    'A list shows every row that is there throughout once, whatever comes and goes, and takes no cursor but its own',
  tries: 'pages read and wrong cursors sent',
  prove: async (trial) => {
    await inHouse(
      async (house) => {
        const tenant = await house.tenant()
        const ids = await makeRows(tenant.live, trial.of(ROWS))
        const list: List = { ids, walks: [] }
        const walks = LIMITS[trial.size].map((limit, index) => {
          const sort = ORDERS[index % ORDERS.length]!
          return proveWalk(trial, tenant.live, { list, limit, sort })
        })
        await Promise.all(walks)
        await proveCursors(trial, tenant)
      },
      {},
      { worker: false },
    )
  },
}

/** The ids of so many rows, some of which share a name. */
async function makeRows(caller: Caller, count: number): Promise<Set<string>> {
  const ids = new Set<string>()
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      next += 1
      ids.add(await makeRow(caller, `Deal ${next % 50}`))
    }
  }
  await Promise.all(Array.from({ length: CREATED_AT_ONCE }, lane))
  return ids
}

async function makeRow(caller: Caller, name: string): Promise<string> {
  const { status, body } = await caller.post('/v1/submissions', { name, auto_process: false })
  if (status !== 201) throw new Error(`No row: ${JSON.stringify(body)}`)
  return body.data.id
}

/** The list that all walks read at once and change. */
interface List {
  /** Those that are there now. */
  ids: Set<string>
  /** Of each walk, those that were there from its beginning and still are. */
  walks: Set<string>[]
}

interface Walk {
  list: List
  limit: number
  sort: string
}

/** Pages from the first row to the last while rows come and go. */
async function proveWalk(trial: Trial, caller: Caller, walk: Walk): Promise<void> {
  const { list, limit, sort } = walk
  const there = new Set(list.ids)
  list.walks.push(there)
  const seen = new Map<string, number>()
  let changes = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `limit=${limit}&sort=${sort}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const { status, body } = await caller.get(`/v1/submissions?${query}&fields=name`)
    trial.tried()
    if (status !== 200) return trial.found('broken', `${query} returns ${status}`)
    for (const { id } of body.data) seen.set(id, (seen.get(id) ?? 0) + 1)
    cursor = body.next_cursor
    if (cursor === null || changes >= trial.of(CHANGES_MAX)) continue
    changes += 1
    await changeRows(trial, caller, list)
  }
  const name = `limit ${limit} by ${sort}`
  const lost = [...there].filter((id) => !seen.has(id))
  const doubled = [...seen].filter(([, count]) => count > 1)
  for (const id of lost) trial.found('lost', `${name} leaves out ${id}`)
  for (const [id, count] of doubled) trial.found('doubled', `${name} shows ${id} ${count} times`)
}

/** One row goes, one comes. The one that goes is expected by no walk from before it does. */
async function changeRows(trial: Trial, caller: Caller, { ids, walks }: List): Promise<void> {
  const gone = trial.random.pick([...ids])
  for (const rows of [ids, ...walks]) rows.delete(gone)
  const { status } = await caller.delete(`/v1/submissions/${gone}`)
  trial.hold(status === 200, `deleting a row returns ${status}`)
  ids.add(await makeRow(caller, `Deal ${trial.random.integer(0, 49)}`))
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Cursors with something wrong in them, and those of other lists, orders and environments. */
async function proveCursors(trial: Trial, tenant: TestTenant): Promise<void> {
  const { live, test } = tenant
  const own = await readCursor(live, '/v1/submissions?limit=1&sort=name')
  const foreign = await foreignCursors(tenant)
  for (let index = 0; index < trial.of(WRONG_CURSORS); index += 1) {
    const wrong = index < foreign.length ? foreign[index]! : spoil(trial, own)
    const path = `/v1/submissions?sort=name&cursor=${encodeURIComponent(wrong)}`
    const { status, body } = await live.get(path)
    trial.tried()
    const isRefused = status === 400 && body.error.code === 'invalid_cursor'
    trial.hold(isRefused, `the cursor ${wrong} returns ${status}`)
  }
  const abroad = await test.get(`/v1/submissions?sort=name&cursor=${encodeURIComponent(own)}`)
  trial.hold(abroad.status === 400, 'a cursor works in another environment', 'leaked')
}

async function foreignCursors({ live, test }: TestTenant): Promise<string[]> {
  await makeRow(test, 'Deal 1')
  await makeRow(test, 'Deal 2')
  return [
    await readCursor(test, '/v1/submissions?limit=1&sort=name'),
    await readCursor(live, '/v1/submissions?limit=1&sort=-name'),
    await readCursor(live, '/v1/submissions?limit=1&sort=created_at'),
    await readCursor(live, '/v1/submissions?limit=1&sort=name&status=new'),
    await readCursor(live, '/v1/audit-log?limit=1'),
  ]
}

async function readCursor(caller: Caller, path: string): Promise<string> {
  const { body } = await caller.get(path)
  if (!body.next_cursor) throw new Error(`${path} has no second page: ${JSON.stringify(body)}`)
  return body.next_cursor
}

/** A cursor with a changed character, cut, lengthened or reversed. */
function spoil({ random }: Trial, cursor: string): string {
  const at = random.integer(0, cursor.length - 1)
  const other = random.pick([...ALPHABET].filter((letter) => letter !== cursor[at]))
  const spoiled = [
    cursor.slice(0, at) + other + cursor.slice(at + 1),
    cursor.slice(0, at),
    cursor + other,
    cursor.slice(0, at) + other + cursor.slice(at),
    [...cursor].toReversed().join(''),
  ]
  return random.pick(spoiled)
}
