import {
  figureKey,
  type Lens,
  type ParityInput,
  type ParityRow,
} from '../../../clients/typescript/src/migrate/heron/parity/parity.ts'

/** A cause that is put into a deal, and the metrics that it must move: these and no others. */
export interface Injection {
  name: string
  seed: number
  causes: Lens[]
  metrics: string[]
  /** Of a metric that more or less moves than the others. */
  only?: Record<string, Lens[]>
  inject: (deal: Deal) => void
}

/** A deal of both sides before its figures are computed. */
export interface Deal {
  rows: Row[]
  heronAsOf: string
}

/** A row with what only the other side thinks of it. */
interface Row extends ParityRow {
  isCountedThere: boolean
}

const AS_OF = '2026-09-27'
const DAY_MS = 86_400_000

function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - count * DAY_MS).toISOString().slice(0, 10)
}

/** Numbers that look random and are the same every time. */
function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) | 0
    return (state >>> 0) / 2 ** 32
  }
}

const KINDS: [slug: string, label: string, sign: 1 | -1, share: number][] = [
  ['revenue.card_settlement', 'Revenue', 1, 0.45],
  ['cogs.inventory', 'Inventory', -1, 0.2],
  ['taxes.federal', 'Taxes', -1, 0.05],
  ['fees.nsf_overdraft', 'Overdraft/NSF Fees', -1, 0.05],
  ['transfers.atm_withdrawal', 'ATM cash outflows', -1, 0.1],
  ['debt.mca_advance', 'Debt Investment', 1, 0.02],
  ['expenses.rent', 'Rent', -1, 0.13],
]

function makeDeal(seed: number): Deal {
  const next = numbers(seed)
  const rows = Array.from({ length: 80 + (seed % 5) * 40 }, (_, index): Row => {
    let rest = next()
    const kind = KINDS.find(([, , , share]) => (rest -= share) < 0) ?? KINDS[0]!
    const [slug, label, sign] = kind
    return {
      id: `row-${index}`,
      heronId: `txn_${index}`,
      // None in the first days of a range, where a cut of the period would move it.
      date: daysBefore(AS_OF, Math.floor(next() * 80)),
      amount: (sign * (1_000 + Math.floor(next() * 90_000))) / 100,
      description: label.toUpperCase(),
      slug,
      isRevenue: slug.startsWith('revenue.'),
      isPending: false,
      isPaired: false,
      isDuplicate: false,
      heronLabel: label,
      isCountedThere: true,
    }
  })
  return { rows, heronAsOf: AS_OF }
}

type Of = (row: Row) => boolean

const OURS: Record<string, [metric: string, unit: string, counts: Of]> = {
  revenue: ['true_revenue', 'amount', ({ isRevenue }) => isRevenue],
  inflows: ['deposit_count', 'n', (row) => row.amount > 0 && !row.isPaired],
  net_amount: ['net_cash_flow', 'amount', ({ isPaired }) => !isPaired],
  cogs: ['cogs', 'amount', ({ slug }) => slug === 'cogs.inventory'],
  nsf_fees: ['nsf_overdraft_count', 'n', ({ slug }) => slug === 'fees.nsf_overdraft'],
  tax_payment_amount: ['tax_payment_amount', 'amount', ({ slug }) => slug.startsWith('taxes.')],
  atm_withdrawals: [
    'cash_withdrawals',
    'amount',
    ({ slug }) => slug === 'transfers.atm_withdrawal',
  ],
  debt_investment: ['debt_proceeds', 'amount', (row) => row.slug === 'debt.mca_advance'],
}

const THEIRS: Record<string, Of> = {
  revenue: ({ heronLabel }) => heronLabel === 'Revenue',
  inflows: (row) => row.amount > 0 && !row.heronLabel?.includes('intra-company'),
  net_amount: ({ heronLabel }) => !heronLabel?.includes('intra-company'),
  cogs: ({ heronLabel }) => heronLabel === 'Inventory',
  nsf_fees: ({ heronLabel }) => heronLabel === 'Overdraft/NSF Fees',
  tax_payment_amount: ({ heronLabel }) => heronLabel === 'Taxes',
  atm_withdrawals: ({ heronLabel }) => heronLabel === 'ATM cash outflows',
  debt_investment: ({ heronLabel }) => heronLabel === 'Debt Investment',
}

