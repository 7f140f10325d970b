import type { SegmentedDocument } from '../../../parser.ts'
import type { Context } from '../../../platform/context.ts'
import { json } from '../../../platform/db/sql.ts'
import { countDocuments, type DocumentRow } from '../../records/documents/store.ts'
import { readSetting } from '../../settings/read.ts'
import { DOCUMENTS_MAX } from '../intake/insert-file.ts'
import { settleDocument } from '../settle.ts'
import { divide } from './divide.ts'

/** The column of a document that holds what was found in its file; none where nobody looked. */
export function toSegments(found: SegmentedDocument | null): { segments?: string | null } {
  if (!found?.parts) return {}
  const segments = found.parts.map(({ startPage, endPage, documentClass, confidence }) => {
    return { startPage, endPage, documentClass, confidence }
  })
  return { segments: json(segments) }
}

/** Divides the file where the print leaves no doubt; returns whether it did. */
export async function divideIfSure(
  ctx: Context,
  document: DocumentRow,
  found: SegmentedDocument,
): Promise<boolean> {
  if (!found.isSure || !(await mayDivide(ctx, document, found))) return false
  await divideAtCuts(ctx, document, found)
  return true
}

/** Not where a person said what the file is, nor beyond what a submission may hold. */
async function mayDivide(
  ctx: Context,
  { submissionId, classification }: DocumentRow,
  { parts }: SegmentedDocument,
): Promise<boolean> {
  if (classification?.isUserSet || !(await readSetting<boolean>(ctx, 'auto_split'))) return false
  return (await countDocuments(ctx, submissionId)) + parts!.length <= DOCUMENTS_MAX
}

/** Each part is classified by its own pages. */
async function divideAtCuts(
  ctx: Context,
  { id, submissionId }: DocumentRow,
  { parts }: SegmentedDocument,
): Promise<void> {
  const ranges = parts!.map(({ startPage, endPage }) => {
    return { startPage, endPage, documentClass: null, name: null }
  })
  await divide(ctx, id, { ranges, keepsOriginal: false })
  await settleDocument(ctx, submissionId)
}
