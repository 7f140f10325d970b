import type {
  HeronClass,
  HeronEndUser,
  HeronFunder,
  HeronMerchant,
  HeronMetric,
  HeronPolicy,
  HeronRule,
  HeronTemplate,
  HeronTransaction,
  HeronWebhook,
} from '../../../clients/typescript/src/migrate/heron/types.ts'

export interface FakeFile {
  heron_id: string
  filename: string
  file_class: string | null
  num_pages?: number
  reference_id?: string
  content: Buffer
  /** What the API sends in place of the content: half a file. */
  sent?: string
}

export interface FakeDeal {
  endUser: HeronEndUser
  rows: HeronTransaction[]
  files: FakeFile[]
  information: Record<string, unknown> | null
  metrics: HeronMetric[] | null
  asOf: string | null
  policies: Record<string, string>
}

/** How an account of the fake misbehaves. */
export interface Misbehavior {
  /** The number of the page of rows after which the first comes again. */
  loopsAfterPage?: number
  /** Each path fails this often with 500 before it works. */
  failures?: number
  /** Each path responds this often with 429 and its wait. */
  throttled?: number
  /** The first response of each list ends in its middle. */
  cutsBodies?: boolean
}

export interface FakeAccount {
  key: string
  currency: string
  timezone: string
  deals: FakeDeal[]
  classes: HeronClass[]
  merchants: HeronMerchant[]
  rules: HeronRule[]
  policies: HeronPolicy[]
  funders: HeronFunder[]
  templates: HeronTemplate[]
  webhooks: HeronWebhook[]
  misbehavior: Misbehavior
}

const HEX = '0123456789abcdef'

export function hashName(name: string): string {
  const digits = Array.from(
    { length: 48 },
    (_, index) => HEX[(name.charCodeAt(index % name.length) + index) % 16],
  )
  return `key_${digits.join('')}`
}

const DAY_MS = 86_400_000

export function addDays(start: string, days: number): string {
  return new Date(Date.parse(`${start}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

export interface RowFacts {
  text: string

  label?: string | null
  account?: string | null
  annotator?: string
  reference?: string
  code?: string
}

/** Makes rows of one deal, each with ids of its own. */
export function rowMaker(deal: string) {
  let count = 0
  return (date: string, amount: number, facts: RowFacts): HeronTransaction => {
    count += 1
    const {
      text,
      label = null,
      account = `${deal}-checking`,
      annotator = 'predicted',
      reference,
      code,
    } = facts
    return {
      heron_id: `txn_${deal}_${String(count).padStart(6, '0')}`,
      reference_id: reference ?? `${deal}-${count}`,
      account_id: account,
      amount,
      currency: 'USD',
      timestamp: `${date}T12:00:00Z`,
      description: text,
      balance: null,
      categories: label === null ? [] : [{ label, confidence: 0.9, annotator }],
      transaction_code: code ?? null,
      is_recurring: false,
      has_matching_transaction: false,
      last_updated: `${date}T20:00:00Z`,
    }
  }
}

/** A shop over some months: takings, rent, wages, fees and one lender. */
export function shopRows(
  deal: string,
  { start, days }: { start: string; days: number },
): HeronTransaction[] {
  const row = rowMaker(deal)
  const rows: HeronTransaction[] = []
  for (let day = 0; day < days; day += 1) {
    const date = addDays(start, day)
    if (day % 2 === 0)
      rows.push(
        row(date, 900 + ((day * 37) % 400), {
          text: 'SQUARE INC DES:SALES DEPOSIT',
          label: 'Revenue',
        }),
      )
    if (day % 30 === 1)
      rows.push(row(date, -2400, { text: 'RIVERSIDE PROPERTIES RENT', label: 'Rent' }))
    if (day % 14 === 3)
      rows.push(row(date, -1800.5, { text: 'GUSTO PAYROLL', label: 'Payroll and Consultants' }))
    if (day % 9 === 4)
      rows.push(row(date, -310.25, { text: 'SYSCO FOOD SERVICES', label: 'Inventory' }))
    if (day % 45 === 20)
      rows.push(row(date, -35, { text: 'NSF FEE RETURNED ITEM', label: 'Overdraft/NSF Fees' }))
    if (day % 31 === 15) rows.push(row(date, -260, { text: 'IRS USATAXPYMT', label: 'Taxes' }))
    if (day % 20 === 8)
      rows.push(
        row(date, -200, { text: 'ATM WITHDRAWAL 0042 MAIN ST', label: 'ATM cash outflows' }),
      )
  }
  return rows
}

export function makeDeal(
  name: string,
  rows: HeronTransaction[],
  more: Partial<FakeDeal> = {},
): FakeDeal {
  const endUser: HeronEndUser = {
    heron_id: `eus_${name}`,
    end_user_id: `client-${name}`,
    name: `${name[0]!.toUpperCase()}${name.slice(1)} LLC`,
    status: 'processed',
    created: '2026-06-01T08:00:00Z',
    last_updated: '2026-10-10T08:00:00Z',
    tags: [{ name: 'imported' }],
    meta: { attribution_key: 'lender_42' },
  }
  const asOf =
    rows
      .map(({ timestamp }) => timestamp?.slice(0, 10) ?? '')
      .sort()
      .at(-1) || null
  return {
    rows,
    files: [],
    information: null,
    metrics: null,
    asOf,
    policies: {},
    ...more,
    endUser: { ...endUser, ...more.endUser },
  }
}

export function emptyAccount(name: string, deals: FakeDeal[]): FakeAccount {
  return {
    key: hashName(name),
    currency: 'USD',
    timezone: 'UTC',
    deals,
    classes: [],
    merchants: [],
    rules: [],
    policies: [],
    funders: [],
    templates: [],
    webhooks: [],
    misbehavior: {},
  }
}
