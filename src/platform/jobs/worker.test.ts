import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { waitFor } from '../../../test/wait-until.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../context.ts'
import { sql } from '../db/sql.ts'
import { countUsage } from '../usage.ts'
import { claimJobs, endJobs, giveBack, LANE_JOBS_MAX, type Claim } from './claim.ts'
import { enqueueMany, job, takeDue, TryLater, type EnqueueOptions, type JobContext } from './job.ts'
import { startWorker, type Worker } from './worker.ts'

const NUMBERED = Type.Object({ number: Type.Integer() })

describe('jobs', () => {
  const house = useTestHouse({}, { worker: false })
  let tenant: TestTenant
  let worker: Worker | null = null

  beforeEach(async () => {
    tenant = await house.tenant()
  })

  afterEach(async () => {
    await worker?.stop(1000)
    worker = null
  })

  async function inside<T>(
    work: (ctx: Context) => Promise<T>,
    { environments, tenantId }: TestTenant = tenant,
  ): Promise<T> {
    const environment = { id: environments.test, tenantId, mode: 'test' as const }
    const base = { house: house.house, actor: SYSTEM_ACTOR, requestId: 'test', environment }
    return outside(base).transaction(work)
  }

  async function add(count: number, options?: EnqueueOptions, of = tenant): Promise<void> {
    const jobs = Array.from({ length: count }, (_, number) => ({ payload: { number }, ...options }))
    const declared = { kind: 'numbered', payload: NUMBERED }
    await inside((ctx) => enqueueMany(ctx, declared, jobs), of)
  }

  async function counted(): Promise<number> {
    const row = await inside((ctx) =>
      ctx.db.row<{ value: number }>(sql`select sum(value)::int as value from usage_counters`),
    )
    return row!.value ?? 0
  }

  async function claim(wanted: number): Promise<Claim[]> {
    const want = { kinds: ['numbered'], wanted, perEnvironment: null }
    return claimJobs(house.house, [want])
  }

  /** Of the jobs that are there. */
  async function readErrors(): Promise<(string | null)[]> {
    const { rows } = await house.house.database.pool.query('select last_error from jobs')
    return rows.map((row) => row.last_error)
  }

  async function forget(): Promise<void> {
    await house.house.database.pool.query('delete from jobs')
  }

  test('write once what they commit, each alone', async () => {
    const numbered = job('numbered', NUMBERED, (work) =>
      work.commit((ctx) => countUsage(ctx, 'webhook_deliveries', 1)),
    )
    await add(40)
    worker = startWorker(house.house, [numbered])
    await house.settle()
    assert.equal(await counted(), 40)
  })

  test('that are added while others are claimed keep their trace', async () => {
    const adding = Promise.all(Array.from({ length: 200 }, () => add(1)))
    const claims: Claim[] = []
    for (let turn = 0; turn < 40; turn += 1) claims.push(...(await claim(100)))
    await adding
    claims.push(...(await claim(200)))
    assert.equal(claims.length, 200)
    assert.ok(claims.every(({ traceparent }) => traceparent !== null))
    await forget()
  })

  test('that another worker has taken over write nothing; one that fails is planned again', async () => {
    const numbered = job('numbered', NUMBERED, async (work, { number }) => {
      if (number === 1)
        await work.transaction((ctx) =>
          ctx.db.run(sql`update jobs set fence = fence + 1 where payload ->> 'number' = '1'`),
        )
      await work.commit(async (ctx) => {
        await countUsage(ctx, 'webhook_deliveries', 1)
        if (number === 2) throw new Error('Not two')
      })
    })
    await add(4)
    worker = startWorker(house.house, [numbered])
    await waitFor(async () => (await readErrors()).includes('Not two') && (await counted()) === 2)
    const left = await inside((ctx) =>
      ctx.db.rows<{ state: string; number: string; lastError: string | null }>(sql`
        select state, payload ->> 'number' as number, last_error from jobs order by 2`),
    )
    assert.deepEqual(left, [
      { state: 'running', number: '1', lastError: null },
      { state: 'queued', number: '2', lastError: 'Not two' },
    ])
    await forget()
  })

  test('that take others along end with them in one transaction, or leave them in the queue', async () => {
    const alone: number[] = []
    const shared: number[][] = []
    let tries = 0
    const numbered = job('numbered', NUMBERED, async (work, { number }) => {
      if (work.othersWait && (tries += 1) <= 2)
        return work.commit(async (ctx) => {
          const others = await takeDue(ctx, { kind: 'numbered', payload: NUMBERED }, 5)
          const isFirst = shared.push([number, ...others.map((other) => other.number)]) === 1
          await countUsage(ctx, 'webhook_deliveries', 1 + others.length)
          if (isFirst) throw new Error('Not together')
        })
      await work.commit((ctx) => countUsage(ctx, 'webhook_deliveries', 1))
      alone.push(number)
    })
    await add(30)
    worker = startWorker(house.house, [numbered])
    // The one that threw is tried again, alone.
    await waitFor(async () => (await counted()) === 30)
    assert.ok(shared.flat().length > shared.length, 'none was taken along')
    assert.deepEqual(
      [...shared[1]!, ...alone].toSorted((a, b) => a - b),
      Array.from({ length: 30 }, (_, number) => number),
    )
  })

  test('that the machine does not let work are planned again, apart from their attempts', async () => {
    const attempts: number[] = []
    let last: Error | null = null
    const run = async (work: JobContext): Promise<void> => {
      attempts.push(work.attempt)
      throw new TryLater('busy', 0)
    }
    const exhausted = async (_: Context, __: object, error: Error): Promise<void> => {
      last = error
    }
    await add(1)
    worker = startWorker(house.house, [job('numbered', NUMBERED, run, { attempts: 1, exhausted })])
    await house.settle()
    assert.deepEqual(attempts, [1, 1, 1, 1, 1, 1])
    assert.ok((last as Error | null) instanceof TryLater)
    await forget()
  })

  test('that write nothing end, and one that another worker has taken over does not', async () => {
    const numbered = job('numbered', NUMBERED, async (work, { number }) => {
      if (number === 1)
        await work.transaction((ctx) =>
          ctx.db.run(sql`update jobs set fence = fence + 1 where payload ->> 'number' = '1'`),
        )
    })
    await add(30)
    worker = startWorker(house.house, [numbered])
    const countLeft = async (): Promise<number> => (await readErrors()).length
    await waitFor(async () => (await countLeft()) === 1)
    // The worker ends what it has before it stops.
    await worker.stop(1000)
    const left = await inside((ctx) => ctx.db.rows(sql`select payload ->> 'number' as n from jobs`))
    assert.deepEqual(left, [{ n: '1' }])
    await forget()
  })

  test('are claimed with those of other environments in turn', async () => {
    const other = await house.tenant()
    await add(30)
    await add(3, {}, other)
    const claimed = await claim(10)
    const own = claimed.filter(({ environmentId }) => environmentId === tenant.environments.test)
    assert.deepEqual([claimed.length, own.length], [8, 5])
    await forget()
  })

  test('are claimed a few at a time of a lane, and none more until one has ended', async () => {
    await add(30, { lane: 'one' })
    await add(3, { lane: 'two' })
    const claimed = await claim(20)
    const lanes = Map.groupBy(claimed, ({ lane }) => lane)
    assert.equal(claimed.length, LANE_JOBS_MAX + 3)
    assert.equal(lanes.get('two')!.length, 3)
    assert.deepEqual(await claim(20), [])
    await endJobs(house.house, lanes.get('one')!.slice(0, 2))
    assert.equal((await claim(20)).length, 2)
    await forget()
  })

  test('of a long lane that is waited for leave the others theirs', async () => {
    await add(500, { lane: 'one' })
    await add(3, { lane: 'two' })
    await add(3)
    const claimed = [...(await claim(20)), ...(await claim(20))]
    const others = claimed.filter(({ lane }) => lane !== 'one')
    assert.equal(others.length, 6)
    await forget()
  })

  test('of one environment are as many as it may have, counted in all processes', async () => {
    await add(10)
    const want = { kinds: ['numbered'], wanted: 10, perEnvironment: 4 }
    assert.equal((await claimJobs(house.house, [want])).length, 4)
    assert.deepEqual(await claimJobs(house.house, [want]), [])
    await forget()
  })

  test('of a lane run a few at a time, as soon as one has ended', async () => {
    let running = 0
    let most = 0
    let runs = 0
    const numbered = job(
      'numbered',
      NUMBERED,
      async () => {
        running += 1
        most = Math.max(most, running)
        await new Promise((resolve) => setTimeout(resolve, 5))
        running -= 1
        runs += 1
      },
      { pool: 'io' },
    )
    await add(20, { lane: 'one' })
    worker = startWorker(house.house, [numbered])
    await house.settle()
    assert.deepEqual([runs, most], [20, LANE_JOBS_MAX])
  })

  test('that were claimed and not begun are given back as they were', async () => {
    await add(3)
    const claimed = await claim(3)
    assert.deepEqual(await claim(3), [])
    await giveBack(house.house, claimed)
    await house.house.database.withSystem((db) => db.run(sql`select system_reclaim_jobs()`))
    const again = await claim(3)
    assert.deepEqual(
      again.map(({ attempt, fence }) => [attempt, fence]),
      [
        [1, 2],
        [1, 2],
        [1, 2],
      ],
    )
    await forget()
  })
})
