import { Pool as HttpPool } from 'undici'
import { JOBS } from '../src/jobs.ts'
import { startWorker, type Worker } from '../src/platform/jobs/worker.ts'
import { signatureHeaders } from '../src/resources/webhooks/deliveries/sending/signature.ts'
import { openBenchHouse, type BenchHouse } from './bench-house.ts'
import { settle } from './queue.ts'
import { startSink, type Sink } from './receiver.ts'

/** Deliveries to twenty webhooks, and to one more that hangs, made in as many ways. */
export interface Deliveries {
  /** Per second: signed POSTs and nothing else. */
  bare(count: number): Promise<number>
  /** Per second, from the rows in the database to the last result in it. */
  ours(count: number): Promise<number>
  /** The same while another webhook does not respond. */
  withHangingWebhook(count: number): Promise<number>
  /** Per second: claimed, sent and recorded one by one, eight at a time. */
  rowByRow(count: number): Promise<number>
  /** From the response to the request that causes an event to the event's delivery, in milliseconds. */
  delay(): Promise<number>
  close(): Promise<void>
}

const WEBHOOKS = 20
const SOCKETS = 32
const LOOPS = 8
const EVENT = 'document.parsed'
const PAYLOAD = Buffer.from(JSON.stringify({ type: EVENT, data: { note: 'x'.repeat(600) } }))
const SECRETS = { current: `whsec_${Buffer.alloc(24, 1).toString('base64')}`, next: null }

/** Deliveries with their jobs, as the dispatch of as many events leaves them. */
const INSERT = `
  with happened as (
    insert into events (environment_id, id, type, payload)
    select $1, 'evt_' || replace(gen_random_uuid()::text, '-', ''), $4, $3
    from generate_series(1, $2) returning id),
  planned as (
    insert into deliveries
      (environment_id, id, webhook_id, event_id, event_type, payload, next_attempt_at)
    select $1, gen_random_uuid(), ($5::uuid[])[1 + row_number() over () % cardinality($5::uuid[])],
      id, $4, $3, now()
    from happened returning id, webhook_id)
  insert into jobs (environment_id, id, kind, payload, lane, unique_key, run_at)
  select $1, gen_random_uuid(), 'deliver-webhook', jsonb_build_object('deliveryId', id), webhook_id, id, now()
  from planned`

export async function openDeliveries(): Promise<Deliveries> {
  const own = await openBenchHouse({ EGRESS_ALLOW_CIDRS: '127.0.0.0/8' })
  const sink = await startSink()
  const http = new HttpPool(sink.url, { connections: SOCKETS, pipelining: 1 })
  const webhooks = await subscribe(own, `${sink.url}/hook`, WEBHOOKS)
  const worker = startWorker(own.house, JOBS)
  own.house.wakeWorkers = worker.wake
  const ours = (count: number): Promise<number> => work(own, { sink, worker, webhooks, count })
  await prepareRows(own)
  return {
    bare: (count) => rate(count, () => inLanes(SOCKETS, count, () => post(http))),
    ours: async (count) => {
      const perSecond = await ours(count)
      await requireReceived(own, count)
      return perSecond
    },
    withHangingWebhook: async (count) => {
      const hanging = await subscribe(own, `${sink.url}/hang`, 1)
      await insert(own, hanging, count / WEBHOOKS)
      const perSecond = await ours(count)
      // With its deliveries; those on their way are given up after ten seconds.
      await own.pool.query('delete from webhooks where id = any ($1)', [hanging])
      await settle(own.pool)
      return perSecond
    },
    rowByRow: (count) => rowByRow(own, http, count),
    delay: async () => {
      const { received } = await sink.expect(1)
      await own.post('/v1/sandbox/events', { type: EVENT })
      const startedAt = performance.now()
      await received
      const delayMs = performance.now() - startedAt
      await settle(own.pool)
      return delayMs
    },
    close: async () => {
      await worker.stop(1000)
      await http.close()
      sink.close()
      await own.close()
    },
  }
}

/** Ids of new webhooks that receive only what is inserted for them. */
async function subscribe(
  { post: create }: BenchHouse,
  url: string,
  count: number,
): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const body = {
      url: `${url}/${ids.length}`,
      events: ids.length === 0 ? [EVENT] : ['policy.evaluated'],
    }
    ids.push((await create('/v1/webhooks', body)).data.id)
  }
  return ids
}

async function insert(
  { pool, environmentId }: BenchHouse,
  webhooks: string[],
  count: number,
): Promise<void> {
  await pool.query('delete from deliveries where completed_at is not null')
  await pool.query(INSERT, [environmentId, count, PAYLOAD, EVENT, webhooks])
}

async function work(
  own: BenchHouse,
  {
    sink,
    worker,
    webhooks,
    count,
  }: { sink: Sink; worker: Worker; webhooks: string[]; count: number },
): Promise<number> {
  const { received } = await sink.expect(count)
  await insert(own, webhooks, count)
  return rate(count, async () => {
    worker.wake()
    await received
    await recorded(own, webhooks)
  })
}

/** The last results are written moments after they were received. */
async function recorded({ pool }: BenchHouse, webhooks: string[]): Promise<void> {
  for (;;) {
    const { rows } = await pool.query('select 1 from jobs where lane = any ($1) limit 1', [
      webhooks,
    ])
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function requireReceived({ pool }: BenchHouse, count: number): Promise<void> {
  const { rows } = await pool.query(
    `select count(*)::int as count from deliveries where status = 'succeeded' and attempt_count = 1`,
  )
  if (rows[0].count !== count) throw new Error(`${rows[0].count} of ${count} deliveries succeeded`)
}

async function post(http: HttpPool): Promise<void> {
  const eventId = 'evt_0193a2f45c1e7b529d7e2f6a4c1d8e90'
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const signature = signatureHeaders(SECRETS, { eventId, timestampSeconds, payload: PAYLOAD })
  const headers = { 'content-type': 'application/json', ...signature }
  const { statusCode, body } = await http.request({
    method: 'POST',
    path: '/',
    headers,
    body: PAYLOAD,
  })
  if (statusCode !== 200 || (await body.text()) !== 'ok')
    throw new Error('The sink did not respond')
}

async function prepareRows({ pool }: BenchHouse): Promise<void> {
  await pool.query(`create table bench_deliveries (id serial primary key, status text not null default 'pending',
    payload bytea not null, attempts jsonb not null default '[]')`)
  await pool.query(`create index on bench_deliveries (id) where status = 'pending'`)
}

/** What a first draft of a sender does: one row, one transaction, one POST. */
async function rowByRow({ pool }: BenchHouse, http: HttpPool, count: number): Promise<number> {
  await pool.query('truncate bench_deliveries')
  const fill = 'insert into bench_deliveries (payload) select $1 from generate_series(1, $2)'
  await pool.query(fill, [PAYLOAD, count])
  return rate(count, () =>
    inLanes(LOOPS, count, async () => {
      const connection = await pool.connect()
      await connection.query('begin')
      const { rows } = await connection.query(
        `select id, payload from bench_deliveries where status = 'pending'
         order by id limit 1 for update skip locked`,
      )
      await post(http)
      await connection.query(
        `update bench_deliveries set status = 'succeeded', attempts = attempts || '[{"status":200}]'
         where id = $1`,
        [rows[0].id],
      )
      await connection.query('commit')
      connection.release()
    }),
  )
}

async function inLanes(lanes: number, count: number, once: () => Promise<void>): Promise<void> {
  let left = count
  const lane = async (): Promise<void> => {
    while (left-- > 0) await once()
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function rate(count: number, run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return (count * 1000) / (performance.now() - startedAt)
}
