import type { Context } from '../../platform/context.ts'
import { pagedList } from '../../platform/db/paged-list.ts'
import { recordStore } from '../../platform/db/record-store.ts'
import { joinConditions, inserted, raw, sql, type Sql } from '../../platform/db/sql.ts'
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

export const RENAME_RULES = recordStore<RenameRuleRow>({
  table: 'file_rename_rules',
  columns: COLUMNS,
  noun: 'file rename rule',
  missing: 'file_rename_rule_not_found',
})

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

export async function insertRenameRule(
  ctx: Context,
  columns: Record<string, unknown>,
): Promise<void> {
  await ctx.db.run(
    sql`insert into file_rename_rules ${inserted({ environment_id: ctx.environment.id, ...columns })}`,
  )
}
