import { pino, type Logger } from 'pino'
import { operationTrace } from './trace/operation.ts'

export type Log = Logger

/** What a log writes its lines to. */
export interface LineSink {
  write(line: string): void
}

/** Lines that wait for space on the disk of the log; what comes beyond is dropped. */
const WAITING_BYTES_MAX = 4 * 1024 * 1024

/** Names whose values never reach the log, wherever they stand. */
const SECRET_FIELDS = [
  'authorization',
  'x-api-key',
  'key',
  'secret',
  'password',
  'cookie',
  'ein',
  'ssn',
  'account_number',
]

/**
 * JSON lines, on standard output unless a destination is given. Callers log ids, counts and
 * durations, never bodies; redaction is the second wall behind that.
 */
export function createLog(level: string, destination?: LineSink): Log {
  const options = {
    level,
    base: null,
    mixin: traceFields,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: '[redacted]',
    },
  }
  return pino(options, destination ?? standardOutput())
}

/** Whatever is logged on the way of a request or a job can be found by its trace. */
function traceFields(): { trace_id?: string } {
  const traceId = operationTrace()
  return traceId === null ? {} : { trace_id: traceId }
}

/** A log that cannot be written, as on a full disk, is no reason to end: its lines wait. */
function standardOutput(): LineSink {
  const output = pino.destination({ dest: 1, sync: true, maxLength: WAITING_BYTES_MAX })
  output.on('error', () => {})
  return output
}
