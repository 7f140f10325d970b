import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Type } from 'typebox'
import { useTestHouse, type TestTenant } from '../../../test/context.ts'
import { outside, SYSTEM_ACTOR, type Context } from '../context.ts'
import { sql } from '../db/sql.ts'
import { countUsage } from '../usage.ts'
import { claimJobs, giveBack, type Claim } from './claim.ts'
import { enqueueMany, job, type EnqueueOptions } from './job.ts'
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
    const payloads = Array.from({ length: count }, (_, number) => ({ number }))
    const declared = { kind: 'numbered', payload: NUMBERED }
    await inside((ctx) => enqueueMany(ctx, declared, payloads, options), of)
  }

  async function counted(): Promise<number> {
    const row = await inside((ctx) =>
      ctx.db.row<{ value: number }>(sql`select sum(value)::int as value from usage_counters`),
    )
    return row!.value ?? 0
  }

  async function claim(wanted: number): Promise<Claim[]> {
    const want = { kinds: ['numbered'], wanted, perEnvironment: wanted, places: [] }
    return claimJobs(house.house, [want])
  }

  async function forget(): Promise<void> {
    await house.house.database.pool.query('delete from jobs')
  }

  test('write what each of them brings, once', async () => {
    const batches: number[] = []
    const write = async (ctx: Context, items: readonly number[]): Promise<void> => {
      batches.push(items.length)
      await countUsage(ctx, 'webhook_deliveries', items.length)
    }
    const numbered = job('numbered', NUMBERED, (work, { number }) =>
      work.writeInBatch(number, write),
    )
    await add(40)
    worker = startWorker(house.house, [numbered])
    await house.settle()
    assert.equal(await counted(), 40)
    assert.ok(batches.length < 20, `${batches.length} transactions`)
  })

  test('leave out the one that another worker has taken over, and the one that fails', async () => {
    const write = async (ctx: Context, items: readonly number[]): Promise<void> => {
      if (items.includes(2)) throw new Error('Not two')
      await countUsage(ctx, 'webhook_deliveries', items.length)
    }
    const numbered = job('numbered', NUMBERED, async (work, { number }) => {
      if (number === 1)
        await work.transaction((ctx) =>
          ctx.db.run(sql`update jobs set fence = fence + 1 where payload ->> 'number' = '1'`),
        )
      await work.writeInBatch(number, write)
    })
    await add(4)
    worker = startWorker(house.house, [numbered])
    await new Promise((resolve) => setTimeout(resolve, 300))
    assert.equal(await counted(), 2)
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

  test('are claimed with those of other environments in turn', async () => {
    const other = await house.tenant()
    await add(30)
    await add(3, {}, other)
    const claimed = await claim(10)
    const own = claimed.filter(({ environmentId }) => environmentId === tenant.environments.test)
    assert.deepEqual([claimed.length, own.length], [8, 5])
    await forget()
  })

  test('are claimed one at a time of a lane, also by several who ask at once', async () => {
    await add(30, { lane: 'one' })
    await add(3, { lane: 'two' })
    const claimed = (await Promise.all([claim(10), claim(10), claim(10), claim(10)])).flat()
    assert.deepEqual(new Set(claimed.map(({ lane }) => lane)), new Set(['one', 'two']))
    assert.equal(claimed.length, 2)
    assert.deepEqual(await claim(10), [])
    await forget()
  })

  test('of a lane run one after the other, as soon as each has ended', async () => {
    let running = 0
    let runs = 0
    const numbered = job('numbered', NUMBERED, async () => {
      running += 1
      assert.equal(running, 1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      runs += 1
    })
    await add(8, { lane: 'one' })
    worker = startWorker(house.house, [numbered])
    await house.settle()
    assert.equal(runs, 8)
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
