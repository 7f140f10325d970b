import { sql } from '../db/sql.ts'
import type { Db } from '../db/transaction.ts'
import type { AuditSigner, Head } from './signer.ts'

/** Where a chain begins: the last entry that was removed because of its age. */
export type Base = Head & { seal: string }

/**
 * Removes the oldest entries of an environment's chain that are older than so many whole days, in
 * UTC, at most `limit`, and signs where the chain begins now. Returns the last that went and how
 * many did, or null when none is so old. An entry stays as long as one before it has to.
 */
export async function cutChain(
  db: Db,
  { signer, environmentId }: { signer: AuditSigner; environmentId: string },
  { days, limit }: { days: number; limit: number },
): Promise<{ sequence: number; removed: number } | null> {
  const last = await db.row<Pick<Head, 'sequence' | 'hash'>>(sql`
    select sequence, hash from (
      select sequence, hash, bool_and(at < date_trunc('day', now(), 'UTC')
        - ${days}::integer * interval '1 day') over (order by sequence) as is_old
      from (
        select sequence, hash, at from audit_log
        where environment_id = ${environmentId} and sequence is not null
        order by sequence limit ${limit}
      ) oldest
    ) judged
    where is_old order by sequence desc limit 1`)
  if (!last) return null
  const { sequence, hash } = last
  const seal = signer.base({ environmentId, sequence, hash })
  const cut = await db.row<{ removed: number }>(sql`
    select system_cut_audit(${environmentId}::uuid, ${sequence}, ${hash}, ${seal}) as removed`)
  return cut!.removed > 0 ? { sequence, removed: cut!.removed } : null
}

/** The signed base; null where nothing was removed, and where somebody without the key says so. */
export async function findBase(
  db: Db,
  { signer, environmentId }: { signer: AuditSigner; environmentId: string },
): Promise<Base | null> {
  const base = await db.row<Base>(sql`
    select environment_id, base_sequence as sequence, base_hash as hash, base_seal as seal
    from audit_heads where environment_id = ${environmentId} and base_sequence is not null`)
  return base && signer.matches(signer.base(base), base.seal) ? base : null
}