/** Both sides computed apart, each by its own rule, over the ninety days that it looks at. */
export function makeInput({ seed, inject }: Injection): ParityInput {
  const deal = makeDeal(seed)
  inject(deal)
  const [start, heronStart] = [daysBefore(AS_OF, 89), daysBefore(deal.heronAsOf, 89)]
  const here = deal.rows.filter((row) => !row.isPending && row.date >= start && row.date <= AS_OF)
  const there = deal.rows.filter(
    (row) => row.isCountedThere && row.date >= heronStart && row.date <= deal.heronAsOf,
  )
  const ours: ParityInput['ours'] = {}
  for (const [label, [metric, unit, counts]] of Object.entries(OURS))
    ours[figureKey(metric, 'last_90_days')] = {
      unit,
      value: measure(label, unit, here.filter(counts)),
      days: { start, end: AS_OF },
    }
  const heron = Object.entries(OURS).map(([label, [, unit]]) => ({
    label,
    unit,
    date_range: 'last_90_days',
    value: measure(label, unit, there.filter(THEIRS[label]!)),
  }))
  return { heron, ours, rows: deal.rows, heronAsOf: deal.heronAsOf, ourAsOf: AS_OF }
}

function measure(label: string, unit: string, rows: Row[]): number {
  if (unit === 'n') return rows.length
  const cents = rows.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  return (label === 'revenue' || label === 'net_amount' ? cents : Math.abs(cents)) / 100
}

/** Changes the label of the nth row of a label, as if the other side had classified it so. */
function relabel(from: string, to: string | null, places: number[] = [0]) {
  return ({ rows }: Deal): void => {
    const own = rows.filter(({ heronLabel }) => heronLabel === from)
    for (const place of places) own[place]!.heronLabel = to
  }
}

function add(row: Partial<Row>) {
  return ({ rows }: Deal): void => {
    rows.push({
      ...rows[0]!,
      id: `added-${rows.length}`,
      isPaired: false,
      isPending: false,
      isRevenue: false,
      date: daysBefore(AS_OF, 40),
      ...row,
    })
  }
}

const all =
  (...parts: ((deal: Deal) => void)[]) =>
  (deal: Deal): void =>
    parts.forEach((part) => part(deal))

const PENDING_SALE = {
  isPending: true,
  isRevenue: true,
  slug: 'revenue.card_settlement',
  heronLabel: 'Revenue',
}
const PAIRED_IN = {
  isPaired: true,
  slug: 'transfers.internal',
  heronLabel: 'Revenue',
  amount: 750.25,
}
const PAIRED_OUT = {
  isPaired: true,
  slug: 'transfers.internal',
  heronLabel: 'Rent',
  amount: -420.75,
}
/** A sale before the first day here, which is inside there when its days end earlier. */
const EARLY_SALE = {
  date: daysBefore(AS_OF, 92),
  isRevenue: true,
  slug: 'revenue.card_settlement',
  heronLabel: 'Revenue',
  amount: 512.5,
}
/** Nothing happens in the last days, so that the early row alone is moved. */
function cut(days: number) {
  return (deal: Deal): void => {
    deal.heronAsOf = daysBefore(AS_OF, days)
    deal.rows = deal.rows.filter(({ date }) => date <= deal.heronAsOf)
  }
}

const SALE = ['revenue', 'inflows', 'net_amount']

let seed = 100
function injection(
  name: string,
  causes: Lens[],
  [metrics, inject]: [string[], Injection['inject']],
): Injection {
  seed += 1
  return { name, seed, causes, metrics, inject }
}

