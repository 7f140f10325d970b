import { HeronError, type HeronEndUser, type HeronFile, type HeronFileContent } from '../types.ts'
import type {
  HeronAccount,
  HeronFigures,
  HeronMetric,
  HeronPage,
  HeronSettings,
  HeronSource,
  HeronTransaction,
  TransactionStart,
} from '../types.ts'
import { Requests, type ApiOptions } from './requests.ts'

/** Below Heron’s limit of 10,000, so that a page is one write here. */
const ROWS_A_PAGE = 2_000
const DEALS_A_PAGE = 1_000

/** Address and place in the response of each list that is not paged. */
const LISTS: Record<keyof HeronSettings, { path: string; at: string[] }> = {
  classes: { path: '/users/file_classes', at: [''] },
  merchants: { path: '/user_merchant_groups', at: ['custom_merchants'] },
  rules: { path: '/rules/', at: ['rules'] },
  policies: { path: '/policies', at: ['', 'policies'] },
  funders: { path: '/funders/linked', at: ['funders'] },
  // The description of the API names this member `rules`, like that of the list before it.
  templates: { path: '/email_templates', at: ['email_templates', 'rules'] },
  webhooks: { path: '/webhooks', at: ['webhooks'] },
}

interface Paged {
  _meta?: { page?: number; pages?: number; total?: number } | null
}

/** An account of Heron through its API. */
export function openApi(options: ApiOptions): HeronSource {
  const requests = new Requests(options)
  return {
    description: `the API at ${new URL(options.url).host}`,
    account: () => readAccount(requests),
    list: async (kind) => pick(await requests.get(LISTS[kind].path), LISTS[kind].at),
    endUsers: (since) => endUsers(requests, since ?? null),
    countEndUsers: async () => {
      const page = await requests.get<Paged>('/end_users', { page: 1, limit: 1 })
      return page._meta?.total ?? null
    },
    information: (endUser) =>
      requests.find<Record<string, unknown>>(`${at(endUser)}/end_user_information`),
    files: async (endUser) =>
      pick<HeronFile>((await requests.find<unknown>(`${at(endUser)}/files`)) ?? [], ['', 'files']),
    content: (file) => readContent(requests, file),
    transactions: (endUser, from) => transactions(requests, endUser, from),
    figures: (endUser) => readFigures(requests, endUser),
  }
}

function at({ heron_id }: HeronEndUser): string {
  return `/end_users/${encodeURIComponent(heron_id)}`
}

async function readAccount(requests: Requests): Promise<HeronAccount> {
  const body = await requests.get<{ user?: Record<string, unknown> }>('/users/current')
  const user = body.user ?? {}
  const settings = (user.settings ?? {}) as Record<string, unknown>
  return {
    name: text(user.name ?? user.username),
    currency: text(settings.currency_iso_code),
    timezone: text(settings.timezone ?? user.timezone),
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** The list in the response: at one of the names, or the response itself for ''. */
function pick<T>(body: unknown, names: string[]): T[] {
  for (const name of names) {
    const value = name === '' ? body : (body as Record<string, unknown> | null)?.[name]
    if (Array.isArray(value)) return value as T[]
  }
  throw new HeronError(
    'invalid_response',
    `A list of Heron is not where its API has it: ${names.join(', ')}.`,
  )
}

async function* endUsers(requests: Requests, since: string | null): AsyncGenerator<HeronEndUser> {
  const order = since === null ? 'created_asc' : 'last_updated_desc'
  const query = { limit: DEALS_A_PAGE, order_by: order, include_tags: 'true' }
  const read = (page: number) => requests.get<Paged>('/end_users', { ...query, page })
  for await (const { items } of pages<HeronEndUser>(read, 'end_users', 1)) {
    for (const endUser of items) {
      if (since !== null && (endUser.last_updated ?? '9999') < since) return
      yield endUser
    }
  }
}

async function* transactions(
  requests: Requests,
  endUser: HeronEndUser,
  { page: first, since }: TransactionStart,
): AsyncGenerator<HeronPage> {
  const query: Record<string, string | number> = {
    limit: ROWS_A_PAGE,
    order_by: 'id_asc',
    include_duplicates: 'true',
    ...(endUser.end_user_id
      ? { end_user_id: endUser.end_user_id }
      : { end_user_heron_id: endUser.heron_id }),
    ...(since ? { last_updated_min: since } : {}),
  }
  const read = (page: number) => requests.get<Paged>('/transactions', { ...query, page })
  for await (const { number, items } of pages<HeronTransaction>(read, 'transactions', first))
    yield { number, rows: items }
}

/** Ends at an empty page, at the last that `_meta` names, and where a page comes a second time. */
async function* pages<T extends { heron_id: string }>(
  read: (page: number) => Promise<Paged>,
  name: string,
  first: number,
): AsyncGenerator<{ number: number; items: T[] }> {
  const seen = new Set<string>()
  for (let number = first; ; number += 1) {
    const body = await read(number)
    const items = pick<T>(body, [name])
    if (items.length === 0) return
    const mark = `${items[0]!.heron_id} ${items.at(-1)!.heron_id} ${items.length}`
    if (seen.has(mark) || (body._meta?.page !== undefined && body._meta.page !== number)) {
      const message = `Page ${number} of ${name} is a page that came before; the list has no end.`
      throw new HeronError('paging_loop', message)
    }
    seen.add(mark)
    yield { number, items }
    if (body._meta?.pages !== undefined && number >= body._meta.pages) return
  }
}

async function readContent(requests: Requests, file: HeronFile): Promise<HeronFileContent> {
  const path = `/end_user_files/${encodeURIComponent(file.heron_id)}/file`
  const { file_b64 = '', mime_type } = await requests.get<{
    file_b64?: string
    mime_type?: string
  }>(path)
  const contentType = mime_type ?? 'application/octet-stream'
  const bytes = new Uint8Array(Buffer.from(file_b64, 'base64'))
  requireWhole(file_b64, bytes, file)
  return { bytes, contentType }
}

/** Half a file would be read as a statement with half its rows. */
function requireWhole(base64: string, bytes: Uint8Array, file: HeronFile): void {
  const isCut = base64.length % 4 !== 0 || bytes.length === 0
  const isPdf = Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
  const end = Buffer.from(bytes.subarray(-2048)).toString('latin1')
  if (isCut || (isPdf && !end.includes('%%EOF')))
    throw new HeronError('truncated_file', `Heron sends the file ${file.heron_id} incomplete.`)
}

async function readFigures(
  requests: Requests,
  endUser: HeronEndUser,
): Promise<HeronFigures | null> {
  const path = at(endUser)
  const card = await requests.find<{ metrics?: HeronMetric[] }>(`${path}/scorecard`)
  if (!card) return null
  const dates = await requests.find<{ named_dates?: { name: string; date?: string | null }[] }>(
    `${path}/named_dates`,
  )
  const named = new Map((dates?.named_dates ?? []).map(({ name, date }) => [name, date ?? null]))
  const evaluations = await requests.find<PolicyResult[]>(`${path}/policy_evaluations`)
  return {
    metrics: card.metrics ?? [],
    asOf:
      named.get('last_data_source_end_date_or_transaction_timestamp') ??
      named.get('last_transaction') ??
      null,
    policies: Object.fromEntries(
      (evaluations ?? []).flatMap(({ policy, result }) =>
        policy?.name && result ? [[policy.name, result]] : [],
      ),
    ),
  }
}

interface PolicyResult {
  policy?: { name?: string | null } | null
  result?: string | null
}
