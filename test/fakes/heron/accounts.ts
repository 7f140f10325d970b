import { computeFigures } from './figures.ts'
import {
  addDays,
  emptyAccount,
  makeDeal,
  rowMaker,
  shopRows,
  type FakeAccount,
  type FakeDeal,
} from './tenant.ts'

const START = '2026-05-01'
const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

function shop(name: string, more: Partial<FakeDeal> = {}): FakeDeal {
  const deal = makeDeal(name, shopRows(name, { start: START, days: 150 }), more)
  return { ...deal, metrics: computeFigures(deal.rows, deal.asOf!) }
}

/** A few deals in order, with one thing of each kind. */
export function smallAccount(): FakeAccount {
  const policies = [
    {
      heron_id: 'pol_core',
      name: 'Core policy',
      use_case: 'cashflow',
      checks: [
        {
          name: 'Revenue',
          attribute_label: 'revenue',
          numeric_check: { type: 'greater_than', value: '10000', on_failure: 'fail' },
        },
        {
          name: 'NSF',
          attribute_label: 'nsf_fees',
          numeric_check: { type: 'less_than_or_equal', value: '5', on_failure: 'review_required' },
        },
      ],
    },
    {
      heron_id: 'pol_sql',
      name: 'Warehouse policy',
      checks: [
        { name: 'By SQL', attribute_label: 'x', sql_check: { query_name: 'q', column_name: 'c' } },
      ],
    },
  ]
  return {
    ...emptyAccount('small', [
      shop('alder', {
        information: {
          company_legal_business_name: 'Alder LLC',
          federal_tax_id: '12-3456789',
          company_physical_address_state: 'NY',
          owner_1_first_name: 'Ada',
          owner_1_last_name: 'Alder',
          owner_1_credit_score: '701',
          favorite_color: 'green',
        },
        files: [
          {
            heron_id: 'euf_alder_1',
            filename: 'may.pdf',
            file_class: 'bank_statement',
            content: PDF,
            num_pages: 1,
          },
          {
            heron_id: 'euf_alder_2',
            filename: 'notes.csv',
            file_class: 'site_notes',
            content: Buffer.from('a,b\n1,2\n'),
          },
        ],
        policies: { 'Core policy': 'passed' },
      }),
      shop('birch', { policies: { 'Core policy': 'passed' } }),
      makeDeal('cedar', [], {
        endUser: { heron_id: 'eus_cedar', status: 'new', end_user_id: 'client-cedar' },
      }),
    ]),
    classes: [
      { name: 'bank_statement', display_name: 'Bank statement' },
      { name: 'site_notes', display_name: 'Site notes' },
    ],
    merchants: [
      {
        merchant_heron_id: 'mrc_1',
        merchant_name: 'No such merchant',
        group_id: 'debt.mca_or_rbf',
      },
    ],
    rules: [
      {
        heron_id: 'rul_exact',
        name: 'Too many NSF',
        metric_label: 'nsf_fees',
        date_range: 'last_90_days',
        condition: 'greater_than',
        value: 4,
      },
      {
        heron_id: 'rul_near',
        name: 'Low confidence',
        metric_label: 'confidence',
        date_range: 'latest',
        condition: 'less_than',
        value: 0.7,
      },
      {
        heron_id: 'rul_none',
        name: 'Rent to travel',
        metric_label: 'rent_to_travel_ratio',
        date_range: 'last_180_days',
        condition: 'greater_than',
        value: 2,
      },
      {
        heron_id: 'rul_range',
        name: 'Odd days',
        metric_label: 'revenue',
        date_range: 'last_fortnight',
        condition: 'less_than',
        value: 2,
      },
    ],
    policies,
    funders: [
      {
        heron_id: 'fun_1',
        name: 'Quartz Capital',
        aliases: ['QUARTZ'],
        submission_channel: 'email',
        submission_email_address: 'deals@quartz.example',
      },
    ],
    templates: [
      {
        heron_id: 'eml_1',
        name: 'missing-documents-heron',
        html_body: '<p>Please send the missing documents.</p>',
      },
    ],
    webhooks: [
      {
        heron_id: 'wbh_1',
        url: 'https://hooks.example.com/heron',
        topic: 'end_user.processed',
        is_enabled: true,
      },
      {
        heron_id: 'wbh_2',
        url: 'https://hooks.example.com/heron',
        topic: 'pdf.parsed',
        is_enabled: true,
      },
      {
        heron_id: 'wbh_3',
        url: 'https://hooks.example.com/heron',
        topic: 'workflow.event',
        is_enabled: true,
      },
    ],
  }
}

