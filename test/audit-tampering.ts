import { sql, type Sql } from '../src/platform/db/sql.ts'

/** What the owner of the database can do to entries of the audit log. */
export interface Tampering {
  change(sequence: number): Sql
  remove(sequence: number): Sql
  swap(one: number, other: number): Sql
  /** Puts a second entry beside the one, under its number. */
  insert(sequence: number): Sql
}

export function tamperingWith(environmentId: string): Tampering {
  const own = (sequence: number): Sql =>
    sql`environment_id = ${environmentId} and sequence = ${sequence}`
  return {
    change: (sequence) => sql`update audit_log set summary = 'another' where ${own(sequence)}`,
    remove: (sequence) => sql`delete from audit_log where ${own(sequence)}`,
    swap: (one, other) => sql`
      update audit_log
      set sequence = case when sequence = ${one} then ${other}::bigint else ${one}::bigint end
      where environment_id = ${environmentId} and sequence in (${one}, ${other})`,
    insert: (sequence) => sql`
      insert into audit_log select environment_id, id, at + interval '1 second', actor_type, actor_id,
        actor_name, api_key_hint, ip, user_agent, action, resource_type, resource_id, submission_id, summary, changes,
        request_id, sequence, hash, previous_hash, seal
      from audit_log where ${own(sequence)}`,
  }
}
