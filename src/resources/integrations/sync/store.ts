import type { Context } from '../../../platform/context.ts'
import { json, sql } from '../../../platform/db/sql.ts'

/** A source that a person has disabled stays so. */
export async function updateSourceState(
  ctx: Context,
  id: string,
  { status, error }: { status: string; error: { code: string; message: string } | null },
): Promise<void> {
  await ctx.db.run(sql`
    update data_sources
    set status = ${status}, error = ${error && json(error)}, updated_at = now()
    where environment_id = ${ctx.environment.id} and id = ${id} and status <> 'disabled'`)
}
