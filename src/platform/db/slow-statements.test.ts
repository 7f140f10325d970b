import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { useTestHouse } from '../../../test/context.ts'
import { waitFor } from '../../../test/wait-until.ts'
import { createLog } from '../log.ts'
import { asOperation } from '../trace/operation.ts'
import { sql } from './sql.ts'

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c'

function operation(name: string) {
  return { name, traceId: TRACE_ID }
}

const SECRET = 'a value that stays here'

describe('a statement that takes long', () => {
  const lines: Record<string, unknown>[] = []
  const sink = new Writable({
    write: (chunk, _, done) => {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const house = useTestHouse({}, { worker: false, log: createLog('warn', sink) })

  /** What was logged of an operation. */
  const listLines = (name: string) =>
    lines
      .filter((line) => line['operation'] === name)
      .map(({ msg, statement, duration_ms: ms, trace_id: traceId }) => ({
        msg,
        statement,
        isTimed: Number(ms) > 99,
        isTraced: traceId === TRACE_ID,
      }))

  test('is logged in one line with its operation, trace, name and time, without values', async () => {
    const { database } = house.house
    const pause = (seconds: number) =>
      database.withSystem((db) =>
        db.row(sql`select pg_sleep(${seconds}), ${SECRET}::text as value`),
      )
    await asOperation(operation('job probe'), () => pause(0.3))
    await asOperation(operation('job quick'), () => pause(0.05))
    const statement = 'select pg_sleep'
    assert.deepEqual(listLines('job probe'), [
      { msg: 'slow statement', statement, isTimed: true, isTraced: true },
    ])
    assert.deepEqual(listLines('job quick'), [])
    assert.ok(!JSON.stringify(lines).includes(SECRET))
  })

  test('is logged sooner where it waits for the lock of a row', async () => {
    const environment = (await house.tenant()).environments.live
    const { database } = house.house
    const id = crypto.randomUUID()
    const waiting: Promise<void>[] = []
    await database.withEnvironment(environment, (db) =>
      db.run(
        sql`insert into submissions (environment_id, id, name) values (${environment}, ${id}, 'x')`,
      ),
    )
    const lock = (holding: () => Promise<void>) =>
      database.withEnvironment(environment, async (db) => {
        await db.row(sql`select id from submissions where environment_id = ${environment}
          and id = ${id} for no key update`)
        await holding()
      })
    const isWaitedFor = async (): Promise<boolean> => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      return rows.length > 0
    }
    await lock(async () => {
      const second = asOperation(operation('GET /waiting'), () => lock(async () => {}))
      waiting.push(second)
      await waitFor(isWaitedFor)
      await sleep(150)
    })
    await Promise.all(waiting)
    assert.deepEqual(listLines('GET /waiting'), [
      {
        msg: 'long wait for a lock',
        statement: 'select submissions',
        isTimed: true,
        isTraced: true,
      },
    ])
  })
})
