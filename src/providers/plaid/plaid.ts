import type { Adapter, LinkAccess, Page, Position } from '../adapter.ts'
import { ProviderFault } from '../provider-fault.ts'
import { requireText, toNonsense, type Session } from '../session.ts'
import { callPlaid } from './faults.ts'

const MIB = 1024 * 1024
/** The most that Plaid gives at a time, with all that it says of each row. */
const ROWS_PER_PAGE = 500
const PAGE_BYTES_MAX = 16 * MIB

/** Plaid: https://plaid.com/docs/api. */
export const plaidAdapter: Adapter = {
  credentialNames: ['client_id', 'secret'],
  baseUrls: { live: 'https://production.plaid.com', test: 'https://sandbox.plaid.com' },
  check: async (session) => {
    await callPlaid(session, '/institutions/get', {
      json: { count: 1, offset: 0, country_codes: ['US'] },
    })
  },
  pull,
  remove: async (session, { accessToken }) => {
    await callPlaid(session, '/item/remove', { json: { access_token: accessToken } }).catch(
      (error: unknown) => {
        if (!(error instanceof ProviderFault) || !FORGOTTEN.has(error.code)) throw error
      },
    )
  },
}

/** Codes of an item that Plaid does not know any more. */
const FORGOTTEN: ReadonlySet<string> = new Set([
  'ITEM_NOT_FOUND',
  'INVALID_ACCESS_TOKEN',
  'ITEM_NO_LONGER_SUPPORTED',
])

const LISTS = ['added', 'modified', 'removed'] as const

async function pull(
  session: Session,
  { accessToken }: LinkAccess,
  { cursor, pageCursor }: Position,
): Promise<Page> {
  const from = pageCursor ?? cursor
  const { json, text } = await callPlaid(session, '/transactions/sync', {
    json: {
      access_token: accessToken,
      count: ROWS_PER_PAGE,
      options: { include_original_description: true },
      ...(from === null ? {} : { cursor: from }),
    },
    keptBytesMax: PAGE_BYTES_MAX,
  })
  const lists = LISTS.map((name) => json[name])
  const hasMore = json.has_more
  if (!lists.every(Array.isArray) || typeof hasMore !== 'boolean') throw toNonsense()
  const rowCount = lists.reduce((sum, list) => sum + list.length, 0)
  return { text, rowCount, hasMore, next: advance({ cursor, pageCursor }, { json, hasMore }) }
}

/** Before the first rows are ready Plaid gives an empty cursor: the next update begins anew. */
function advance(
  { cursor }: Position,
  { json, hasMore }: { json: Record<string, unknown>; hasMore: boolean },
): Position {
  if (json.next_cursor === '' && !hasMore) return { cursor, pageCursor: null }
  const next = requireText(json, 'next_cursor')
  return hasMore ? { cursor, pageCursor: next } : { cursor: next, pageCursor: null }
}
