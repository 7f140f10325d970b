import type { CrmValues, Role } from '../../core/crm/deal.ts'
import {
  CrmFault,
  pickFields,
  refreshToken,
  requireSuccess,
  shorten,
  type CrmAdapter,
  type CrmProblem,
  type CrmSession,
  type WriteResult,
} from '../provider.ts'

/** The unique field that holds our key. */
const KEY = 'Assay_Id'
const API = '/crm/v8'
const BATCH = 100
const PAGE = 200

export const zoho: CrmAdapter = {
  authorize: async (session, send) => {
    const { token, json } = await refreshToken(session, { send, path: '/oauth/v2/token' })
    // Each region has an address of its own, which comes with the token.
    if (typeof json.api_domain !== 'string')
      throw new CrmFault('credentials_refused', 'Zoho named no api_domain.')
    return { ...token, apiUrl: json.api_domain.replace(/\/$/, '') }
  },
  sign: (_session, token) => ({ authorization: `Zoho-oauthtoken ${token!.accessToken}` }),
  describe: async (session, object) => {
    const path = `${API}/settings/fields?module=${object}`
    const { fields } = requireSuccess<{ fields: Described[] }>(
      await session.call({ method: 'GET', path }),
      toProblem,
    )
    return fields.map((field) => ({
      name: field.api_name,
      label: field.field_label,
      type: field.data_type,
      isRequired: field.system_mandatory === true,
    }))
  },
  read: async (session, { object, records, fields }) => {
    const keys = records.map(({ key }) => `'${key.replaceAll("'", "\\'")}'`).join(',')
    const names = [KEY, ...fields.filter(isName)].join(', ')
    const select = `select ${names} from ${object} where ${KEY} in (${keys}) limit 0, ${PAGE}`
    const path = `${API}/coql`
    const json = { select_query: select }
    const found = requireSuccess<Found | null>(
      await session.call({ method: 'POST', path, json }),
      toProblem,
    )
    return new Map((found?.data ?? []).map((one) => [String(one[KEY]), pickFields(one, fields)]))
  },
  write: async (session, object, records) => {
    const json = {
      data: records.map(({ key, role, fields }) => ({
        [KEY]: key,
        ...withLookups(session, role, fields),
      })),
      duplicate_check_fields: [KEY],
      trigger: [],
    }
    const path = `${API}/${object}/upsert`
    const response = await session.call({ method: 'POST', path, json })
    // One that is wrong in all of its records responds with 400, and has a result for each too.
    const body = response.json as { data?: Saved[] } | null
    const results = body?.data ?? requireSuccess<{ data: Saved[] }>(response, toProblem).data
    return records.map(({ key }, index) => toResult(key, results[index]))
  },
  archive: async (session, object, remoteIds) => {
    for (let start = 0; start < remoteIds.length; start += BATCH) {
      const ids = remoteIds.slice(start, start + BATCH).join(',')
      const path = `${API}/${object}?ids=${ids}`
      requireSuccess(await session.call({ method: 'DELETE', path }), toProblem)
    }
  },
  pull: async (session, { object, fields, since, cursor }) => {
    const names = [KEY, ...fields.filter(isName)].join(',')
    const next = cursor === null ? '' : `&page_token=${encodeURIComponent(cursor)}`
    const path = `${API}/${object}?fields=${names}&per_page=${PAGE}${next}`
    const headers: Record<string, string> = since === null ? {} : { 'if-modified-since': since }
    const response = await session.call({ method: 'GET', path, headers })
    // Nothing has changed, or nothing is there.
    if (response.status === 304 || response.status === 204) return { records: [], cursor: null }
    const found = requireSuccess<Found | null>(response, toProblem)
    return {
      records: (found?.data ?? []).map((one) => ({
        remoteId: String(one.id),
        key: (one[KEY] as string | null) ?? null,
        fields: pickFields(one, fields),
      })),
      cursor: found?.info?.more_records ? String(found.info.next_page_token) : null,
    }
  },
}

interface Found {
  data: Record<string, unknown>[]
  info?: { more_records?: boolean; next_page_token?: string }
}

interface Described {
  api_name: string
  field_label: string
  data_type: string
  system_mandatory?: boolean
}

interface Saved {
  code: string
  status: string
  message?: string
  details?: { id?: string; api_name?: string }
}

/** A field that names another record has its id in an object. */
function withLookups({ facts }: CrmSession, role: Role, fields: CrmValues): object {
  const lookups = Object.values(facts.links[role] ?? {})
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      lookups.includes(name) && value !== null ? { id: value } : value,
    ]),
  )
}

function toResult(key: string, saved: Saved | undefined): WriteResult {
  const id = saved?.details?.id
  if (saved?.status === 'success' && id !== undefined) return { key, remoteId: id }
  const message = shorten(saved?.message ?? 'Zoho did not save the record.')
  const field = saved?.details?.api_name ?? null
  return { key, error: { code: saved?.code ?? 'UNKNOWN', message, field } }
}

/** Names go into a query as they are. */
function isName(field: string): boolean {
  return /^\w+$/.test(field)
}

function toProblem(json: { code?: string; message?: string } | null): CrmProblem {
  return { code: json?.code, message: json?.message }
}
