import { Type } from 'typebox'
import { CONTAINERS } from '../../../core/statements/containers/index.ts'
import { Nullable } from '../../../platform/wire/shapes.ts'

/**
 * Opens a container and takes its members in. By name and payload, since both the upload and the
 * classification pass containers on to it, and it passes the members on to them.
 */
export const UNPACK_DOCUMENT = {
  kind: 'unpack-document',
  payload: Type.Object({
    documentId: Type.String(),
    /** What the uploader said the files are. */
    documentClass: Nullable(Type.String()),
  }),
}

export function isContainer(contentType: string): boolean {
  return CONTAINERS.some((container) => container.contentType === contentType)
}
