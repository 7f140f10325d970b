import type { DocumentTime, SandboxFailure, SandboxLimits } from './outcome.ts'

/** The time that one document takes, held against its limits. */
export interface DocumentClock {
  /** Lets the work go on for so long from now, as far as the limits go. */
  extend(needsMs: number): void
  /** What is wrong by now, given the processor time of the reader since it started. */
  check(readerCpuMs: number | null): { code: SandboxFailure; message: string } | null
}

/**
 * Processor time limits a document, so that a machine that is busy fails none. Time on the clock is
 * the backstop for a reader that does not work at all: it says nothing of the document. Where the
 * system shows no processor time, the clock stands for it.
 */
export function createClock(
  { cpuMs: ordinaryMs, extendedCpuMs, patience }: SandboxLimits,
  { cpuMs = ordinaryMs, wallMs = Infinity }: DocumentTime,
): DocumentClock {
  const startedAt = performance.now()
  let limitMs = cpuMs
  let readerStartMs: number | null = null
  let usedMs = 0
  return {
    extend: (needsMs) => {
      const mostMs = Math.max(cpuMs, extendedCpuMs)
      limitMs = Math.max(limitMs, Math.min(usedMs + needsMs, mostMs))
    },
    check: (readerCpuMs) => {
      const elapsedMs = performance.now() - startedAt
      if (readerCpuMs !== null) usedMs = readerCpuMs - (readerStartMs ??= readerCpuMs)
      // A reader that has just ended shows nothing either.
      else if (readerStartMs === null) usedMs = elapsedMs
      if (usedMs > limitMs) return { code: 'document_timeout', message: `${limitMs} ms` }
      if (elapsedMs <= Math.min(wallMs, limitMs * patience)) return null
      const message = `${Math.round(usedMs)} ms of work in ${Math.round(elapsedMs)} ms`
      return { code: 'document_delayed', message }
    },
  }
}
