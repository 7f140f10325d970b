import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { keepPortfolio } from './keep.ts'

/** Submissions that a transaction changed, and those of them that it began. */
interface Touched {
  ids: Set<string>
  begun: Set<string>
}

const touched = new WeakMap<Db, Touched>()

/**
 * Called by stores when they change something that the portfolio counts: its counters are updated
 * once, before the transaction commits.
 */
export function touchPortfolio(ctx: Context, submissionId: string): void {
  getTouched(ctx).ids.add(submissionId)
}

/** The submission is new, so nothing of it was counted before. */
export function beginInPortfolio(ctx: Context, submissionId: string): void {
  getTouched(ctx).begun.add(submissionId)
}

/** Whether this transaction has changed what is counted of a submission. */
export function isTouched(ctx: Context, submissionId: string): boolean {
  const known = touched.get(ctx.db)
  return known !== undefined && known.ids.union(known.begun).has(submissionId)
}

function getTouched(ctx: Context): Touched {
  let known = touched.get(ctx.db)
  if (known) return known
  const { ids, begun } = (known = { ids: new Set(), begun: new Set() })
  touched.set(ctx.db, known)
  ctx.db.beforeCommit(() => keepPortfolio(ctx, [...ids.difference(begun)], [...begun]))
  return known
}
