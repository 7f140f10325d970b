import { cleanText } from './present/clean.ts'
import { trimResult, type Json } from './present/trim.ts'
import { isPage, read } from './calls/perform.ts'
import type { Session } from './session.ts'

interface Resource {
  uri: string
  name: string
  description: string
  /** The address of the API for a URI; null for a URI of another form. */
  toPath: (uri: string) => string | null
}

const ID = '([^/?#]{1,200})'

/** The five resources of the interface. */
export const RESOURCES: readonly Resource[] = [
  {
    uri: 'service://submissions/{id}',
    name: 'submission',
    description: 'A deal with its state and company.',
    toPath: matchId(`submissions/${ID}`, (id) => `/v1/submissions/${id}`),
  },
  {
    uri: 'service://documents/{id}',
    name: 'document',
    description: 'A document with its class, state and reconciliation.',
    toPath: matchId(`documents/${ID}`, (id) => `/v1/documents/${id}`),
  },
  {
    uri: 'service://transactions',
    name: 'transactions',
    description: 'The latest 50 transactions; of one deal with ?submission_id=.',
    toPath: toTransactions,
  },
  {
    uri: 'service://analytics/{id}/scorecard',
    name: 'scorecard',
    description: 'The scorecard of a deal.',
    toPath: matchId(`analytics/${ID}/scorecard`, (id) => `/v1/submissions/${id}/scorecard`),
  },
  {
    uri: 'service://categories',
    name: 'categories',
    description: 'The categories of transactions.',
    toPath: (uri) => (uri === 'service://categories' ? '/v1/categories?limit=1000' : null),
  },
]

export function isTemplate({ uri }: Pick<Resource, 'uri'>): boolean {
  return uri.includes('{')
}

export interface ResourceText {
  uri: string
  mimeType: string
  text: string
}

/** The content of a resource; a text in place of it when there is none. */
export async function readResource(uri: string, session: Session): Promise<ResourceText | string> {
  const path = RESOURCES.map(({ toPath }) => toPath(uri)).find((found) => found !== null)
  if (path === undefined || path === null) return `There is no resource ${cleanText(uri)}`
  const { status, body } = await read(session, path)
  if (status >= 400 || !isPage(body)) {
    const { message = `status ${status}` } = (body as { error?: { message?: string } })?.error ?? {}
    return cleanText(message)
  }
  const { data } = trimResult(body.data as Json, { shows: null, fits: () => true })
  return { uri, mimeType: 'application/json', text: JSON.stringify(data) }
}

function matchId(pattern: string, toPath: (id: string) => string): Resource['toPath'] {
  const form = new RegExp(`^service://${pattern}$`)
  return (uri) => {
    const id = form.exec(uri)?.[1]
    return id === undefined ? null : toPath(encodeURIComponent(decode(id)))
  }
}

function toTransactions(uri: string): string | null {
  const [base, search = ''] = uri.split('?', 2)
  if (base !== 'service://transactions') return null
  const id = new URLSearchParams(search).get('submission_id')
  const filter = id === null ? '' : `&submission_id=${encodeURIComponent(id)}`
  return `/v1/transactions?limit=50${filter}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
