import type { CrmValue } from '../../core/crm/deal.ts'
import {
  CrmFault,
  shorten,
  type CrmAdapter,
  type CrmSession,
  type OutgoingRecord,
  type RestSettings,
  type WriteResult,
} from '../provider.ts'

const DEFAULT: RestSettings = {
  method: 'PUT',
  path: '/{{object}}/{{key}}',
  updateMethod: null,
  updatePath: null,
  body: null,
  idPointer: '/id',
}

/**
 * One call per record, as the tenant describes it. Every attempt at the same state has the same
 * `Idempotency-Key`, so that an API that reads it makes nothing twice.
 */
export const rest: CrmAdapter = {
  authorize: null,
  sign: ({ credentials }) => toHeaders(credentials),
  describe: async () => [],
  read: null,
  write: async (session, object, records) => {
    const results: WriteResult[] = []
    for (const record of records) results.push(await write(session, object, record))
    return results
  },
  archive: async (session, object, remoteIds) => {
    const { path, updatePath } = session.config.rest ?? DEFAULT
    for (const remoteId of remoteIds) {
      const values = { object, key: remoteId, remote_id: remoteId }
      const { status } = await session.call({
        method: 'DELETE',
        path: fill(updatePath ?? path, values),
      })
      if (status >= 300 && status !== 404)
        throw new CrmFault(`http_${status}`, `The API responded with ${status} to a deletion.`)
    }
  },
  pull: null,
}

/** `bearer_token`, or a header of its own as `header_name` and `header_value`. */
function toHeaders(credentials: Readonly<Record<string, string>>): Record<string, string> {
  const { bearer_token: bearer, header_name: name, header_value: value } = credentials
  return {
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(name === undefined || value === undefined ? {} : { [name]: value }),
  }
}

async function write(
  session: CrmSession,
  object: string,
  record: OutgoingRecord,
): Promise<WriteResult> {
  const settings = session.config.rest ?? DEFAULT
  const { key, remoteId, fields, submissionId: submission_id, role, checksum } = record
  const values = { ...fields, object, key, role, submission_id, remote_id: remoteId }
  const isUpdate = remoteId !== null
  const method = isUpdate ? (settings.updateMethod ?? settings.method) : settings.method
  const path = isUpdate ? (settings.updatePath ?? settings.path) : settings.path
  const json = settings.body === null ? fields : fillBody(settings.body, values)
  const headers = { 'idempotency-key': `assay-${checksum}` }
  const response = await session.call({ method, path: fill(path, values), json, headers })
  if (response.status >= 200 && response.status < 300)
    return { key, remoteId: remoteId ?? readPointer(response.json, settings.idPointer) ?? key }
  const reported = (response.json as { message?: unknown } | null)?.message
  const message = shorten(reported ?? `The API responded with ${response.status}.`)
  return { key, error: { code: `http_${response.status}`, message, field: null } }
}

type Values = Readonly<Record<string, CrmValue>>

/** `/deals/{{key}}`, each part encoded for a path. */
function fill(path: string, values: Values): string {
  return path.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name] ?? '')),
  )
}

/** A text that is one placeholder becomes its value with its type; others have texts put in. */
function fillBody(template: unknown, values: Values): unknown {
  if (Array.isArray(template)) return template.map((item) => fillBody(item, values))
  if (typeof template === 'object' && template !== null)
    return Object.fromEntries(
      Object.entries(template).map(([name, value]) => [name, fillBody(value, values)]),
    )
  if (typeof template !== 'string') return template
  // {{amount}}
  const [, whole] = /^\{\{\s*(\w+)\s*\}\}$/.exec(template) ?? []
  if (whole !== undefined) return values[whole] ?? null
  return template.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) =>
    String(values[name] ?? ''),
  )
}

/** `/data/id`; null where the response has no such text or number. */
function readPointer(json: unknown, pointer: string): string | null {
  let at = json
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = (at as Record<string, unknown> | null | undefined)?.[name]
  }
  return typeof at === 'string' || typeof at === 'number' ? String(at) : null
}
