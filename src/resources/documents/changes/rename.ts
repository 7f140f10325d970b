import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { refuseForeignTokens } from '../../file-rename-rules/name-template.ts'
import { RENAME_RULES } from '../../file-rename-rules/store.ts'
import { VARIABLE_NAMES } from '../../file-rename-rules/variables.ts'
import type { DocumentRename } from '../schemas.ts'
import { getDocument, updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { nameByTemplate, usableName } from './naming.ts'
import { getLockedDocument } from './rows.ts'
import { auditDocument } from '../events.ts'

/**
 * Names a document, by hand, by a template or by a rule's template. Throws `document_not_found`,
 * `file_rename_rule_not_found`, `missing_field`, `invalid_format`.
 */
export async function renameDocument(
  ctx: Context,
  id: string,
  { submissionId, input }: { submissionId: string; input: DocumentRename },
): Promise<DocumentRow> {
  const document = await getLockedDocument(ctx, id)
  if (document.submissionId !== submissionId) throw new ApiError('document_not_found')
  const [by, ...others] = WAYS.filter((way) => input[way] !== undefined)
  if (by === undefined || others.length > 0) {
    const message = 'Send one of name, template and rule_id.'
    throw new ApiError('missing_field', message, { param: 'name' })
  }
  const filename = await resolveName(ctx, document, input)
  if (filename === null) {
    throw new ApiError('invalid_format', `${PARAMS[by]} gives no usable name.`, {
      param: PARAMS[by],
    })
  }
  await updateDocument(ctx, id, { filename, display_name: filename, named_by: 'user' })
  await auditDocument(ctx, document, { action: 'updated', summary: 'Document renamed' })
  return getDocument(ctx, id)
}

const WAYS = ['name', 'template', 'ruleId'] as const
const PARAMS = { name: 'name', template: 'template', ruleId: 'rule_id' } as const

async function resolveName(
  ctx: Context,
  document: DocumentRow,
  { name, template, ruleId }: DocumentRename,
): Promise<string | null> {
  if (name !== undefined) return usableName(name, document)
  if (template !== undefined) refuseForeignTokens(template, VARIABLE_NAMES)
  const rule = ruleId === undefined ? null : await RENAME_RULES.get(ctx, ruleId)
  return nameByTemplate(ctx, document, rule?.template ?? template!)
}
