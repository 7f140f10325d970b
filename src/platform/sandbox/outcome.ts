/** What one document may cost. A breach ends the child and is that document's failure. */
export interface SandboxLimits {
  wallMs: number
  /** The longest a document may take when its reader requests more time on the way. */
  extendedWallMs: number
  /** Resident memory of the child and all it started. */
  rssMb: number
  outputBytesMax: number
  /** A child is replaced after this many documents, so what one leaves behind does not last. */
  documentsPerChild: number
}

/** Reliability 4.5 gives the figures. */
export const SANDBOX_LIMITS: SandboxLimits = {
  wallMs: 30_000,
  extendedWallMs: 600_000,
  rssMb: 512,
  outputBytesMax: 64 * 1024 * 1024,
  documentsPerChild: 20,
}

/** Each is an error of the catalogue; all of them are final for the document. */
export type SandboxFailure =
  | 'document_timeout'
  | 'document_memory_limit'
  | 'document_output_limit'
  | 'document_crashed'

/** `message` is for our log: it may quote what the child printed. */
export type SandboxOutcome =
  | { ok: true; value: unknown }
  | { ok: false; code: SandboxFailure; message: string }
