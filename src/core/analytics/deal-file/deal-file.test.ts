import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Paper, PaperTable } from '../../values/paper/paper.ts'
import { sumOfColumn } from '../../values/paper/paper.ts'
import { exampleLedger, examplePeriod, examplePosition } from '../example.test.ts'
import type { Ledger } from '../ledger.ts'
import type { CommitteeFacts } from './committee/facts.ts'
import { evidenceIds } from './evidence-section.ts'
import { dealPaper } from './file.ts'

const REQUEST = {
  window: null,
  options: {},
  computedAt: '2025-04-02T08:00:00Z',
  analyticsVersion: 3,
}

function deal(): Ledger {
  const rows = [
    {
      date: '2025-02-03',
      amount: 20_000_00,
      slug: 'debt.mca_advance',
      exclusionReason: 'mca_advance',
      positionId: 'p',
    },
    ...['2025-02-05', '2025-03-05', '2025-03-20'].map((date) => ({ date, amount: 9_000_00 })),
    { date: '2025-03-06', amount: -700_00, slug: 'revenue.customer_refund' },
    { date: '2025-03-07', amount: -300_00, slug: 'debt.mca_payment', positionId: 'p' },
    {
      date: '2025-03-10',
      amount: 500_00,
      slug: 'income.tax_refund',
      exclusionReason: 'tax_refund',
    },
  ]
  const periods = [
    examplePeriod('2025-02-01', '2025-02-28', {
      openingBalance: 1_000_00,
      closingBalance: 30_000_00,
      documentId: 'feb',
    }),
    examplePeriod('2025-03-01', '2025-03-31', {
      openingBalance: 30_000_00,
      closingBalance: 47_400_00,
      reconciliationStatus: 'unreconciled',
    }),
  ]
  return exampleLedger(rows, periods, { positions: [examplePosition({ id: 'p' })] })
}

function buildPaper(ledger: Ledger, rowsMax = 100, committee: CommitteeFacts | null = null): Paper {
  const documents = [
    {
      id: 'feb',
      filename: 'feb.pdf',
      documentClass: 'bank_statement',
      status: 'processed',
      pageCount: 4,
      authenticity: null,
    },
  ]
  const sources = new Map([['t1', { documentId: 'feb', page: 2 }]])
  return dealPaper(committee ? 'memo' : 'report', {
    ledger,
    request: REQUEST,
    facts: {
      name: 'Corner Bakery',
      offer: OFFER,
      documents,
      setFigures: [],
      committee,
      sources,
      rowsMax,
    },
  })
}

const OFFER = '$30,000 at 1.34 over 9 months, draft'

function findTable(paper: Paper, title: string): PaperTable {
  const tables = paper.sections
    .flatMap(({ blocks }) => blocks)
    .filter((block) => block.kind === 'table')
  return tables.find((table) => table.title === title)!
}

test('the file’s revenue adds up: deposits less reasons, less refunds, and the rows of each', () => {
  const paper = buildPaper(deal())
  const { rows } = findTable(paper, 'Revenue by month')
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((column) => sumOfColumn(rows, column)),
    [47_500, 20_500, 27_000, 700, 26_300],
  )
  assert.equal(sumOfColumn(findTable(paper, 'Deposits excluded from revenue').rows, 2), 20_500)
  assert.equal(sumOfColumn(findTable(paper, 'Transactions excluded from revenue').rows, 4), 20_500)
  assert.equal(sumOfColumn(findTable(paper, 'Revenue transactions').rows, 4), 27_000)
  assert.equal(sumOfColumn(findTable(paper, 'Refunds and returns').rows, 4), -700)
})

test('the file proves each statement by its sum and shows the difference of one that does not', () => {
  const { rows } = findTable(buildPaper(deal()), 'Reconciliation')
  assert.deepEqual(
    rows.map((row) => [row[3], row[7], row[8], row[9]]),
    [
      ['D1', 30_000, 30_000, 0],
      ['', 47_500, 47_400, -100],
    ],
  )
})

test('a row of evidence names the document and page it was read on', () => {
  const { rows } = findTable(buildPaper(deal()), 'Position transactions')
  assert.deepEqual(
    rows.map((row) => row[5]),
    ['D1 p. 2', ''],
  )
  assert.deepEqual(evidenceIds(deal(), 1).toSorted(), ['t1', 't2', 't5'])
})

