import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { joinConditions, assignments, inserted, raw, sql, type Sql } from '../../platform/db/sql.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import type { RenameRule, RenameRuleQuery } from './schemas.ts'
import type { Body } from '../../platform/route.ts'

export type RenameRuleRow = Body<typeof RenameRule>

const COLUMNS = raw(
  'id, name, document_class, template, is_active, position as "order", created_at, updated_at',
)

export const RENAME_RULE_SORTS = ['order', 'created_at']

export type RenameRuleFilter = Body<typeof RenameRuleQuery>

export const { list: listRenameRules } = pagedList<RenameRuleRow, RenameRuleFilter>({
  table: 'file_rename_rules',
  columns: COLUMNS,
  sorts: {
    order: { column: 'position', type: 'bigint' },
    created_at: { column: 'created_at', type: 'timestamptz' },
  },
  where: buildConditions,
})

function buildConditions({ documentClass, isActive }: RenameRuleFilter): Sql {
  return joinConditions([
    documentClass && sql`document_class = ${documentClass}`,
    isActive !== undefined && sql`is_active = ${isActive}`,
  ])
}

/** Throws `file_rename_rule_not_found`. */
export async function getRenameRule(ctx: Context, id: string): Promise<RenameRuleRow> {
  const row = await ctx.db.row<RenameRuleRow>(sql`
    select ${COLUMNS} from file_rename_rules
    where environment_id = ${ctx.environment.id} and id = ${id}`)
  if (!row) throw new ApiError('file_rename_rule_not_found')
  return row
}

/** The first active rule for documents of a class; one for the class goes before one for all. */
export async function findActiveRule(
  ctx: Context,
  documentClass: string,
): Promise<RenameRuleRow | null> {
  return ctx.db.row<RenameRuleRow>(sql`
    select ${COLUMNS} from file_rename_rules
    where environment_id = ${ctx.environment.id} and is_active
      and (document_class is null or document_class = ${documentClass})
    order by document_class is null, position, id limit 1`)
}

/** The id of another rule of this name, null when the name is free. */
export async function findNameHolder(
  ctx: Context,
  name: string,
  self: string | null,
): Promise<string | null> {
  const row = await ctx.db.row<{ id: string }>(sql`
    select id from file_rename_rules
    where environment_id = ${ctx.environment.id} and name = ${name} and id is distinct from ${self}::uuid`)
  return row?.id ?? null
}

export async function insertRenameRule(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(
    sql`insert into file_rename_rules ${inserted({ environment_id: ctx.environment.id, ...columns })}`,
  )
}

export async function updateRenameRule(
  ctx: Context,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(sql`
    update file_rename_rules set ${assignments({ ...columns, updated_at: sql`now()` })}
    where environment_id = ${ctx.environment.id} and id = ${id}`)
}

export async function deleteRenameRule(ctx: Context, id: string): Promise<void> {
  await ctx.db.run(sql`
    delete from file_rename_rules where environment_id = ${ctx.environment.id} and id = ${id}`)
}
