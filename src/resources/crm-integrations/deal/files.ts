import type { DealPart } from '../../../core/crm/deal.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import type { OutgoingFile } from '../../../providers/provider.ts'
import { findStoredFile, type DealFile } from './store.ts'

export function toFilePart({ id, name, documentClass, ...file }: DealFile): DealPart {
  const kind = documentClass === null ? '' : ` (${documentClass.replaceAll('_', ' ')})`
  const values = {
    name,
    label: `${name}${kind}`,
    document_class: documentClass,
    content_type: file.contentType,
    uploaded_at: file.uploadedAt,
  }
  return { key: id, values }
}

/** A file with its bytes; null for one that was deleted meanwhile. */
export async function readDealFile(ctx: OutsideContext, id: string): Promise<OutgoingFile | null> {
  const stored = await ctx.transaction((own) => findStoredFile(own, id))
  if (stored === null) return null
  const { name, contentType, storageKey, wrappedKey } = stored
  const bytes = await ctx.house.store.read(ctx.environment.id, storageKey, wrappedKey)
  return { key: id, name, contentType, bytes }
}
