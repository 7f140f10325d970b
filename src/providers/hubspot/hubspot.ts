import type { CrmValue, CrmValues } from '../../core/crm/deal.ts'
import {
  CrmFault,
  pickFields,
  refreshToken,
  requireSuccess,
  shorten,
  type CrmAdapter,
  type CrmProblem,
  type CrmResponse,
  type CrmSession,
  type OutgoingFile,
  type OutgoingRecord,
  type WriteResult,
} from '../provider.ts'

/** The property that holds our key; unique, so that a batch is written by it. */
const KEY = 'assay_id'
const GROUP = 'assay'
/** Stand for what a record belongs to, which is an association there and no property. */
const LINKS = { associated_company: 'companies', associated_deal: 'deals' } as const
const PAGE = 100

export const hubspot: CrmAdapter = {
  authorize: async (session, send) => {
    const { access_token: accessToken } = session.credentials
    if (accessToken !== undefined) return { accessToken, apiUrl: null, expiresAtMs: null }
    return (await refreshToken(session, { send, path: '/oauth/v1/token' })).token
  },
  sign: (_session, token) => ({ authorization: `Bearer ${token!.accessToken}` }),
  describe: async (session, object, make) => {
    const path = `/crm/v3/properties/${object}`
    const { results } = requireSuccess<{ results: Property[] }>(
      await session.call({ method: 'GET', path }),
      toProblem,
    )
    const fields = results.map(({ name, label, type }) => ({
      name,
      label,
      type,
      isRequired: false,
    }))
    if (make && !fields.some(({ name }) => name === KEY)) await makeKey(session, path)
    return fields
  },
  read: async (session, { object, records, fields }) => {
    const inputs = records.map(({ key }) => ({ id: key }))
    const json = { idProperty: KEY, properties: [KEY, ...fields], inputs }
    const path = `/crm/v3/objects/${object}/batch/read`
    const { results } = requireSuccess<Found>(
      await session.call({ method: 'POST', path, json }),
      toProblem,
    )
    return new Map(
      results.map(({ properties }) => [String(properties[KEY]), pickFields(properties, fields)]),
    )
  },
  write: async (session, object, records) => {
    const results = await upsert(session, object, records)
    await associate(session, object, { records, results })
    return results
  },
  attach: async (session, file, folder) => {
    const sent = toForm(file, folder)
    const path = '/files/v3/files'
    const { id } = requireSuccess<{ id: string }>(
      await session.call({ method: 'POST', path, sent }),
      toProblem,
    )
    return { hs_attachment_ids: id }
  },
  archive: async (session, object, remoteIds) => {
    for (let start = 0; start < remoteIds.length; start += PAGE) {
      const inputs = remoteIds.slice(start, start + PAGE).map((id) => ({ id }))
      const path = `/crm/v3/objects/${object}/batch/archive`
      requireSuccess(await session.call({ method: 'POST', path, json: { inputs } }), toProblem)
    }
  },
  pull: async (session, { object, fields, since, cursor }) => {
    const path = `/crm/v3/objects/${object}/search`
    const changed = { propertyName: 'hs_lastmodifieddate', operator: 'GTE' }
    const filters = since === null ? [] : [{ ...changed, value: String(Date.parse(since)) }]
    const json = {
      filterGroups: filters.length === 0 ? [] : [{ filters }],
      sorts: ['hs_lastmodifieddate'],
      properties: [KEY, ...fields],
      limit: PAGE,
      ...(cursor !== null && { after: cursor }),
    }
    const found = requireSuccess<Found>(
      await session.call({ method: 'POST', path, json }),
      toProblem,
    )
    return {
      records: found.results.map(({ id, properties }) => ({
        remoteId: id,
        key: (properties[KEY] as string | null | undefined) ?? null,
        fields: pickFields(properties, fields),
      })),
      cursor: found.paging?.next?.after ?? null,
    }
  },
}

interface Property {
  name: string
  label: string
  type: string
}

interface RemoteObject {
  id: string
  properties: Record<string, unknown>
}

interface Found {
  results: RemoteObject[]
  paging?: { next?: { after?: string } }
}

/** Our group with the unique property; what is there already is as good. */
async function makeKey(session: CrmSession, path: string): Promise<void> {
  const group = { name: GROUP, label: 'Assay' }
  requireMade(await session.call({ method: 'POST', path: `${path}/groups`, json: group }))
  const property = {
    name: KEY,
    label: 'Assay id',
    type: 'string',
    fieldType: 'text',
    groupName: GROUP,
    hasUniqueValue: true,
  }
  requireMade(await session.call({ method: 'POST', path, json: property }))
}

