import { readArguments, readSeconds } from './arguments.ts'
import { openService } from './credentials.ts'
import { follow } from './follow.ts'
import { formatTime, print } from './terminal.ts'

/** Prints the requests of the environment as they come. */
export async function tailLogs(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, { errors: { type: 'boolean' }, for: { type: 'string' } })
  const service = await openService()
  const errors = values.errors ? { is_error: true } : {}
  await follow({
    read: (after) =>
      service.requestLog
        .list({ created_after: after, limit: 200, ...errors })
        .toArray({ max: 2_000 }),
    getId: ({ id }) => id,
    getTime: ({ at }) => at,
    show: ({ at, status, method, path, duration_ms: ms, error_code: code, id }) =>
      print(
        [formatTime(at), status, method, path, `${ms} ms`, code, id].filter(Boolean).join('  '),
      ),
    forMs: readSeconds(values.for),
  })
}
