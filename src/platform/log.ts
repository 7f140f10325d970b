import { pino, type Logger } from 'pino'

export type Log = Logger

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
 * JSON lines on standard output. Callers log ids, counts and durations, never bodies; redaction
 * is the second wall behind that.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
