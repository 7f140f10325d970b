import type { CrmValue, CrmValues } from '../../core/crm/deal.ts'
import {
  CrmFault,
  requireSuccess,
  shorten,
  toCrmValue,
  toToken,
  type CrmAdapter,
  type CrmProblem,
  type CrmSession,
  type OutgoingRecord,
  type RemoteField,
  type WriteResult,
} from '../provider.ts'

/** The custom field that holds our key. */
const KEY = 'Assay id'
const PAGE = 100
const VENDOR = 'https://api.pipedrive.com'
const OAUTH = 'https://oauth.pipedrive.com'

/** What lists the fields of each object. */
const FIELD_LISTS: Readonly<Record<string, string>> = {
  deals: 'dealFields',
  organizations: 'organizationFields',
  persons: 'personFields',
}

export const pipedrive: CrmAdapter = {
  authorize: async (session, send) => {
    const { api_token: accessToken, client_id: id, client_secret: secret } = session.credentials
    if (accessToken !== undefined) return { accessToken, apiUrl: null, expiresAtMs: null }
    const { baseUrl } = session.config
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const response = await send({
      method: 'POST',
      path: `${baseUrl === VENDOR ? OAUTH : baseUrl}/oauth/token`,
      headers: { authorization: `Basic ${basic}` },
      form: { grant_type: 'refresh_token', refresh_token: session.credentials.refresh_token! },
    })
    const { token, json } = toToken(response, session.nowMs())
    return { ...token, apiUrl: json.api_domain ?? null }
  },
  sign: ({ credentials }, token): Record<string, string> =>
    credentials.api_token === undefined
      ? { authorization: `Bearer ${token!.accessToken}` }
      : { 'x-api-token': token!.accessToken },
  describe: async (session, object, make) => {
    const fields = await listFields(session, object)
    if (make && !fields.some(({ label }) => label === KEY)) {
      const json = { name: KEY, field_type: 'varchar' }
      const path = `/api/v1/${findList(object)}`
      requireSuccess(await session.call({ method: 'POST', path, json }), toProblem)
      read.get(session)?.delete(object)
    }
    return fields.map((field) => ({
      ...field,
      name: isHash(field.name) ? field.label : field.name,
    }))
  },
  read: async (session, { object, records, fields }) => {
    const known = await listFields(session, object)
    const ids = records.map(({ remoteId }) => remoteId).join(',')
    const path = `/api/v2/${object}?ids=${ids}&limit=${PAGE}`
    const { data } = requireSuccess<{ data: RemoteObject[] }>(
      await session.call({ method: 'GET', path }),
      toProblem,
    )
    const byId = new Map(data.map((one) => [String(one.id), one]))
    return new Map(
      records.flatMap(({ key, remoteId }) => {
        const found = byId.get(remoteId!)
        return found ? [[key, pick(found, { known, fields })] as const] : []
      }),
    )
  },
  write: async (session, object, records) => {
    const known = await listFields(session, object)
    const results: WriteResult[] = []
    for (const record of records) results.push(await write(session, { object, record, known }))
    return results
  },
  archive: async (session, object, remoteIds) => {
    for (const id of remoteIds)
      requireSuccess(
        await session.call({ method: 'DELETE', path: `/api/v2/${object}/${id}` }),
        toProblem,
      )
  },
  pull: async (session, { object, fields, since, cursor }) => {
    const known = await listFields(session, object)
    const query = new URLSearchParams({ limit: String(PAGE) })
    if (since !== null) query.set('updated_since', since.replace(/\.\d+Z$/, 'Z'))
    if (cursor !== null) query.set('cursor', cursor)
    const path = `/api/v2/${object}?${query.toString()}`
    const found = requireSuccess<Found>(await session.call({ method: 'GET', path }), toProblem)
    return {
      records: found.data.map((one) => ({
        remoteId: String(one.id),
        key: (pick(one, { known, fields: [KEY] })[KEY] as string | null) ?? null,
        fields: pick(one, { known, fields }),
      })),
      cursor: found.additional_data?.next_cursor ?? null,
    }
  },
}

interface RemoteObject extends Record<string, unknown> {
  id: number
  custom_fields?: Record<string, unknown>
}

interface ListedField {
  key: string
  name: string
  field_type: string
  mandatory_flag?: boolean
}

interface Search {
  data: { items: { item: { id: number } }[] } | null
}

interface Found {
  data: RemoteObject[]
  additional_data?: { next_cursor?: string | null }
}

/** The fields of each object, once per session: their hashes do not change. */
const read = new WeakMap<CrmSession, Map<string, Promise<RemoteField[]>>>()

