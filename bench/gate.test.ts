import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { useTestHouse } from '../test/context.ts'
import type { BenchHouse } from './bench-house.ts'
import type { Figure } from './figure.ts'
import { getFloor, ratioIn } from './gate.ts'
import { compare } from './harness.ts'
import { openLimit } from './http-limit.ts'
import { compareQueues } from './jobs/jobs.ts'
import { rulesJob } from './jobs/rules.ts'
import { drive } from './load.ts'

const ROUNDS = 3
/** Other load may fall on one side of a round; a real loss is there each time. */
const TRIES = 6
const SHORT = { rows: 0, scale: 'short' } as const
const LOAD = { warmUpMs: 50, measuredMs: 250 }

describe('what is measured is no slower than seven tenths of its goal, or of what it was', () => {
  let connectionString = ''
  const house = useTestHouse(
    { WORKER_CONCURRENCY: '10' },
    { worker: false, through: async (databaseUrl) => (connectionString = databaseUrl) },
  )

  /** Names of figures of one job, compared with a short run of it. */
  async function hold(
    t: TestContext,
    run: () => Promise<Figure[]>,
    { job, names }: { job: string; names: string[] },
  ): Promise<void> {
    const floors = names.map((name) => ({ name, ...getFloor(job, name) }))
    let slow: string[] = []
    for (let tries = 0; tries < TRIES; tries += 1) {
      const figures = await run()
      slow = []
      for (const { name, ratio: least, reason } of floors) {
        const ratio = ratioIn(figures, name)
        const line = `${job}: ${name}: ratio ${ratio.toFixed(3)}, at least ${least.toFixed(3)} (${reason})`
        t.diagnostic(line)
        if (ratio < least) slow.push(line)
      }
      if (slow.length === 0) return
    }
    assert.fail(slow.join('\n'))
  }

  test('rules, beside a plain walk of them', (t) =>
    hold(t, () => rulesJob.run(ROUNDS, SHORT), { job: 'rules', names: ['against a plain walk'] }))

  test('jobs, beside graphile-worker', async (t) => {
    const { environments } = await house.tenant()
    const { pool } = house.house.database
    const own: BenchHouse = {
      house: house.house,
      pool,
      connectionString,
      environmentId: environments.test,
      post: () => Promise.reject(new Error('Nothing is requested here')),
      send: () => Promise.reject(new Error('Nothing is requested here')),
      get: () => Promise.reject(new Error('Nothing is requested here')),
      close: async () => {},
    }
    await hold(t, () => compareQueues(own, ROUNDS, SHORT), {
      job: 'jobs',
      names: ['worked off, empty'],
    })
  })

  test('a read by id, beside minimal secured SQL', async (t) => {
    const tenant = await house.tenant()
    const { id } = (await tenant.test.post('/v1/submissions', { name: 'Bench' })).body.data
    const headers = { authorization: `Bearer ${tenant.testKey}` }
    const readSubmission = async (): Promise<void> => {
      const { statusCode } = await house.app.inject({ url: `/v1/submissions/${id}`, headers })
      if (statusCode !== 200) throw new Error(`Reading returns ${statusCode}`)
    }
    const bare = await openLimit(connectionString)
    t.after(bare.close)
    const name = 'read by id, c = 64'
    const side = (work: () => Promise<void>) => async () => [
      { value: (await drive(64, work, LOAD)).perSecond },
    ]
    const target = { name, unit: 'per s', goal: '' } as const
    const run = (): Promise<Figure[]> =>
      compare([target], { rounds: ROUNDS, ours: side(readSubmission), limit: side(bare.read) })
    await hold(t, run, { job: 'http', names: [name] })
  })
})
