import { Type } from 'typebox'
import { READING_CHOICE } from '../reading/read.ts'

/**
 * The job that looks for several documents in one file. Declared by name and payload, since
 * dividing a file queues classification, which queues this job: importing it would be a cycle.
 */
export const SEGMENT_DOCUMENT = {
  kind: 'segment-document',
  payload: Type.Object({
    documentId: Type.String(),
    /** Whether the file is read as a statement though its class is not known. */
    isTentative: Type.Boolean(),
    ...READING_CHOICE,
  }),
}

/** Types of files whose pages may be several documents. */
export const PAGED_TYPES: readonly string[] = ['application/pdf', 'image/tiff']
/** Longer files are books of one kind; to look at every page of them would take too long. */
export const PAGES_MAX = 60

export function mayHoldSeveral(contentType: string, pageCount: number | null): boolean {
  return (
    PAGED_TYPES.includes(contentType) &&
    pageCount !== null &&
    pageCount > 1 &&
    pageCount <= PAGES_MAX
  )
}
