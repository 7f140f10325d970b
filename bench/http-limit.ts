import { randomUUID } from 'node:crypto'
import { inOnePacket, openPool, type Pool } from '../src/platform/db/server/connect.ts'

/** What a request must at least do in the database, written by hand for it. */
interface Limit {
  read(): Promise<void>
  list(): Promise<void>
  create(): Promise<void>
  close(): Promise<void>
}

/** As many as the service has by default. */
const CONNECTIONS = 10
const SUBMISSIONS = 300
/** Of the page that is listed. */
const PAGE = 50

/** Behind the same roles and row security, with the one index that a list needs. */
const TABLES = `
  create table limit_submissions (environment_id uuid, id uuid, name text not null,
    status text not null default 'new', tags text[] not null, metadata jsonb not null,
    created_at timestamptz(3) not null default now(), primary key (environment_id, id));
  create index on limit_submissions (environment_id, created_at desc, id desc);
  create table limit_audit (environment_id uuid, id uuid, action text not null,
    submission_id uuid not null, at timestamptz(3) not null default now(),
    primary key (environment_id, id));
  create table limit_events (environment_id uuid, id uuid, type text not null,
    data jsonb not null, at timestamptz(3) not null default now(), primary key (environment_id, id));
  create table limit_keys (environment_id uuid, key uuid, response jsonb not null,
    primary key (environment_id, key));
  call fence('limit_submissions'); call fence('limit_audit');
  call fence('limit_events'); call fence('limit_keys')`

const READ = `select row_to_json(s)::text as body from limit_submissions s
  where environment_id = $1 and id = $2`

const LIST = `select json_agg(row_to_json(p))::text as body from (
  select * from limit_submissions where environment_id = $1
  order by created_at desc, id desc limit ${PAGE}) p`

/** The row, its audit entry, its event and the response that the key will repeat. */
const CREATE = `with made as (
    insert into limit_submissions (environment_id, id, name, tags, metadata)
    values ($1, $2, $3, $4, $5) returning *),
  audited as (
    insert into limit_audit (environment_id, id, action, submission_id)
    values ($1, gen_random_uuid(), 'created', $2)),
  noted as (
    insert into limit_events (environment_id, id, type, data)
    select $1, gen_random_uuid(), 'submission.created', to_jsonb(made) from made)
  insert into limit_keys (environment_id, key, response)
  select $1, $6, to_jsonb(made) from made returning response::text as body`

/** Beside our tables; what it needs of ours are the roles and the fence. */
export async function openLimit(connectionString: string): Promise<Limit> {
  const pool = openPool({ connectionString, connectionsMax: CONNECTIONS, isPipelined: true })
  await pool.query(TABLES)
  const environmentId = randomUUID()
  const send = createSender(pool, environmentId)
  const ids: string[] = []
  const create = async (): Promise<string> => {
    const id = randomUUID()
    const values = [id, 'Harbor Street Deli', ['bench'], { lane: 'a' }, randomUUID()]
    await send({ name: 'create', text: CREATE, values }, id)
    return id
  }
  while (ids.length < SUBMISSIONS) ids.push(await create())
  const pick = (): string => ids[Math.floor(Math.random() * ids.length)]!
  return {
    read: async () => {
      const id = pick()
      await send({ name: 'read', text: READ, values: [id] }, id)
    },
    list: () => send({ name: 'list', text: LIST, values: [] }, '"metadata"'),
    create: async () => void (await create()),
    close: () => pool.end(),
  }
}

interface Query {
  name: string
  text: string
  values: unknown[]
}

/** One flush each: role and environment, the prepared statement, the end. */
function createSender(
  pool: Pool,
  environmentId: string,
): (query: Query, mark: string) => Promise<void> {
  const open = `begin; set local role assay_app; set local app.environment_id = '${environmentId}'`
  return async ({ name, text, values }, mark) => {
    const connection = await pool.connect()
    try {
      const sent = inOnePacket(connection, () => [
        connection.query(open),
        connection.query<{ body: string }>({ name, text, values: [environmentId, ...values] }),
        connection.query('commit'),
      ])
      const [, result] = await Promise.all(sent)
      const body: string = result!.rows[0]?.body ?? ''
      if (!body.includes(mark)) throw new Error(`${name} returned ${body.slice(0, 100)}`)
    } finally {
      connection.release()
    }
  }
}
