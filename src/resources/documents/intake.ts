import type { Context } from '../../platform/context.ts'
import { mergeMetadata } from '../../platform/wire/metadata.ts'
import type { StagedFile } from '../../platform/route.ts'
import { resolveClassName } from '../document-classes/find.ts'
import { toDocument } from './present.ts'
import type { Document, DocumentUpload } from './schemas.ts'
import { uploadDocuments } from './upload.ts'

/**
 * Takes the files of a request in, as the caller wishes. Throws what `uploadDocuments` and the
 * class refuse.
 */
export async function takeUpload(
  ctx: Context,
  submissionId: string,
  { files, wish }: { files: StagedFile[]; wish: DocumentUpload },
): Promise<Document[]> {
  const { documentClass, password = null, externalId = null, autoProcess = true } = wish
  const options = {
    documentClass: documentClass === undefined ? null : await resolveClassName(ctx, documentClass),
    password,
    externalId,
    metadata: mergeMetadata({}, wish.metadata ?? {}),
    autoProcess,
    allowDuplicate: wish.allowDuplicate ?? false,
    source: 'upload',
  }
  return (await uploadDocuments(ctx, submissionId, { files, options })).map(toDocument)
}
