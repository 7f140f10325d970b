import { Type } from 'typebox'
import type { Context } from '../../../platform/context.ts'
import { sql } from '../../../platform/db/sql.ts'
import { enqueue } from '../../../platform/jobs/job.ts'

/** What can happen to a deal that CRMs are to know of. */
export type DealTrigger = 'on_created' | 'on_processed' | 'on_stage_change'

/** The job that begins the syncs; its handler stands with the CRM integrations. */
export const TRIGGER_CRM_SYNCS = {
  kind: 'trigger-crm-syncs',
  payload: Type.Object({ trigger: Type.String(), submissionId: Type.String() }),
}

/** Writes a deal into the CRMs that wait for this; costs one look where there is none. */
export async function notifyCrms(
  ctx: Context,
  trigger: DealTrigger,
  submissionId: string,
): Promise<void> {
  const row = await ctx.db.row<{ isWanted: boolean }>(sql`
    select exists (select from crm_integrations
      where environment_id = ${ctx.environment.id} and config ->> 'trigger' = ${trigger}
        and status <> 'disabled') as is_wanted`)
  if (!row!.isWanted) return
  const uniqueKey = `${trigger} ${submissionId}`
  await enqueue(ctx, TRIGGER_CRM_SYNCS, { trigger, submissionId }, { uniqueKey })
}
