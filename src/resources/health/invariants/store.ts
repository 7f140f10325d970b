import type { Db } from '../../../platform/db/transaction.ts'
import { raw, sql, type Sql } from '../../../platform/db/sql.ts'

/** What must hold for the rows of an environment between transactions. */
export interface RowInvariant {
  name: string
  meaning: string
  /** Finds violations, as `fault` texts with ids and without content. */
  faults: (environmentId: string) => Sql
}

/** A lost job is retried within its lease; anything older without a job is stuck. */
const FORGOTTEN = raw(`now() - interval '10 minutes'`)

const WAITING_JOB =
  raw(`select from jobs j where j.environment_id = d.environment_id and j.state <> 'dead'
  and (j.payload ->> 'documentId' = d.id::text or j.payload ->> 'submissionId' = d.submission_id::text)`)

/** The list of them; `verify` walks it. */
export const ROW_INVARIANTS: readonly RowInvariant[] = [
  {
    name: 'items-of-providers',
    meaning: 'A provider has forgotten the accounts of a link that was deleted.',
    faults: (id) => sql`
      select coalesce(external_item_id, id::text) || ' is still known to ' || provider as fault
      from item_removals where environment_id = ${id} and status = 'failed'`,
  },
  {
    name: 'rows-of-statements',
    meaning: 'A statement counts as many rows as it has, and every row is of its statement’s deal.',
    faults: (id) => sql`
      select s.id || ' counts ' || s.transactions_count || ' and has ' || t.count as fault
      from statements s
      cross join lateral (
        select count(*) as count from transactions
        where environment_id = ${id} and statement_id = s.id) t
      where s.environment_id = ${id} and s.transactions_count <> t.count
      union all
      select t.id || ' is of another deal than its statement' from transactions t
      join statements s on s.environment_id = ${id} and s.id = t.statement_id
      where t.environment_id = ${id} and s.submission_id <> t.submission_id`,
  },
  {
    name: 'counts-of-documents',
    meaning: 'A document counts the statements and rows that it has.',
    faults: (id) => sql`
      select d.id || ' counts ' || d.statements_count || ' statements, ' || d.transactions_count || ' rows; has '
        || s.count || ', ' || t.count as fault
      from documents d
      cross join lateral (
        select count(*) as count from statements where environment_id = ${id} and document_id = d.id) s
      cross join lateral (
        select count(*) as count from transactions where environment_id = ${id} and document_id = d.id) t
      where d.environment_id = ${id} and (d.statements_count <> s.count or d.transactions_count <> t.count)`,
  },
  {
    name: 'counts-of-submissions',
    meaning: 'A deal keeps the counts of the documents, rows, accounts and positions that it has.',
    faults: (id) => sql`
      select s.id || ' keeps ' || (f.counts - 'dataVersion') || ' and has ' || has.counts as fault
      from submissions s
      join portfolio_facts f on f.environment_id = ${id} and f.submission_id = s.id
      cross join lateral (select jsonb_build_object(
        'documents', (select count(*) from documents
          where environment_id = ${id} and submission_id = s.id and status <> 'split'),
        'documentsFailed', (select count(*) from documents
          where environment_id = ${id} and submission_id = s.id and status = 'failed'),
        'transactions', (select count(*) from transactions t
          left join documents d on d.environment_id = ${id} and d.id = t.document_id
          where t.environment_id = ${id} and t.submission_id = s.id and d.is_included is not false),
        'accounts', (select count(*) from accounts
          where environment_id = ${id} and submission_id = s.id and merged_into is null),
        'positions', (select count(*) from positions
          where environment_id = ${id} and submission_id = s.id)) as counts) has
      where s.environment_id = ${id} and (f.counts ->> 'dataVersion')::bigint = s.data_version
        and f.counts - 'dataVersion' <> has.counts`,
  },
  {
    name: 'pairs-of-rows',
    meaning: 'A row that names another one, a stream or a position names one of its own deal.',
    faults: (id) => sql`
      select t.id || ' names a row that is not there' as fault from transactions t
      where t.environment_id = ${id} and exists (
        select from unnest(array[t.duplicate_of, t.matched_transaction_id]) as named (id)
        where named.id is not null and not exists (
          select from transactions o
          where o.environment_id = ${id} and o.id = named.id and o.submission_id = t.submission_id))
      union all
      select t.id || ' names a stream that is not there' from transactions t
      where t.environment_id = ${id} and t.stream_id is not null and not exists (
        select from streams s where s.environment_id = ${id} and s.id = t.stream_id)
      union all
      select t.id || ' names a position that is not there' from transactions t
      where t.environment_id = ${id} and t.position_id is not null and not exists (
        select from positions p where p.environment_id = ${id} and p.id = t.position_id)`,
  },
  {
    name: 'runs-of-submissions',
    meaning: 'A deal is processing exactly while a run of it goes on, and at most one does.',
    faults: (id) => sql`
      select s.id || ' is ' || s.status || ' with ' || r.count || ' open runs' as fault
      from submissions s
      cross join lateral (
        select count(*) as count from processing_runs
        where environment_id = ${id} and submission_id = s.id and status = 'running') r
      where s.environment_id = ${id} and r.count <> (s.status = 'processing')::integer
      union all
      select id || ' ended without a time, or has one and goes on' from processing_runs
      where environment_id = ${id} and (status = 'running') <> (finished_at is null)`,
  },
  {
    name: 'documents-under-way',
    meaning: 'What is on its way has a job that takes it on.',
    faults: (id) => sql`
      select d.id || ' is ' || d.status || ' and nothing takes it on' as fault from documents d
      where d.environment_id = ${id} and d.status in ('classifying', 'queued', 'parsing')
        and d.updated_at < ${FORGOTTEN} and not exists (${WAITING_JOB})
      union all
      select s.id || ' is processing and nothing takes it on' from submissions s
      where s.environment_id = ${id} and s.status = 'processing' and s.updated_at < ${FORGOTTEN}
        and not exists (
          select from jobs j where j.environment_id = ${id} and j.state <> 'dead')`,
  },
  {
    name: 'leases-of-jobs',
    meaning: 'A job has a lease exactly while it runs.',
    faults: (id) => sql`
      select id || ' is ' || state as fault from jobs
      where environment_id = ${id} and (state = 'running') <> (lease_until is not null)`,
  },
  {
    name: 'deliveries-of-events',
    meaning: 'A delivery is of an event that is kept, counts its attempts, and ends with a time.',
    faults: (id) => sql`
      select d.id || ' is of no event' as fault from deliveries d
      where d.environment_id = ${id} and not d.is_test and not exists (
        select from events e where e.environment_id = ${id} and e.id = d.event_id)
      union all
      select id || ' counts ' || attempt_count || ' attempts and has ' || jsonb_array_length(attempts)
      from deliveries where environment_id = ${id} and attempt_count <> jsonb_array_length(attempts)
      union all
      select id || ' is ' || status from deliveries
      where environment_id = ${id} and (status in ('pending', 'retrying')) <> (completed_at is null)`,
  },
  {
    name: 'deliveries-on-their-way',
    meaning: 'What an active webhook has not received yet is taken on by a job.',
    faults: (id) => sql`
      select d.webhook_id || ' waits and nothing sends to it' as fault from deliveries d
      join webhooks w on w.environment_id = ${id} and w.id = d.webhook_id and w.status = 'active'
      where d.environment_id = ${id} and d.status in ('pending', 'retrying')
        and not exists (
          select from jobs j where j.environment_id = ${id} and j.lane = d.webhook_id::text
            and j.state <> 'dead'
            and (j.payload ->> 'deliveryId' = d.id::text or j.kind = 'deliver-due'))
      group by d.webhook_id`,
  },
  {
    name: 'states-of-keys',
    meaning: 'A key that is being replaced says by which and until when; a revoked one since when.',
    faults: (id) => sql`
      select id || ' is ' || status as fault from api_keys
      where environment_id = ${id} and (
        (status = 'rotating' and (grace_ends_at is null or rotated_to is null))
        or (status = 'revoked') <> (revoked_at is not null))`,
  },
  {
    name: 'versions-of-rules-and-policies',
    meaning: 'A rule or policy is at the newest of its versions, and none of them is missing.',
    faults: (id) => sql`
      ${misplacedHeads(id, { heads: 'rules', versions: 'rule_versions', of: 'rule_id' })}
      union all
      ${misplacedHeads(id, { heads: 'policies', versions: 'policy_versions', of: 'policy_id' })}`,
  },
  {
    name: 'states-of-webhooks',
    meaning: 'A disabled webhook says since when and why.',
    faults: (id) => sql`
      select id || ' is ' || status as fault from webhooks
      where environment_id = ${id} and (status = 'disabled') <> (disabled_at is not null)`,
  },
]

