import { audit, changesBetween } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import type { MatchCheck } from '../../platform/http/respond.ts'
import { randomUUIDv7 } from '../../platform/crypto/tokens.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { resolveClassName } from '../document-classes/find.ts'
import { fillTemplate, refuseForeignTokens } from './name-template.ts'
import type { RenameRuleCreate, RenameRulePatch } from './schemas.ts'
import { insertRenameRule, RENAME_RULES, type RenameRuleRow } from './store.ts'
import { VARIABLE_NAMES, VARIABLES } from './variables.ts'

/** Throws `invalid_format` for a bad template, `invalid_document_class`, `duplicate_name`. */
export async function createRenameRule(
  ctx: Context,
  input: RenameRuleCreate,
): Promise<RenameRuleRow> {
  const id = randomUUIDv7()
  await insertRenameRule(ctx, { id, ...(await resolveColumns(ctx, input)) })
  await auditRule(ctx, id, { action: 'created', summary: `File rename rule ${input.name} created` })
  return RENAME_RULES.get(ctx, id)
}

/** Throws what `createRenameRule` throws, and `file_rename_rule_not_found`. */
export async function changeRenameRule(
  ctx: Context,
  id: string,
  { patch, check }: { patch: RenameRulePatch; check: MatchCheck<RenameRuleRow> },
): Promise<RenameRuleRow> {
  const before = await RENAME_RULES.hold(ctx, id)
  await check(before)
  await RENAME_RULES.update(ctx, id, await resolveColumns(ctx, patch, id))
  const after = await RENAME_RULES.get(ctx, id)
  const fields = ['name', 'documentClass', 'template', 'isActive', 'order']
  await audit(ctx, {
    action: 'updated',
    resourceType: 'file_rename_rule',
    resourceId: id,
    summary: `File rename rule ${after.name} changed`,
    changes: changesBetween(before, after, fields),
  })
  return after
}

/** Documents keep the names it gave. Throws `file_rename_rule_not_found`. */
export async function removeRenameRule(
  ctx: Context,
  id: string,
  check: MatchCheck<RenameRuleRow>,
): Promise<void> {
  const rule = await RENAME_RULES.hold(ctx, id)
  await check(rule)
  await RENAME_RULES.remove(ctx, id)
  await auditRule(ctx, id, { action: 'deleted', summary: `File rename rule ${rule.name} deleted` })
}

async function resolveColumns(
  ctx: Context,
  patch: RenameRulePatch,
  self?: string,
): Promise<Record<string, unknown>> {
  const { name, template, documentClass } = patch
  if (template !== undefined) refuseBadTemplate(template)
  await RENAME_RULES.refuseTaken(ctx, { name, self })
  return {
    name,
    template,
    document_class:
      documentClass == null ? documentClass : await resolveClassName(ctx, documentClass),
    is_active: patch.isActive,
    position: patch.order,
  }
}

/** A template that gives no name for the example values is refused. */
function refuseBadTemplate(template: string): void {
  refuseForeignTokens(template, VARIABLE_NAMES)
  const examples = Object.fromEntries(VARIABLES.map(({ name, example }) => [name, example]))
  if (fillTemplate(template, examples) !== '') return
  throw new ApiError('invalid_format', 'template gives no usable name.', { param: 'template' })
}

async function auditRule(
  ctx: Context,
  id: string,
  { action, summary }: { action: 'created' | 'deleted'; summary: string },
): Promise<void> {
  await audit(ctx, { action, resourceType: 'file_rename_rule', resourceId: id, summary })
}
