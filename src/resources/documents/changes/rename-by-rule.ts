import type { Context } from '../../../platform/context.ts'
import { nameByTemplate } from './naming.ts'
import { updateDocument, type DocumentRow } from '../../records/documents/store.ts'
import { findActiveRule } from '../../file-rename-rules/store.ts'

/**
 * Names a document by the first active rule of its class. A name given by a person stays, and so
 * does the present name when the template gives no usable one.
 */
export async function nameByRule(ctx: Context, document: DocumentRow): Promise<void> {
  if (document.namedBy === 'user' || document.documentClass === null) return
  const rule = await findActiveRule(ctx, document.documentClass)
  const name = rule && (await nameByTemplate(ctx, document, rule.template))
  if (name) await updateDocument(ctx, document.id, { display_name: name, named_by: 'rule' })
}
