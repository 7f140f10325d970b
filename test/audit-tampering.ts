import { raw, sql, type Sql } from '../src/platform/db/sql.ts'

/** What the owner of the database can do to entries of the audit log. */
export interface Tampering {
  change(sequence: number): Sql
  remove(sequence: number): Sql
  swap(one: number, other: number): Sql
  /** Puts a second entry beside the one, under its number. */
  insert(sequence: number): Sql
}

/** All but when, and which. */
const COLUMNS =
  raw(`environment_id, id, actor_type, actor_id, actor_name, api_key_hint, ip, user_agent,
  action, resource_type, resource_id, submission_id, summary, changes, request_id, hash, previous_hash, seal`)

export function tamperingWith(environmentId: string): Tampering {
  const own = (sequence: number): Sql =>
    sql`environment_id = ${environmentId} and sequence = ${sequence}`
  return {
    change: (sequence) => sql`update audit_log set summary = 'another' where ${own(sequence)}`,
    remove: (sequence) => sql`delete from audit_log where ${own(sequence)}`,
    // Two of one millisecond would have the same key for a moment if they were updated, or if one
    // were put back before the other is out: to be sorted, both are.
    swap: (one, other) => sql`
      with pair as (
        delete from audit_log where environment_id = ${environmentId} and sequence in (${one}, ${other})
        returning *)
      insert into audit_log (${COLUMNS}, at, sequence)
      select ${COLUMNS}, at, ${one}::bigint + ${other}::bigint - sequence from pair
      order by sequence`,
    insert: (sequence) => sql`
      insert into audit_log (${COLUMNS}, at, sequence)
      select ${COLUMNS}, at + interval '1 second', sequence from audit_log where ${own(sequence)}`,
  }
}