function listFields(session: CrmSession, object: string): Promise<RemoteField[]> {
  const own = read.get(session) ?? new Map<string, Promise<RemoteField[]>>()
  read.set(session, own)
  const found = own.get(object) ?? fetchFields(session, object)
  own.set(object, found)
  return found
}

async function fetchFields(session: CrmSession, object: string): Promise<RemoteField[]> {
  const path = `/api/v1/${findList(object)}?limit=500`
  const { data } = requireSuccess<{ data: ListedField[] }>(
    await session.call({ method: 'GET', path }),
    toProblem,
  )
  return data.map(({ key, name, field_type: type, mandatory_flag: isRequired = false }) => ({
    name: key,
    label: name,
    type,
    isRequired,
  }))
}

function findList(object: string): string {
  const list = FIELD_LISTS[object]
  if (list !== undefined) return list
  const known = Object.keys(FIELD_LISTS).join(', ')
  throw new CrmFault('unknown_object', `Pipedrive has ${known}, and no ${object}.`)
}

interface Writing {
  object: string
  record: OutgoingRecord
  known: readonly RemoteField[]
}

/** It makes an object at every POST, so one that may be there is looked for by our key first. */
async function write(session: CrmSession, writing: Writing): Promise<WriteResult> {
  const { object, record, known } = writing
  const { key } = record
  const lacking = [KEY, ...Object.keys(record.fields)].find((name) => findKey(known, name) === null)
  if (lacking !== undefined) {
    const message = `Pipedrive has no field ${lacking}; add it to ${object}.`
    return { key, error: { code: 'missing_field', message, field: lacking } }
  }
  const remoteId = record.remoteId ?? (await search(session, object, key))
  const json = toBody({ [KEY]: key, ...record.fields }, writing)
  const response =
    remoteId === null
      ? await session.call({ method: 'POST', path: `/api/v2/${object}`, json })
      : await session.call({ method: 'PATCH', path: `/api/v2/${object}/${remoteId}`, json })
  const body = response.json as { data?: { id?: number }; error?: string; code?: string } | null
  if (response.status < 300 && body?.data?.id !== undefined)
    return { key, remoteId: String(body.data.id) }
  const code = body?.code ?? `http_${response.status}`
  return {
    key,
    error: { code, message: shorten(body?.error ?? 'Pipedrive refused it.'), field: null },
  }
}

async function search(session: CrmSession, object: string, key: string): Promise<string | null> {
  const term = encodeURIComponent(key)
  const path = `/api/v2/${object}/search?term=${term}&fields=custom_fields&exact_match=true&limit=1`
  const { data } = requireSuccess<Search>(await session.call({ method: 'GET', path }), toProblem)
  const [first] = data?.items ?? []
  return first ? String(first.item.id) : null
}

/** Custom fields stand apart, by their hashes; lists and addresses have forms of their own. */
function toBody(fields: CrmValues, { object, known }: Writing): object {
  const plain: Record<string, unknown> = {}
  const custom: Record<string, CrmValue> = {}
  for (const [name, value] of Object.entries(fields)) {
    const key = findKey(known, name)!
    if (isHash(key)) custom[key] = value
    else if (object === 'persons' && (key === 'email' || key === 'phone'))
      plain[`${key}s`] = value === null ? [] : [{ value, primary: true, label: 'work' }]
    else if (key === 'address') plain.address = value === null ? null : { value }
    else plain[key] = key === 'org_id' && value !== null ? Number(value) : value
  }
  return { ...plain, custom_fields: custom }
}

/** A field is named by its key, or as people see it. */
function findKey(known: readonly RemoteField[], name: string): string | null {
  const found =
    known.find((field) => field.name === name) ?? known.find(({ label }) => label === name)
  return found?.name ?? null
}

function isHash(key: string): boolean {
  // dcf558aac1ae4e8c4f849ba5e668430d8df9be12
  return /^[\da-f]{40}$/.test(key)
}

function pick(
  one: RemoteObject,
  { known, fields }: { known: readonly RemoteField[]; fields: readonly string[] },
): CrmValues {
  return Object.fromEntries(
    fields.map((name) => {
      const key = findKey(known, name) ?? name
      const list = one[`${key}s`]
      const [first] = (Array.isArray(list) ? list : []) as { value?: unknown }[]
      const value = one.custom_fields?.[key] ?? one[key] ?? first?.value
      const inner = (value as { value?: unknown } | null | undefined)?.value
      return [name, toCrmValue(inner ?? value)]
    }),
  )
}

function toProblem(json: { error?: string; code?: string } | null): CrmProblem {
  return { code: json?.code, message: json?.error }
}
