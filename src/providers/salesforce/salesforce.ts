import { createSign } from 'node:crypto'
import {
  CrmFault,
  pickFields,
  refreshToken,
  requireSuccess,
  shorten,
  toToken,
  type CrmAdapter,
  type CrmProblem,
  type CrmSession,
  type CrmToken,
  type SendCall,
  type TokenResponse,
  type WriteResult,
} from '../provider.ts'

/** The external id that an administrator adds to each object: a text of 80 letters, unique. */
const KEY = 'Assay_Id__c'
const DATA = '/services/data/v61.0'
const TOKEN_PATH = '/services/oauth2/token'
const JWT_SECONDS = 180
const BATCH = 200
/** The allowance is of a day. */
const LIMIT_SECONDS = 900

export const salesforce: CrmAdapter = {
  authorize: async (session, send) => {
    const isJwt = session.credentials.private_key !== undefined
    const { token, json } = isJwt
      ? await assert(session, send)
      : await refreshToken(session, { send, path: TOKEN_PATH })
    return { ...token, apiUrl: json.instance_url ?? session.config.baseUrl }
  },
  sign: (_session, token) => ({ authorization: `Bearer ${token!.accessToken}` }),
  describe: async (session, object) => {
    const path = `${DATA}/sobjects/${object}/describe`
    const { fields } = requireSuccess<{ fields: Described[] }>(
      await session.call({ method: 'GET', path }),
      toProblem,
    )
    return fields.map(({ name, label, type, nillable, defaultedOnCreate }) => ({
      name,
      label,
      type,
      isRequired: nillable === false && defaultedOnCreate !== true,
    }))
  },
  read: async (session, { object, records, fields }) => {
    const keys = records.map(({ key }) => quote(key)).join(', ')
    const names = [KEY, ...fields.filter(isName)].join(', ')
    const soql = `SELECT ${names} FROM ${object} WHERE ${KEY} IN (${keys})`
    const found = await query(session, `${DATA}/query?q=${encodeURIComponent(soql)}`)
    return new Map(found.records.map((one) => [String(one[KEY]), pickFields(one, fields)]))
  },
  write: async (session, object, records) => {
    const body = {
      allOrNone: false,
      records: records.map(({ key, fields }) => ({
        attributes: { type: object },
        [KEY]: key,
        ...fields,
      })),
    }
    const path = `${DATA}/composite/sobjects/${object}/${KEY}`
    const response = await session.call({ method: 'PATCH', path, json: body })
    const results = requireSuccess<Saved[]>(response, toProblem)
    return records.map(({ key }, index) => toResult(key, results[index]))
  },
  archive: async (session, _object, remoteIds) => {
    for (let start = 0; start < remoteIds.length; start += BATCH) {
      const ids = remoteIds.slice(start, start + BATCH).join(',')
      const path = `${DATA}/composite/sobjects?ids=${ids}&allOrNone=false`
      requireSuccess(await session.call({ method: 'DELETE', path }), toProblem)
    }
  },
  pull: async (session, { object, fields, since, cursor }) => {
    const names = ['Id', KEY, ...fields.filter(isName)].join(', ')
    const where =
      since === null ? '' : ` WHERE LastModifiedDate >= ${new Date(since).toISOString()}`
    const soql = `SELECT ${names} FROM ${object}${where} ORDER BY LastModifiedDate`
    const path = cursor ?? `${DATA}/query?q=${encodeURIComponent(soql)}`
    const found = await query(session, path)
    return {
      records: found.records.map((one) => ({
        remoteId: String(one.Id),
        key: (one[KEY] as string | null) ?? null,
        fields: pickFields(one, fields),
      })),
      cursor: found.nextRecordsUrl ?? null,
    }
  },
}

interface Described {
  name: string
  label: string
  type: string
  nillable?: boolean
  defaultedOnCreate?: boolean
}

interface Saved {
  id?: string
  success: boolean
  errors?: { statusCode: string; message: string; fields?: string[] }[]
}

/** The JWT bearer flow: what the key of the connected app has signed is the credential. */
async function assert(
  session: CrmSession,
  send: SendCall,
): Promise<{ token: CrmToken; json: TokenResponse }> {
  const { client_id: iss, username: sub, private_key: key } = session.credentials
  const exp = Math.floor(session.nowMs() / 1000) + JWT_SECONDS
  const claims = { iss, sub, aud: session.config.baseUrl, exp }
  const signed = [{ alg: 'RS256' }, claims].map(encode).join('.')
  let signature: string
  try {
    signature = createSign('RSA-SHA256').update(signed).sign(key!, 'base64url')
  } catch {
    throw new CrmFault('credentials_refused', 'private_key is no RSA key in PEM form.')
  }
  const form = {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${signed}.${signature}`,
  }
  return toToken(await send({ method: 'POST', path: TOKEN_PATH, form }), session.nowMs())
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

async function query(
  session: CrmSession,
  path: string,
): Promise<{ records: Record<string, unknown>[]; nextRecordsUrl?: string }> {
  return requireSuccess(await session.call({ method: 'GET', path }), toProblem)
}

function toResult(key: string, saved: Saved | undefined): WriteResult {
  if (saved?.success && saved.id !== undefined) return { key, remoteId: saved.id }
  const [error] = saved?.errors ?? []
  const { statusCode: code = 'UNKNOWN', message = 'Salesforce did not save the record.' } =
    error ?? {}
  return { key, error: { code, message: shorten(message), field: error?.fields?.[0] ?? null } }
}

function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, '\\$&')}'`
}

/** Names go into a query as they are. */
function isName(field: string): boolean {
  // Assay_Paper_Grade__c, Owner.Name
  return /^\w+(?:\.\w+)?$/.test(field)
}

function toProblem(json: { errorCode?: string; message?: string }[] | null): CrmProblem {
  const [first] = Array.isArray(json) ? json : []
  if (first?.errorCode === 'REQUEST_LIMIT_EXCEEDED')
    throw new CrmFault('rate_limited', 'Salesforce allows no more calls today.', {
      isRetryable: true,
      retryAfterSeconds: LIMIT_SECONDS,
    })
  return { code: first?.errorCode, message: first?.message }
}
