import { sql, type Sql } from '../../../platform/db/sql.ts'

/**
 * Whether a document `d` counts as possibly altered, in the queue and in the portfolio alike: it has
 * a grave sign that nobody has dismissed, or signs that add up, and nobody has accepted it.
 */
export function isPossiblyAltered(environmentId: string): Sql {
  return sql`d.is_included and d.status in ('parsed', 'processed', 'review_required')
    and d.review ->> 'status' is distinct from 'approved'
    and (d.authenticity ->> 'level' in ('suspicious', 'high_risk') or exists (
      select from document_signals g
      where g.environment_id = ${environmentId} and g.document_id = d.id
        and g.severity in ('high', 'critical') and not g.is_dismissed))`
}
