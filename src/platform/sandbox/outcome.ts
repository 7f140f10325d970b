/** What one document may cost. A breach ends the child and is that document's failure. */
export interface SandboxLimits {
  /** Processor time; time on the clock where the system does not show it. */
  cpuMs: number
  /** The most that a document may take when its reader requests more time on the way. */
  extendedCpuMs: number
  /** On a machine that is busy, a document may take so many times as long on the clock. */
  patience: number
  /** Resident memory of the child and all it started. */
  rssMb: number
  outputBytesMax: number
  /**
   * A child is replaced after this many documents, so what one leaves behind does not last; before
   * that where it has grown or has worked as long as the longest document may.
   */
  documentsPerChild: number
}

/** Reliability 4.5 gives the figures, but for documents per child: starting one costs a second. */
export const SANDBOX_LIMITS: SandboxLimits = {
  cpuMs: 30_000,
  extendedCpuMs: 600_000,
  patience: 10,
  rssMb: 512,
  outputBytesMax: 64 * 1024 * 1024,
  documentsPerChild: 500,
}

/**
 * Each is an error of the catalogue, and final for the document, but for `document_delayed`: the
 * machine did not let the reader work, which says nothing of the document.
 */
export type SandboxFailure =
  | 'document_timeout'
  | 'document_delayed'
  | 'document_memory_limit'
  | 'document_output_limit'
  | 'document_crashed'

/** `message` is for our log: it may quote what the child printed. */
export type SandboxOutcome =
  | { ok: true; value: unknown }
  | { ok: false; code: SandboxFailure; message: string }

/** Less time than the limits allow. */
export interface DocumentTime {
  /** Of the processor, for a part of the work on a document. */
  cpuMs?: number
  /** On the clock, where somebody waits for the outcome. */
  wallMs?: number
}
