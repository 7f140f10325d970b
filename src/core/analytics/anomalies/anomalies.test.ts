import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays } from '../../values/dates.ts'
import { exampleInput, exampleLedger, examplePeriod, type RowFacts } from '../example.test.ts'
import { windowNamed } from '../metric/gate.ts'
import { buildLedger, type LedgerInput } from '../ledger.ts'
import { rowAt } from '../ledger/rows/select.ts'
import { anomalies } from '../reports/anomalies-report.ts'
import { SEVERITIES } from './anomaly.ts'
import { detectAnomalies, DETECTORS } from './index.ts'

const quarter = ['2025-01-01/2025-01-31', '2025-02-01/2025-02-28', '2025-03-01/2025-03-31'].map(
  (span, index) =>
    examplePeriod(
      span.slice(0, 10),
      span.slice(11),
      index === 0 ? { openingBalance: 5_000_00 } : {},
    ),
)

/** One payment of a different payer on each of many days: nothing out of the ordinary. */
const calm: RowFacts[] = Array.from({ length: 60 }, (_, index) => ({
  date: addDays('2025-01-01', Math.floor(index * 1.5)),
  amount: 401_37 + index * 7_11,
  channel: 'check' as const,
  merchantName: `Customer ${index % 12}`,
}))

function kindsIn(rows: readonly RowFacts[], more: Partial<LedgerInput> = {}): string[] {
  const ledger = exampleLedger(rows, quarter, more)
  return detectAnomalies(ledger, windowNamed(ledger, 'all')).map(({ kind }) => kind)
}

test('a calm business has no anomaly', () => {
  assert.deepEqual(kindsIn(calm), [])
})

/** What has to be added to a calm business for a kind to be found. */
const CASES: Record<string, RowFacts[]> = {
  large_deposit: [{ date: '2025-03-03', amount: 40_000_13 }],
  structuring: [1, 2].map((day) => ({
    date: `2025-03-0${day}`,
    amount: 9_200_00,
    slug: 'revenue.cash_deposit',
  })),
  weekend_settlement: [1, 2, 8].map((day) => ({ date: `2025-03-0${day}`, amount: 310_21 })),
  rapid_in_out: [
    { date: '2025-03-03', amount: 8_000_11, slug: 'transfers.wire', channel: 'wire' },
    { date: '2025-03-04', amount: -7_900_00, slug: 'equity.owner_draw' },
  ],
  gambling: [{ date: '2025-03-04', amount: -900_00, slug: 'expenses.gambling' }],
  customer_concentration: [
    { date: '2025-03-04', amount: 45_000_17, merchantName: 'One Customer', channel: 'check' },
  ],
  nsf_cluster: [3, 4, 6].map((day) => ({
    date: `2025-03-0${day}`,
    amount: -35_00,
    slug: 'fees.nsf_overdraft',
    feeKind: 'nsf' as const,
  })),
  negative_streak: [{ date: '2025-02-03', amount: -60_000_00, slug: 'expenses.other' }],
  tax_lien_or_levy: [
    {
      date: '2025-03-04',
      amount: -90_00,
      slug: 'debt.garnishment_levy',
      description: 'IRS LEVY 1',
    },
  ],
  garnishment_or_legal_order: [
    { date: '2025-03-04', amount: -90_00, slug: 'debt.garnishment_levy', description: 'SHERIFF' },
  ],
  debt_funded_deposits: [
    {
      date: '2025-03-04',
      amount: 40_000_00,
      slug: 'debt.mca_advance',
      exclusionReason: 'mca_advance',
    },
  ],
}

for (const [kind, rows] of Object.entries(CASES)) {
  test(`${kind} is found, with its rows, and only where it is`, () => {
    const ledger = exampleLedger([...calm, ...rows], quarter)
    const found = detectAnomalies(ledger, windowNamed(ledger, 'all')).filter(
      (each) => each.kind === kind,
    )
    assert.equal(found.length, 1)
    assert.ok(found[0]!.score >= 0 && found[0]!.score <= 1)
    const { day } = ledger.columns
    const isAbout = (row: number): boolean =>
      rows.some(({ date }) => date === rowAt(ledger, row).date)
    assert.ok(found[0]!.rows.every((row) => isAbout(row) && Number.isInteger(day[row])))
    assert.ok(!kindsIn(calm).includes(kind))
  })
}

