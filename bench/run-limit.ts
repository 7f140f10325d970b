import { randomUUID } from 'node:crypto'
import { inOnePacket, openPool, type Connection } from '../src/platform/db/server/connect.ts'
import type { BenchHouse } from './bench-house.ts'

/** As many as the service has by default, and as its worker does at a time. */
const CONNECTIONS = 4

/** What a run of the ten nodes must at least do in the database, written by hand for it. */
export interface RunLimit {
  /** Ends the runs that are there, each in a transaction; returns how many. */
  end(): Promise<number>
  close(): Promise<void>
}

interface Waiting {
  run: string
  deal: string
  job: string
  fence: string
}

const CLAIM = `with claimed as (
    update jobs set state = 'running', fence = fence + 1, lease_until = now() + interval '1 minute'
    where state = 'queued' and kind = 'perform-workflow-step' returning id, fence, payload)
  select r.id as run, r.submission_id as deal, c.id as job, c.fence
  from claimed c join workflow_runs r on r.id = (c.payload ->> 'runId')::uuid`

const HOLD = `select * from workflow_runs where environment_id = $1 and id = $2 for no key update`
const STEPS = `select * from workflow_steps where environment_id = $1 and run_id = $2`
const DEAL = `select s.*, (select counts from portfolio_facts f
    where f.environment_id = $1 and f.submission_id = s.id) as counts
  from submissions s where s.environment_id = $1 and s.id = $2 for no key update`

const NOTE = `insert into notes (environment_id, id, submission_id, text_sealed, author_type)
  values ($1, $2, $3, $4, 'workflow')`
const AUDIT = `insert into audit_log (environment_id, id, actor_type, action, resource_type,
    resource_id, submission_id, summary, changes, seal)
  select $1, id, 'workflow', 'updated', 'submission', $3, $3::uuid, 'Submission updated', '[]', $4
  from unnest($2::uuid[]) as new (id)`
const CHANGE = `update submissions set tags = $3, metadata = $4, updated_at = now()
  where environment_id = $1 and id = $2`
const SAVE = `insert into workflow_steps (environment_id, id, run_id, position, node_id, status, port, input, output, started_at, finished_at)
  select $1, id, $2, position, node_id, 'succeeded', 'default', '{}', output, now(), now()
  from jsonb_to_recordset($3) as new (id uuid, position integer, node_id text, output jsonb)
  on conflict (environment_id, id) do update set status = excluded.status, port = excluded.port,
    input = excluded.input, output = excluded.output, started_at = excluded.started_at,
    finished_at = excluded.finished_at`
const END = `update workflow_runs set status = 'succeeded', output = $3, variables = $3,
    started_at = now(), finished_at = now(), updated_at = now()
  where environment_id = $1 and id = $2`
const DONE = `delete from jobs where environment_id = $1 and id = $2 and fence = $3`

/** Two packets a run: what it must know, then all that it writes with its end. */
export function openRunLimit({ connectionString, environmentId, pool }: BenchHouse): RunLimit {
  const own = openPool({ connectionString, connectionsMax: CONNECTIONS, isPipelined: true })
  const open = `begin; set local role assay_app; set local app.environment_id = '${environmentId}'`
  const endNext = async (waiting: Waiting[]): Promise<void> => {
    const connection = await own.connect()
    for (let next = waiting.pop(); next; next = waiting.pop())
      await endRun({ connection, environmentId, open }, next)
    connection.release()
  }
  return {
    end: async () => {
      const { rows: waiting } = await pool.query<Waiting>(CLAIM)
      const { length } = waiting
      await Promise.all(Array.from({ length: CONNECTIONS }, () => endNext(waiting)))
      return length
    },
    close: () => own.end(),
  }
}

interface Sender {
  connection: Connection
  environmentId: string
  open: string
}

async function endRun(
  { connection, environmentId, open }: Sender,
  { run, deal, job, fence }: Waiting,
): Promise<void> {
  const send = (text: string, ...values: unknown[]) =>
    connection.query({ name: text.slice(0, 60), text, values: [environmentId, ...values] })
  const read = inOnePacket(connection, () => [
    connection.query(open),
    send(HOLD, run),
    send(STEPS, run),
    send(DEAL, deal),
  ])
  const [, , steps, deals] = await Promise.all(read)
  const { metadata, ...row } = deals!.rows[0]
  const ids = Array.from({ length: 6 }, () => randomUUID())
  const kept = { name: row.name }
  await Promise.all(
    inOnePacket(connection, () => [
      send(NOTE, randomUUID(), deal, `Seen ${row.name}`),
      send(AUDIT, ids, deal, 'seal'),
      send(CHANGE, deal, ['one', 'two', 'three', 'four'], { ...metadata, seen: true }),
      send(SAVE, run, JSON.stringify(listSteps(steps!.rows[0], row))),
      send(END, run, kept),
      send(DONE, job, fence),
      connection.query('commit'),
    ]),
  )
}

/** The first is there already; two of them show the deal. */
function listSteps(first: { id: string; node_id: string }, deal: object): object[] {
  return Array.from({ length: 10 }, (_, position) => ({
    id: position === 0 ? first.id : randomUUID(),
    position,
    node_id: position === 0 ? first.node_id : `node_${position}`,
    output: position % 9 === 0 ? { submission: deal } : { value: position },
  }))
}
