import type { Context } from '../../../../platform/context.ts'
import { raw, sql, toColumns } from '../../../../platform/db/sql.ts'
import { touchPortfolio } from '../../../portfolio/touch.ts'
import { isCounted, type SubmissionColumns } from '../store.ts'

/** Columns from which nothing else of a submission follows, with their types. */
const PLAIN_TYPES = {
  name: 'text',
  deal_stage: 'text',
  decline_reasons: 'text[]',
  assigned_to: 'text',
  tags: 'text[]',
  metadata: 'jsonb',
  auto_process: 'boolean',
}
type PlainColumn = keyof typeof PLAIN_TYPES

export type PlainColumns = Pick<
  SubmissionColumns,
  'name' | 'dealStage' | 'declineReasons' | 'assignedTo' | 'tags' | 'metadata' | 'autoProcess'
>

/** A submission that the transaction holds, with what it is to be given. */
interface Draft {
  id: string
  columns: PlainColumns
}

/** Sets plain columns of held submissions: one statement for all that are given the same ones. */
export async function updateDrafts(ctx: Context, drafts: readonly Draft[]): Promise<void> {
  const alike = Map.groupBy(drafts, ({ columns }) => listNames(columns).join())
  for (const own of alike.values()) await updateAlike(ctx, own)
  for (const { id, columns } of drafts) if (isCounted(columns)) touchPortfolio(ctx, id)
}

async function updateAlike(ctx: Context, drafts: readonly Draft[]): Promise<void> {
  const names = listNames(drafts[0]!.columns)
  const rows = drafts.map(({ id, columns }) => ({ id, ...toColumns(columns) }))
  const assigned = names.map((name) => `${name} = new.${name}`)
  const typed = names.map((name) => `${name} ${PLAIN_TYPES[name]}`)
  await ctx.db.run(sql`
    update submissions s set ${raw(assigned.join(', '))}, updated_at = ${ctx.db.startedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}) as new (id uuid, ${raw(typed.join(', '))})
    where s.environment_id = ${ctx.environment.id} and s.id = new.id`)
}

function listNames(columns: PlainColumns): PlainColumn[] {
  const given = toColumns(columns)
  return (Object.keys(PLAIN_TYPES) as PlainColumn[]).filter((name) => given[name] !== undefined)
}