test('rows that are not shown are counted, never passed over', () => {
  const none = findTable(buildPaper(deal(), 0), 'Revenue transactions')
  assert.deepEqual([none.rows, none.empty], [[], '3 more in the API.'])
  assert.equal(
    findTable(buildPaper(deal(), 2), 'Revenue transactions').omitted,
    '1 more in the API.',
  )
})

test('a warning of the desk stands on the paper, and the deal has its own name there', () => {
  const paper = buildPaper({ ...deal(), today: '2026-05-01' })
  assert.match(paper.title, /: Corner Bakery/)
  const text = JSON.stringify(paper.sections[0])
  assert.match(text, /Stale data\. The latest data is \d+ days old\./)
})

test('the offer of the lender stands beside what is requested', () => {
  const [summary] = buildPaper(deal()).sections
  const facts = summary!.blocks.flatMap((block) => (block.kind === 'facts' ? block.facts : []))
  assert.deepEqual(
    facts.filter(({ label }) => label === 'Offer').map(({ value }) => value),
    [OFFER],
  )
})

test('the file of an empty deal is whole, and claims nothing of it', () => {
  const paper = buildPaper(exampleLedger([]))
  assert.equal(paper.sections.length, 14)
  const text = JSON.stringify(paper)
  assert.doesNotMatch(text, /No factor lost|Every data-quality check passed|NaN|undefined/)
})

test('advances that are paid at once are named, also where no statement shows their funding', () => {
  const ledger = deal()
  const other = examplePosition({ id: 'q', funderName: 'Credibly', advance: null })
  const first = examplePosition({ id: 'p', advance: null })
  const stacked = { ...ledger, positions: [first, other] }
  const { blocks } = buildPaper(stacked).sections.find(({ title }) => title === 'Positions')!
  const list = blocks.find((block) => block.kind === 'list')!
  assert.match(list.items[0]!, /^2 advances are paid at the same time: .*Credibly/)
})

const COMMITTEE: CommitteeFacts = {
  stage: 'declined',
  declineReasons: ['Time in business'],
  notes: [
    {
      text: 'Too young by two months.',
      by: 'Dana',
      at: '2025-04-01T09:00:00.000Z',
      decision: 'declined',
      isTakenBack: false,
    },
  ],
  policies: [
    {
      name: 'House',
      version: 3,
      decision: 'decline',
      at: '2025-04-01T08:00:00.000Z',
      lines: [
        {
          ruleName: 'Months in business',
          result: 'fail',
          message: '10 is below 12.',
          isCounted: true,
          consequence: 'decline',
          overridden: { by: 'Lee', reason: 'known owner', at: '2025-04-01T08:30:00.000Z' },
        },
      ],
    },
  ],
  corrections: [
    {
      at: '2025-04-01T07:00:00.000Z',
      by: 'Dana',
      comment: null,
      rowsCount: 2,
      row: { date: '2025-03-05', amount: 9_000, currency: 'USD', description: 'DEPOSIT' },
      changes: [{ field: 'category', from: 'revenue.sales', to: 'debt.mca_advance' }],
    },
  ],
}

test('the memo says what was decided, what a policy found and who overrode it, and what was corrected', () => {
  const text = JSON.stringify(buildPaper(deal(), 100, COMMITTEE))
  for (const part of [
    '2025-04-01, Dana, declined: Too young by two months.',
    'House, version 3: decline (1 of 1 rules with a consequence), 2025-04-01.',
    '10 is below 12.',
    'Lee: known owner',
    '2025-03-05 DEPOSIT $9,000.00',
    '→ MCA',
  ])
    assert.ok(text.includes(part), part)
})

test('a paper for others has nothing of what the lender decided', () => {
  const titles = (paper: Paper): string[] => paper.sections.map(({ title }) => title)
  const own = ['Decision', 'Policies', 'Forecast', 'Corrections']
  const memo = titles(buildPaper(deal(), 100, COMMITTEE))
  assert.deepEqual(memo, [...memo.slice(0, 1), ...own, ...titles(buildPaper(deal())).slice(1)])
})