/** What accounts of years have in them: gaps, doubles, other scripts, a deal of 20,000 rows. */
export function oddAccount(rowsOfLargest = 20_000): FakeAccount {
  const odd = rowMaker('dogwood')
  const rows = [
    odd('2026-07-01', 1200, { text: 'Überweisung Café Łódź 株式会社', label: 'Revenue' }),
    odd('2026-07-02', 800, { text: 'DEPOSIT', label: null }),
    odd('2026-07-02', 75, { text: 'SOMETHING NEW', label: 'Moon rocks' }),
    odd('2026-07-03', -40, { text: 'TWICE', label: 'Travel', reference: 'dogwood-same' }),
    odd('2026-07-04', -41, { text: 'TWICE', label: 'Travel', reference: 'dogwood-same' }),
    odd('2026-07-05', -90, {
      text: 'CORRECTED BY A PERSON',
      label: 'Insurance',
      annotator: 'feedback_client',
    }),
    odd('2026-07-06', 500, { text: 'NO ACCOUNT', label: 'Revenue', account: null }),
    { ...odd('2026-07-07', 10, { text: 'NO DAY' }), timestamp: null },
    { ...odd('2026-07-08', 10, { text: 'NO AMOUNT' }), amount: 'ten' },
    {
      ...odd('2026-07-09', 15, { text: 'LATE IN THE EVENING' }),
      timestamp: '2026-07-10T02:30:00Z',
    },
    { ...odd('2026-07-11', 20, { text: '' }), date: '2026-07-11', timestamp: null },
  ]
  const large = rowMaker('elm')
  const many = Array.from({ length: rowsOfLargest }, (_, index) => {
    const isIn = index % 3 !== 0
    const date = addDays('2026-01-01', Math.floor((index * 240) / rowsOfLargest))
    return large(date, isIn ? 25 + (index % 50) : -(20 + (index % 30)), {
      text: isIn ? 'SQUARE INC SALES' : 'SYSCO FOOD',
      label: isIn ? 'Revenue' : 'Inventory',
    })
  })
  const twin = makeDeal('fir', [])
  return {
    ...emptyAccount('odd', [
      makeDeal('dogwood', rows, {
        endUser: {
          heron_id: 'eus_dogwood',
          end_user_id: 'client-dogwood',
          name: 'Døgwood “Ünïcode” 有限公司',
          status: 'review_requested',
        },
        files: [
          {
            heron_id: 'euf_long',
            filename: 'long.pdf',
            file_class: 'bank_statement',
            num_pages: 1_400,
            content: PDF,
          },
          {
            heron_id: 'euf_quotes',
            filename: 'it’s “odd”.csv',
            file_class: null,
            content: Buffer.from('x,y\n3,4\n'),
          },
        ],
      }),
      makeDeal('elm', many),
      twin,
      { ...makeDeal('fir', []), endUser: { ...twin.endUser, heron_id: 'eus_fir_again' } },
      makeDeal('gum', [], {
        endUser: { heron_id: 'eus_gum', end_user_id: null, name: null, status: 'failed' },
      }),
    ]),
    timezone: 'America/New_York',
  }
}

/** An API on a bad day: it fails, throttles, cuts its responses, and one list has no end. */
export function hostileAccount(): FakeAccount {
  return {
    ...emptyAccount('hostile', [
      shop('hazel', {
        files: [
          {
            heron_id: 'euf_cut',
            filename: 'cut.pdf',
            file_class: 'bank_statement',
            content: PDF,
            sent: PDF.subarray(0, 60).toString('base64'),
          },
          {
            heron_id: 'euf_whole',
            filename: 'whole.csv',
            file_class: null,
            content: Buffer.from('k,v\n5,6\n'),
          },
        ],
      }),
      shop('ivy'),
    ]),
    misbehavior: { failures: 1, throttled: 1, cutsBodies: true },
  }
}

/** The small account with deals whose figures differ, each for one known cause. */
export function demoAccount(): FakeAccount {
  const account = smallAccount()
  const differ = (name: string, change: (rows: FakeDeal['rows']) => void): FakeDeal => {
    const deal = makeDeal(name, shopRows(name, { start: START, days: 150 }))
    change(deal.rows)
    return { ...deal, metrics: computeFigures(deal.rows, deal.asOf!) }
  }
  const label = (text: string) => [{ label: text, confidence: 0.6, annotator: 'predicted' }]
  return {
    ...account,
    deals: [
      ...account.deals,
      // Payments for goods that only the other side counts as revenue.
      differ('labels', (rows) => {
        for (const row of rows
          .filter(({ description }) => description === 'SYSCO FOOD SERVICES')
          .slice(-3))
          row.categories = label('Revenue')
      }),
      differ('pending', (rows) => void (rows.at(-1)!.transaction_code = 'pending')),
      differ('transfers', (rows) => {
        const row = rowMaker('transfers-two')
        const date = addDays(START, 120)
        const [from, to] = ['transfers-checking', 'transfers-savings']
        rows.push(
          row(date, -5000, { text: 'ONLINE TRANSFER TO CHK 8842', label: 'Rent', account: from }),
          row(date, 5000, { text: 'ONLINE TRANSFER FROM CHK 1121', label: 'Revenue', account: to }),
        )
      }),
      differ('different', () => {}),
    ].map((deal) => (deal.endUser.heron_id === 'eus_different' ? shifted(deal) : deal)),
  }
}

/** A figure that no row accounts for. */
function shifted(deal: FakeDeal): FakeDeal {
  const metrics = deal.metrics!.map((metric) =>
    metric.label === 'cogs' ? { ...metric, value: Number(metric.value) + 77.77 } : metric,
  )
  return { ...deal, metrics, policies: { 'Core policy': 'failed' } }
}