function misplacedHeads(id: string, names: { heads: string; versions: string; of: string }): Sql {
  return sql`
    select h.id || ' is version ' || h.version || ' and has ' || v.count || ' up to ' || v.newest as fault
    from ${raw(names.heads)} h
    cross join lateral (
      select count(*) as count, coalesce(max(version), 0) as newest from ${raw(names.versions)}
      where environment_id = ${id} and ${raw(names.of)} = h.id) v
    where h.environment_id = ${id} and (h.version <> v.newest or v.count <> v.newest)`
}

/** Checks one invariant; reports at most 1,000 faults. */
export async function listFaults(
  db: Db,
  environmentId: string,
  { faults }: RowInvariant,
): Promise<string[]> {
  const rows = await db.rows<{ fault: string }>(sql`
    select fault from (${faults(environmentId)}) as found limit 1000`)
  return rows.map(({ fault }) => fault)
}

/**
 * Counts rows of any table that refer to a missing submission. Tables are listed from the
 * PostgreSQL catalog, so that new ones are checked too; audit log and events keep ids on purpose.
 */
export async function listOrphans(db: Db, environmentId: string): Promise<string[]> {
  const tables = await db.rows<{ name: string }>(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'submission_id' and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition
      and c.relname <> 'events' order by 1`)
  const found: string[] = []
  for (const { name } of tables) {
    const row = await db.row<{ count: number }>(sql`
      select count(*) as count from ${raw(name)} t
      where t.environment_id = ${environmentId} and t.submission_id is not null and not exists (
        select from submissions s
        where s.environment_id = ${environmentId} and s.id = t.submission_id)`)
    if (row!.count > 0) found.push(`${row!.count} rows of ${name}`)
  }
  return found
}

/** A stored file as its rows describe it. */
export interface OwnedFile {
  storageKey: string
  wrappedKey: string | null
  sha256: string
  sizeBytes: number
}

export async function listOwnedFiles(db: Db, environmentId: string): Promise<OwnedFile[]> {
  return db.rows<OwnedFile>(sql`
    select distinct on (storage_key) storage_key, wrapped_key, sha256, size_bytes from (
      select storage_key, wrapped_key, sha256, size_bytes from documents
      where environment_id = ${environmentId}
      union all
      select storage_key, wrapped_key, sha256, size_bytes from broker_files
      where environment_id = ${environmentId} and storage_key is not null
      union all
      select storage_key, wrapped_key, sha256, size_bytes from logos
      where environment_id = ${environmentId}) as owned
    order by storage_key`)
}
