import type { LinkAccess, Page, Position } from '../adapter.ts'
import type { Session } from '../session.ts'
import { inventRows, type InventedRow } from './rows.ts'

type Shape = (itemId: string, rows: readonly InventedRow[]) => object

/** How each provider would write the rows. */
const SHAPES: Readonly<Record<string, Shape>> = { plaid: toPlaid, mastercard: toMastercard }

/**
 * The test mode without credentials: a page in the provider's shape, made here and read like one of
 * its own. What came before is not given again.
 */
export function pullInvented(
  provider: string,
  { now }: Pick<Session, 'now'>,
  given: { access: LinkAccess; position: Position },
): Page {
  const { accessToken, customerId } = given.access
  const itemId = (accessToken ?? customerId ?? '').replace(/^access-sandbox-/, '')
  const since = given.position.cursor ?? ''
  const rows = inventRows(itemId, now()).filter(({ date }) => date > since)
  const text = JSON.stringify(SHAPES[provider]!(itemId, rows))
  const next = { cursor: rows.at(-1)?.date ?? since, pageCursor: null }
  return { text, rowCount: rows.length, hasMore: false, next }
}

const BANK = 'Meridian Ridge Bank'
const CURRENCY = 'USD'

function toPlaid(itemId: string, rows: readonly InventedRow[]): object {
  const accountId = `acc-${itemId}`
  return {
    item: { item_id: itemId, institution_name: BANK },
    accounts: [
      {
        account_id: accountId,
        name: 'Business Checking',
        mask: '4417',
        type: 'depository',
        subtype: 'checking',
        balances: { iso_currency_code: CURRENCY },
      },
    ],
    added: rows.map(({ id, date, amountCents, description, category }) => ({
      transaction_id: id,
      account_id: accountId,
      iso_currency_code: CURRENCY,
      amount: 0 - amountCents / 100,
      date,
      name: description,
      pending: false,
      personal_finance_category: { detailed: category },
    })),
    modified: [],
    removed: [],
    next_cursor: rows.at(-1)?.date ?? 'none',
    has_more: false,
  }
}

function toMastercard(customerId: string, rows: readonly InventedRow[]): object {
  const accountId = `acc-${customerId}`
  const account = {
    id: accountId,
    name: 'Business Checking',
    realAccountNumberLast4: '4417',
    type: 'checking',
    currency: CURRENCY,
    institutionName: BANK,
  }
  return {
    accounts: [account],
    transactions: rows.map(({ id, date, amountCents, description }) => ({
      id,
      accountId,
      customerId,
      status: 'active',
      amount: amountCents / 100,
      description,
      // Noon in the east of America, so that it is that day there.
      postedDate: Date.parse(`${date}T17:00:00Z`) / 1000,
    })),
  }
}