test('what the papers and the accounts say is found without a row', () => {
  const signal = {
    documentId: 'd',
    code: 'running_balance_break',
    severity: 'high',
    explanation: 'Row 7',
  }
  assert.deepEqual(kindsIn(calm, { signals: [signal] }), ['balance_break'])
  assert.deepEqual(kindsIn(calm, { today: '2025-06-30' }), ['stale_data'])
})

test('fees that are not those a statement sums are found, and those that are, are not', () => {
  const fee = (feeKind: 'nsf' | 'overdraft'): RowFacts => ({
    date: '2025-02-04',
    amount: -35_00,
    slug: 'fees.nsf_overdraft',
    feeKind,
  })
  const kinds = (overdraftPeriod: number | null, returnedPeriod: number | null): string[] => {
    const period = examplePeriod('2025-02-01', '2025-02-28', {
      openingBalance: 9_000_00,
      feesPrinted: { overdraftPeriod, returnedPeriod },
    })
    const ledger = exampleLedger([fee('nsf'), fee('overdraft')], [period])
    return detectAnomalies(ledger, windowNamed(ledger, 'all')).map(({ kind }) => kind)
  }
  for (const [overdraft, returned] of [
    [35_00, 35_00],
    [70_00, 0],
    [35_00, null],
    [null, 35_00],
    [null, null],
  ] as const)
    assert.ok(
      !kinds(overdraft, returned).includes('nsf_count_mismatch'),
      `${overdraft} ${returned}`,
    )
  for (const [overdraft, returned] of [
    [70_00, 35_00],
    [0, 0],
    [70_00, null],
  ] as const)
    assert.ok(kinds(overdraft, returned).includes('nsf_count_mismatch'), `${overdraft} ${returned}`)
})

test('statements that are addressed elsewhere than the application says are found', () => {
  const kinds = (holderAddress: string | null, postalCode: string | null): string[] => {
    const period = examplePeriod('2025-02-01', '2025-02-28', { openingBalance: 0, holderAddress })
    const input = exampleInput([], [period])
    const ledger = buildLedger({ ...input, company: { ...input.company, postalCode } })
    return detectAnomalies(ledger, windowNamed(ledger, 'all')).map(({ kind }) => kind)
  }
  const mismatch = 'address_mismatch'
  const address = '10450 COURAGE ST, STE 108, BROWNSVILLE TX 78521-4417'
  assert.ok(kinds(address, '10001').includes(mismatch))
  assert.ok(kinds('12 Rideau St, Ottawa ON K1A 0B1', 'K2P 1L4').includes(mismatch))
  for (const [printed, stated] of [
    [address, '78521'],
    [address, null],
    [null, '10001'],
    ['10450 COURAGE ST', '10001'],
  ] as const)
    assert.ok(!kinds(printed, stated).includes(mismatch), `${printed} ${stated}`)
})

test('each kind stands once in the list', () => {
  const kinds = DETECTORS.map(({ kind }) => kind)
  assert.equal(new Set(kinds).size, kinds.length)
})

test('the gravest come first, page by page, and each once', () => {
  const payments = Array.from({ length: 60 }, (_, at) => ({
    date: addDays('2025-01-02', at),
    amount: at % 3 === 0 ? -9_000_00 - at * 1_000_00 : -20_00 - (at % 4) * 1_00,
    slug: 'expenses.other',
  }))
  const ledger = exampleLedger([...calm, ...CASES['gambling']!, ...payments], quarter)
  const page = (options: object): any =>
    anomalies.compute(ledger, {
      window: null,
      options: { ...options },
      computedAt: '',
      analyticsVersion: 1,
    })
  const all = page({ limit: 1000 })
  const ranks = all.anomalies.map(({ severity }: any) => SEVERITIES.indexOf(severity))
  assert.deepEqual(
    ranks,
    ranks.toSorted((a: number, b: number) => b - a),
  )
  const walked: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null;) {
    const next = page({ limit: 2, cursor })
    assert.equal(next.anomalies_count, all.anomalies.length)
    walked.push(...next.anomalies)
    cursor = next.next_cursor
  }
  assert.ok(walked.length > 4)
  assert.deepEqual(walked, all.anomalies)
})
