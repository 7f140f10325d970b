import { setTimeout as sleep } from 'node:timers/promises'
import { MIGRATIONS } from '../../../../src/house.ts'
import { openPool, type Pool } from '../../../../src/platform/db/server/connect.ts'
import { migrate } from '../../../../src/platform/db/server/migrate.ts'
import { withEmptyDatabase } from '../../../context.ts'
import type { Proof, Trial } from '../../proof.ts'
import { ENVIRONMENT, fillOldRows, OLD_STATEMENTS } from './rows.ts'

/** The last migration of the release that is upgraded from; those after it run under load. */
const RELEASED = '0110_search.sql'
const ROWS = { full: 1_000_000, reduced: 1_000 }
const WAIT_MS_MAX = 1_000
const BETWEEN_MS = { full: 500, reduced: 20 }

/** Every migration since the last release, beside the statements of that release. */
export const upgradesProof: Proof = {
  name: 'upgrades',
  promise: 'An upgrade fails no request of the version that still runs, nor lets it wait',
  tries: 'statements of the last release during migrations',
  prove: (trial) =>
    withEmptyDatabase(async (connectionString) => {
      const pool = openPool({ connectionString, connectionsMax: 8 })
      try {
        const released = MIGRATIONS.findIndex(({ name }) => name === RELEASED) + 1
        await migrate(pool, MIGRATIONS.slice(0, released), async () => {})
        await fillOldRows(pool, trial.of(ROWS))
        await upgrade(trial, pool, released)
      } finally {
        await pool.end()
      }
    }),
}

async function upgrade(trial: Trial, pool: Pool, released: number): Promise<void> {
  const load = startLoad(pool)
  const waits: string[] = []
  for (let count = released + 1; count <= MIGRATIONS.length; count += 1) {
    const { name } = MIGRATIONS[count - 1]!
    load.during = name
    await migrate(pool, MIGRATIONS.slice(0, count), async () => {})
    await sleep(trial.of(BETWEEN_MS))
  }
  await load.stop()
  trial.tried(load.count)
  for (const line of load.failures) trial.found('broken', line)
  for (const [name, { ms, statement }] of load.longest) {
    const line = `${name}: ${statement} waited ${ms.toFixed(0)} ms`
    trial.holdTime(ms <= WAIT_MS_MAX, line)
    waits.push(line)
  }
  const longest = Math.max(...[...load.longest.values()].map(({ ms }) => ms))
  trial.figures.push(
    `${MIGRATIONS.length - released} migrations on ${trial.of(ROWS).toLocaleString('en')} rows; no statement waited longer than ${longest.toFixed(0)} ms`,
  )
}

interface Load {
  during: string
  count: number
  failures: string[]
  /** By migration. */
  longest: Map<string, { ms: number; statement: string }>
  stop(): Promise<void>
}

/** Each statement again and again on a connection of its own, as the application's role. */
function startLoad(pool: Pool): Load {
  const over = new AbortController()
  const load: Load = {
    during: '',
    count: 0,
    failures: [],
    longest: new Map(),
    stop: async () => {
      over.abort()
      await running
    },
  }
  const names = Object.keys(OLD_STATEMENTS)
  const work = async (first: number): Promise<void> => {
    for (let index = first; !over.signal.aborted; index += 1)
      await run(pool, load, names[index % names.length]!)
  }
  const running = Promise.all([0, 2, 4, 6].map(work))
  return load
}

async function run(pool: Pool, load: Load, statement: string): Promise<void> {
  const startedAt = performance.now()
  const connection = await pool.connect()
  try {
    await connection.query(
      `begin; set local role assay_app; set local statement_timeout = 5000; set local app.environment_id = '${ENVIRONMENT}'`,
    )
    await connection.query(OLD_STATEMENTS[statement]!)
    await connection.query('commit')
    load.count += 1
  } catch (error) {
    await connection.query('rollback')
    load.failures.push(`${load.during}: ${statement}: ${(error as Error).message}`)
  } finally {
    connection.release()
  }
  const ms = performance.now() - startedAt
  const before = load.longest.get(load.during)
  if (load.during !== '' && (!before || ms > before.ms))
    load.longest.set(load.during, { ms, statement })
}