function requireMade(response: CrmResponse): void {
  if (response.status !== 409) requireSuccess(response, toProblem)
}

/** One refused record refuses its whole batch there, so that is halved until it is found. */
async function upsert(
  session: CrmSession,
  object: string,
  records: readonly OutgoingRecord[],
): Promise<WriteResult[]> {
  const inputs = records.map(({ key, fields }) => ({
    id: key,
    idProperty: KEY,
    objectWriteTraceId: key,
    properties: { [KEY]: key, ...toProperties(fields) },
  }))
  const path = `/crm/v3/objects/${object}/batch/upsert`
  const response = await session.call({ method: 'POST', path, json: { inputs } })
  if (response.status === 400 && records.length > 1) {
    const middle = Math.ceil(records.length / 2)
    const halves = [records.slice(0, middle), records.slice(middle)]
    return [
      ...(await upsert(session, object, halves[0]!)),
      ...(await upsert(session, object, halves[1]!)),
    ]
  }
  if (response.status === 400) return [toRefusal(records[0]!.key, response.json)]
  const { results, errors = [] } = requireSuccess<Written>(response, toProblem)
  return [
    ...results.map(({ id, properties }) => ({ key: String(properties[KEY]), remoteId: id })),
    ...errors.map((error) =>
      toRefusal(error.objectWriteTraceId ?? error.context?.ids?.[0] ?? '', error),
    ),
  ]
}

interface Written {
  results: RemoteObject[]
  errors?: { objectWriteTraceId?: string; context?: { ids?: string[] } }[]
}

function toRefusal(key: string, json: unknown): WriteResult {
  const body = (json ?? {}) as Refusal
  const [first] = body.errors ?? []
  const field = first?.context?.propertyName?.[0] ?? body.context?.propertyName?.[0] ?? null
  const message = shorten(first?.message ?? body.message ?? 'HubSpot refused the record.')
  return {
    key,
    error: { code: first?.code ?? body.category ?? 'VALIDATION_ERROR', message, field },
  }
}

interface Refusal {
  category?: string
  message?: string
  context?: { propertyName?: string[] }
  errors?: { message?: string; code?: string; context?: { propertyName?: string[] } }[]
}

/** Properties are texts there; an empty one is none. */
function toProperties(fields: CrmValues): Record<string, string> {
  const named = Object.entries(fields).filter(([name]) => !(name in LINKS))
  return Object.fromEntries(named.map(([name, value]) => [name, toText(value)]))
}

function toText(value: CrmValue): string {
  return value === null ? '' : String(value)
}

/** Ties what was written to its company or deal, by the default kind of association. */
async function associate(
  session: CrmSession,
  object: string,
  { records, results }: { records: readonly OutgoingRecord[]; results: readonly WriteResult[] },
): Promise<void> {
  const remoteIds = new Map(results.map(({ key, remoteId }) => [key, remoteId]))
  for (const [link, to] of Object.entries(LINKS)) {
    const inputs = records.flatMap(({ key, fields }) => {
      const [from, target] = [remoteIds.get(key), fields[link] ?? null]
      return from === undefined || target === null
        ? []
        : [{ from: { id: from }, to: { id: String(target) } }]
    })
    if (inputs.length === 0) continue
    const path = `/crm/v4/associations/${object}/${to}/batch/associate/default`
    requireSuccess(await session.call({ method: 'POST', path, json: { inputs } }), toProblem)
  }
}

/** One of the same name and bytes that is there already is returned, and no second one is made. */
const OPTIONS = {
  access: 'PRIVATE',
  overwrite: false,
  duplicateValidationStrategy: 'RETURN_EXISTING',
  duplicateValidationScope: 'EXACT_FOLDER',
}

/** RFC 7578. A name is cut of what would end its header. */
function toForm(
  { key, name, contentType, bytes }: OutgoingFile,
  folder: string,
): { body: Buffer; contentType: string } {
  const boundary = `assay-${key}`
  const plain = name.replaceAll(/[\p{Cc}"\\]/gu, '_')
  const fields = { folderPath: `/assay/${folder}`, options: JSON.stringify(OPTIONS) }
  const parts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${plain}"\r\ncontent-type: ${contentType}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

function toProblem(json: { category?: string; message?: string } | null): CrmProblem {
  if (json?.category === 'RATE_LIMITS')
    throw new CrmFault('rate_limited', 'HubSpot has had too many calls.', {
      isRetryable: true,
      retryAfterSeconds: 10,
    })
  return { code: json?.category, message: json?.message }
}