export const INJECTIONS: Injection[] = [
  injection('one label', ['labels'], [['revenue'], relabel('Revenue', 'Special inflows')]),
  injection(
    'three labels',
    ['labels'],
    [['revenue'], relabel('Revenue', 'Equity investment', [0, 2, 5])],
  ),
  injection('no label', ['labels'], [['revenue'], relabel('Revenue', null)]),
  injection(
    'a label unknown to the tables',
    ['labels'],
    [['revenue'], relabel('Revenue', 'Moon rocks')],
  ),
  injection('goods as rent', ['labels'], [['cogs'], relabel('Inventory', 'Rent')]),
  injection(
    'goods as tax',
    ['labels'],
    [['cogs', 'tax_payment_amount'], relabel('Inventory', 'Taxes')],
  ),
  injection('tax as rent', ['labels'], [['tax_payment_amount'], relabel('Taxes', 'Rent')]),
  injection(
    'fee as rent',
    ['labels'],
    [['nsf_fees'], relabel('Overdraft/NSF Fees', 'Charges/Fees')],
  ),
  injection('rent as fee', ['labels'], [['nsf_fees'], relabel('Rent', 'Overdraft/NSF Fees')]),
  injection(
    'cash as rent',
    ['labels'],
    [['atm_withdrawals'], relabel('ATM cash outflows', 'Rent')],
  ),
  injection(
    'rent as cash',
    ['labels'],
    [['atm_withdrawals'], relabel('Rent', 'ATM cash outflows')],
  ),
  injection(
    'a sale as a loan',
    ['labels'],
    [['revenue', 'debt_investment'], relabel('Revenue', 'Debt Investment')],
  ),
  injection(
    'a sale as a transfer',
    ['labels'],
    [SALE, relabel('Revenue', 'Reconciled intra-company transfers')],
  ),
  injection(
    'a cost as a transfer',
    ['labels'],
    [['net_amount'], relabel('Rent', 'Unreconciled intra-company transfers')],
  ),
  injection('a pending sale', ['pending'], [SALE, add({ ...PENDING_SALE, amount: 333.33 })]),
  injection(
    'two pending sales',
    ['pending'],
    [SALE, all(add({ ...PENDING_SALE, amount: 10.01 }), add({ ...PENDING_SALE, amount: 20.02 }))],
  ),
  injection(
    'a pending cost',
    ['pending'],
    [
      ['net_amount', 'cogs'],
      add({ isPending: true, slug: 'cogs.inventory', heronLabel: 'Inventory', amount: -77.7 }),
    ],
  ),
  injection(
    'a pending fee',
    ['pending'],
    [
      ['net_amount', 'nsf_fees'],
      add({
        isPending: true,
        slug: 'fees.nsf_overdraft',
        heronLabel: 'Overdraft/NSF Fees',
        amount: -35,
      }),
    ],
  ),
  injection('a paired inflow', ['transfers'], [SALE, add(PAIRED_IN)]),
  injection('a paired outflow', ['transfers'], [['net_amount'], add(PAIRED_OUT)]),
  injection(
    'a paired outflow as goods',
    ['transfers'],
    [['net_amount', 'cogs'], add({ ...PAIRED_OUT, heronLabel: 'Inventory' })],
  ),
  injection('days that end earlier', ['period'], [SALE, all(cut(5), add(EARLY_SALE))]),
  injection(
    'days that end a week earlier',
    ['period'],
    [
      ['net_amount', 'cogs'],
      all(
        cut(7),
        add({
          ...EARLY_SALE,
          isRevenue: false,
          slug: 'cogs.inventory',
          heronLabel: 'Inventory',
          amount: -99,
        }),
      ),
    ],
  ),
  injection(
    'a fee before the first day',
    ['period'],
    [
      ['net_amount', 'nsf_fees'],
      all(
        cut(4),
        add({
          ...EARLY_SALE,
          isRevenue: false,
          slug: 'fees.nsf_overdraft',
          heronLabel: 'Overdraft/NSF Fees',
          amount: -35,
        }),
      ),
    ],
  ),
  injection(
    'a loan before the first day',
    ['period'],
    [
      ['inflows', 'net_amount', 'debt_investment'],
      all(
        cut(6),
        add({
          ...EARLY_SALE,
          isRevenue: false,
          slug: 'debt.mca_advance',
          heronLabel: 'Debt Investment',
          amount: 9_000,
        }),
      ),
    ],
  ),
  injection(
    'a row of today',
    ['period'],
    [
      ['net_amount', 'atm_withdrawals'],
      (deal) => {
        cut(3)(deal)
        add({
          date: AS_OF,
          slug: 'transfers.atm_withdrawal',
          heronLabel: 'ATM cash outflows',
          amount: -60,
        })(deal)
      },
    ],
  ),
  {
    ...injection(
      'a label and a pending sale',
      ['labels', 'pending'],
      [SALE, all(relabel('Revenue', 'Rent'), add({ ...PENDING_SALE, amount: 61.17 }))],
    ),
    only: { inflows: ['pending'], net_amount: ['pending'] },
  },
  {
    ...injection(
      'a label and a paired inflow',
      ['labels', 'transfers'],
      [SALE, all(relabel('Revenue', null), add(PAIRED_IN))],
    ),
    only: { inflows: ['transfers'], net_amount: ['transfers'] },
  },
  injection(
    'a pending sale and a paired inflow',
    ['pending', 'transfers'],
    [SALE, all(add({ ...PENDING_SALE, amount: 19.99 }), add(PAIRED_IN))],
  ),
  {
    ...injection(
      'all at once',
      ['labels', 'pending', 'transfers', 'period'],
      [
        SALE,
        all(
          cut(5),
          add(EARLY_SALE),
          relabel('Revenue', null),
          add({ ...PENDING_SALE, amount: 47.11 }),
          add(PAIRED_IN),
        ),
      ],
    ),
    only: {
      inflows: ['pending', 'transfers', 'period'],
      net_amount: ['pending', 'transfers', 'period'],
    },
  },
]
