export const DOCUMENT_STATUSES = [
  'uploaded',
  'classifying',
  'classified',
  'queued',
  'parsing',
  'parsed',
  'processed',
  'review_required',
  'failed',
  'unsupported',
  'split',
  'excluded',
] as const

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number]

const SETTLED: ReadonlySet<DocumentStatus> = new Set([
  'parsed',
  'processed',
  'review_required',
  'failed',
  'unsupported',
  'split',
  'excluded',
])

/** Whether no job will change the document any more. */
export function isSettled(status: DocumentStatus): boolean {
  return SETTLED.has(status)
}

/** Whether its transactions are stored. */
export function isParsed(status: DocumentStatus): boolean {
  return status === 'parsed' || status === 'processed' || status === 'review_required'
}
