import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/db/transaction.ts'
import { keepPortfolio } from './keep.ts'

const touched = new WeakMap<Db, Set<string>>()

/**
 * Something of the submission that its portfolio counts may have changed: before the transaction
 * commits, the counters follow. Stores say so where they write; once more costs nothing.
 */
export function touchPortfolio(ctx: Context, submissionId: string): void {
  const known = touched.get(ctx.db)
  if (known) return void known.add(submissionId)
  const ids = new Set([submissionId])
  touched.set(ctx.db, ids)
  ctx.db.beforeCommit(() => keepPortfolio(ctx, [...ids]))
}
