import type { Context } from 'oidc-provider'
import type { House } from '../../platform/context.ts'
import type { EgressError } from '../../platform/egress/egress.ts'
import { continueTrace } from '../../platform/trace/trace.ts'
import { parseJson } from '../body.ts'
import { admitAddress, DOCUMENTS } from './limits.ts'
import { isFault, readRegistration } from './register.ts'

/** How long a document may be. */
export const DOCUMENT_BYTES_MAX = 64 * 1024
const TIMEOUT_MS = 5_000
/** The library looks a program up more than once in a request; who corrects one waits so long. */
const FAULT_MS = 5_000
const FAULTS_MAX = 1_000

/**
 * How programs are known that have not registered: their id is the https address of a document that
 * describes them (draft-ietf-oauth-client-id-metadata-document-02).
 */
export function describeDocuments(house: House): object {
  return {
    enabled: true,
    ack: 'draft-02',
    // A program in use is looked up again at each renewal; what it changes is seen within an hour.
    cacheDuration: { min: 5 * 60, max: 60 * 60 },
    // There is no context on the page of consent, which is reached only with a document.
    allowFetch: async (ctx: Context | undefined, id: string) =>
      isDocumentAddress(id) &&
      (ctx === undefined || (await admitAddress(house, DOCUMENTS, ctx.ip))),
  }
}

/** Whether an id names a document: an address of a host alone is nobody's. */
export function isDocumentAddress(id: string): boolean {
  const url = URL.parse(id)
  return url?.protocol === 'https:' && url.pathname !== '/'
}

/** Why a document is none, for whoever wrote it. */
export class DocumentFault extends Error {}

/**
 * What the library gets its documents by. They come through the one way out, are held to the rules
 * of registrations, and lead to no other address: no redirect is followed, and no picture, page or
 * key that they name is ever fetched. Throws `DocumentFault`.
 */
export function createDocumentFetch(house: House): (url: string) => Promise<Response> {
  let faults = new Map<string, { fault: DocumentFault; until: number }>()
  return async (url) => {
    const known = faults.get(url)
    if (known && known.until > house.now()) throw known.fault
    try {
      return await fetchDocument(house, url)
    } catch (error) {
      if (!(error instanceof DocumentFault)) throw error
      if (faults.size >= FAULTS_MAX) faults = new Map()
      faults.set(url, { fault: error, until: house.now() + FAULT_MS })
      throw error
    }
  }
}

async function fetchDocument({ egress }: House, url: string): Promise<Response> {
  const sent = await egress.send({
    method: 'GET',
    url,
    headers: { accept: 'application/json' },
    trace: continueTrace(undefined),
    timeoutMs: TIMEOUT_MS,
    keptBytesMax: DOCUMENT_BYTES_MAX + 1,
  })
  if (sent.kind === 'error') throw new DocumentFault(describeFailure(sent.error))
  if (sent.status !== 200)
    throw new DocumentFault(`its document came with status ${sent.status}, not 200.`)
  if (Buffer.byteLength(sent.bodyStart) > DOCUMENT_BYTES_MAX)
    throw new DocumentFault(`its document is longer than ${DOCUMENT_BYTES_MAX} bytes.`)
  const { 'cache-control': cache } = sent.headers
  return Response.json(readDocument(sent.bodyStart, url), {
    headers: cache === undefined ? {} : { 'cache-control': cache },
  })
}

/** What is closed to us reads as what is not there. */
function describeFailure(error: EgressError): string {
  if (error === 'timeout') return `its document did not come within ${TIMEOUT_MS / 1000} seconds.`
  if (error === 'tls') return 'its document came without a valid certificate.'
  return 'its document could not be reached.'
}

/** A document is public, and so is what it has: a secret in it would be none. */
function readDocument(text: string, url: string): object {
  const body = parseJson(text)
  const read = readRegistration(body)
  if (isFault(read)) throw new DocumentFault(`in its document ${read.error_description}`)
  const { client_id: id, token_endpoint_auth_method: method = 'none', ...rest } = body as Document
  if (id !== url) throw new DocumentFault(`the client_id of its document must be ${url}.`)
  if (method !== 'none' || 'client_secret' in rest)
    throw new DocumentFault('its document must have token_endpoint_auth_method none and no secret.')
  return { ...read, client_id: url }
}

interface Document {
  client_id?: unknown
  token_endpoint_auth_method?: unknown
}
