import { raw } from '../db/sql.ts'

/**
 * The text of an entry `a` of the audit log that is chained and signed: every column but those of
 * its place in the chain. The nodes of Citus take no row as an argument of a function.
 */
export const AUDIT_TEXT =
  raw(`jsonb_build_array(a.at, a.environment_id, a.id, a.actor_type, a.actor_id,
  a.actor_name, a.api_key_hint, a.ip, a.user_agent, a.action, a.resource_type, a.resource_id,
  a.submission_id, a.summary, a.changes, a.request_id)::text`)
