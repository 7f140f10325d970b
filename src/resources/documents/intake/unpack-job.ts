import { Type } from 'typebox'
import { CONTAINERS } from '../../../core/statements/containers/index.ts'
import { Nullable } from '../../../platform/wire/shapes.ts'

/**
 * The job that unpacks a container into documents. Declared by name and payload, since upload and
 * classification queue it and its handler calls them: importing it would be a cycle.
 */
export const UNPACK_DOCUMENT = {
  kind: 'unpack-document',
  payload: Type.Object({
    documentId: Type.String(),
    /** The class that the uploader gave for the files. */
    documentClass: Nullable(Type.String()),
  }),
}

export function isContainer(contentType: string): boolean {
  return CONTAINERS.some((container) => container.contentType === contentType)
}
