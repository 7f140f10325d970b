import type { Called } from './agents.ts'

/** What the tasks are about: a deal that is read and processed, and a file for another. */
export interface Material {
  /** Your own id of the deal. */
  deal: string
  /** A statement in base64. */
  statement: string
  /** Of a name that makes a repeated create a new one. */
  tag: string
}

type Arguments = Record<string, unknown>
type Step = [tool: string, given: (material: Material, results: Called[]) => Arguments]

/** What a person wants, the calls of a sensible agent, and what its reply must rest on. */
export interface AgentTask {
  question: string
  calls: Step[]
  /** Figures and names that the results must have; the first of them in the last result. */
  shows: (string | RegExp)[]
  /** How many rows or documents of the deal the last result names by id, at least. */
  cites: { transactions?: number; documents?: number } | 'deal'
}

/** Of the deal, with nothing else. */
function ofDeal(more: Arguments = {}): (material: Material) => Arguments {
  return ({ deal }) => ({ submission_id: deal, ...more })
}

/** The id in the data of an earlier result. */
function idIn(results: Called[], index: number): string {
  return results[index]!.data.id
}

const JULY = { start_date: '2025-07-01', end_date: '2025-07-31' }
const SEPTEMBER = { start_date: '2025-09-01', end_date: '2025-09-30' }
const ROW = { date: '2026-05-01', description: 'STRIPE TRANSFER ST-81', amount: 1200 }
const WAGES = { date: '2026-05-02', description: 'GUSTO PAYROLL', amount: -800 }

/** About the numbers of a deal. */
const READING: readonly AgentTask[] = [
  {
    question: 'What is the true revenue a month, and which deposits make it up?',
    calls: [
      ['get_scorecard', ofDeal({ include: ['evidence'] })],
      ['get_transactions', ofDeal({ metric: 'monthly_true_revenue' })],
    ],
    shows: [/revenue\./, '61001.46', 'transactions_count:131'],
    cites: { transactions: 10 },
  },
  {
    question: 'How often did the account lack funds, when, and what did it cost?',
    calls: [
      ['get_statistics', ofDeal()],
      ['get_transactions', ofDeal({ category: ['fees.nsf_overdraft'] })],
    ],
    shows: [/2025-09-26\t-36[^]*2025-08-08\t-36/, 'nsf_count: 2', 'nsf_overdraft_fees: 72'],
    cites: { transactions: 2 },
  },
  {
    question: 'Which advances are open, and what is paid for them a month?',
    calls: [['get_scorecard', ofDeal()]],
    shows: [/Forward Financing\tactive\t289\.5\tbusiness_daily/, 'monthly_payments: 5693.5'],
    cites: 'deal',
  },
  {
    question: 'When did the advance come in, and how much was it?',
    calls: [['get_transactions', ofDeal({ q: 'forward financing', direction: 'inflow' })]],
    shows: [/2025-07-08\t25000/, 'debt.mca_advance'],
    cites: { transactions: 1 },
  },
  {
    question: 'On which day of August was an account overdrawn?',
    calls: [
      ['get_balances', ofDeal({ granularity: 'month' })],
      ['get_balances', ofDeal({ start_date: '2025-08-01', end_date: '2025-08-15' })],
    ],
    shows: [/2025-08-07\t2013\.54.*\ttrue/],
    cites: 'deal',
  },
  {
    question: 'What was the lowest balance, and in which month?',
    calls: [['get_balances', ofDeal({ granularity: 'month' })]],
    shows: ['min: 2013.54', /2025-08\t13339\.94\t2013\.54/],
    cites: 'deal',
  },
  {
    question: 'How much cash was left after debt in September?',
    calls: [['get_cashflow', ofDeal(SEPTEMBER)]],
    shows: [/net_cash_after_debt\t3969\.37/, /true_revenue\t61895\.58/],
    cites: 'deal',
  },
  {
    question: 'Did revenue grow from July to September?',
    calls: [['get_cashflow', ofDeal()]],
    shows: [/true_revenue\t61850\.8[^]*true_revenue\t59257\.99[^]*true_revenue\t61895\.58/],
    cites: 'deal',
  },
  {
    question: 'What is the risk score, and what lowered it most?',
    calls: [['get_risk_score', ofDeal()]],
    shows: ['score: 81.2', /debt_service_coverage\t.*\t5\n/, 'Cash flow insufficient'],
    cites: 'deal',
  },
  {
    question: 'Which payment stands out, and to whom was it?',
    calls: [
      ['get_anomalies', ofDeal({ kind: 'outlier_withdrawal' })],
      [
        'get_transactions',
        ({ deal }, [found]) => ({
          submission_id: deal,
          ids: found!.data.anomalies[0].transaction_ids,
        }),
      ],
    ],
    shows: [/-18640\t.*WEBSTAURANT EQUIPMENT/],
    cites: { transactions: 1 },
  },
  {
    question: 'Are statements of other accounts missing, and how is that known?',
    calls: [['get_anomalies', ofDeal({ kind: 'missing_account' })]],
    shows: ['American Express Card', 'Northgale Card Services', 'anomalies_count: 2'],
    cites: { transactions: 6 },
  },
  {
    question: 'When does the money run out, by the forecast?',
    calls: [['get_forecasts', ofDeal({ horizon: 30 })]],
    shows: ['runway_days: 23', 'min_balance: -2437.2', 'min_balance_date: 2025-10-24'],
    cites: 'deal',
  },
  {
    question: 'What are the wages a month, and by whom are they paid out?',
    calls: [['get_recurring', ofDeal({ stream_type: 'payroll' })]],
    shows: [/Gusto\tbiweekly\t\w+\t6781\.36\t14928\.81/],
    cites: 'deal',
  },
  {
    question: 'How much is the rent, and when is it due next?',
    calls: [['get_recurring', ofDeal({ stream_type: 'rent' })]],
    shows: [/Hartwell Property Mgmt\tmonthly\t\w+\t5200\t.*2025-10-01/],
    cites: 'deal',
  },
  {
    question: 'How much of the revenue comes by one payer?',
    calls: [['get_merchant_summary', ofDeal({ direction: 'inflow' })]],
    shows: [/Square\t0\.5651/],
    cites: 'deal',
  },
  {
    question: 'What did the owner take out?',
    calls: [['get_transactions', ofDeal({ category: ['equity.owner_draw'] })]],
    shows: [/-1586\.11[^]*-1542\.83/, '6 shown'],
    cites: { transactions: 6 },
  },
  {
    question: 'Is the lease of the equipment paid every month?',
    calls: [['get_transactions', ofDeal({ merchant: 'LEAF Commercial Capital' })]],
    shows: [/09-15\t-612\.4[^]*08-15\t-612\.4[^]*07-15\t-612\.4/],
    cites: { transactions: 3 },
  },
  {
    question: 'Are sales taxes paid, and how much?',
    calls: [['get_transactions', ofDeal({ category: ['taxes.sales'] })]],
    shows: [/-2974\.16[^]*-3272\.72[^]*-3104\.68/],
    cites: { transactions: 3 },
  },
  {
    question: 'Which deposits above 5,000 came in July?',
    calls: [['get_transactions', ofDeal({ ...JULY, direction: 'inflow', min_amount: 5000 })]],
    shows: [/2025-07-08\t25000/],
    cites: { transactions: 4 },
  },
  {
    question: 'Do the statements reconcile, and with which balance do they end?',
    calls: [
      ['list_documents', ofDeal()],
      [
        'get_parsed_results',
        (_, [listed]) => ({ document_id: idOfFile(listed!, /payroll-2025-09/) }),
      ],
    ],
    shows: ['closing_balance: 2637.57', 'is_reconciled:true', 'difference: 0'],
    cites: { documents: 1 },
  },
]

function idOfFile({ data }: Called, name: RegExp): string {
  return data.find(({ filename }: { filename: string }) => name.test(filename)).id
}

/** That change something: each on a deal of its own. */
const WORKING: readonly AgentTask[] = [
  {
    question: 'Find the deal of the cafe, and say how complete its file is.',
    calls: [
      ['list_submissions', () => ({ q: 'Juniper Lane', status: ['processed'] })],
      ['get_submission', (_, [listed]) => ({ submission_id: listed!.data[0].id })],
    ],
    shows: [/documents:6/, 'coverageRatio:1', 'score:99'],
    cites: 'deal',
  },
  {
    question: 'Would the deal pass with a revenue of at least 50,000 a month?',
    calls: [
      [
        'create_rule',
        ({ tag }) => ({
          name: `Revenue ${tag}`,
          metric: 'monthly_true_revenue',
          operator: 'greater_than_or_equal',
          value: 50_000,
        }),
      ],
      [
        'evaluate_policy',
        ({ deal }, results) => ({
          submission_id: deal,
          rule_ids: [idIn(results, 0)],
          persist: false,
        }),
      ],
    ],
    shows: [/passed\t.*61001\.4566/, 'result: passed'],
    cites: 'deal',
  },
  {
    question: 'Decide on the deal by our policies, and show that the decision is kept.',
    calls: [
      ['evaluate_policy', ofDeal()],
      ['get_policy_history', ofDeal({ limit: 1 })],
    ],
    shows: ['decision: approve', '1 shown'],
    cites: 'deal',
  },
  {
    question: 'Underwrite this statement.',
    calls: [
      ['create_submission', ({ tag }) => ({ name: `Harborline ${tag}` })],
      [
        'import_bank_pdf',
        ({ statement }, results) => ({
          submission_id: idIn(results, 0),
          filename: 'may.pdf',
          content_base64: statement,
        }),
      ],
      ['get_processing_status', (_, results) => ({ submission_id: idIn(results, 0) })],
      ['get_scorecard', (_, results) => ({ submission_id: idIn(results, 0) })],
    ],
    shows: ['paper_grade: C', 'transactions_count: 46', 'status: processed'],
    cites: 'deal',
  },
  {
    question: 'Have we seen this business before?',
    calls: [
      [
        'create_submission',
        ({ tag }) => ({
          name: `Cafe ${tag}`,
          company_info: { name: 'Juniper Lane Cafe', ein: '12-3456789' },
        }),
      ],
      ['find_duplicates', (_, results) => ({ submission_id: idIn(results, 0) })],
    ],
    shows: ['match_level: likely', 'Juniper Lane Cafe', /ein\tequal/],
    cites: 'deal',
  },
  {
    question: 'Add these two rows to a deal, with their categories.',
    calls: [
      ['create_submission', ({ tag }) => ({ name: `By hand ${tag}` })],
      [
        'create_transactions',
        (_, results) => ({ submission_id: idIn(results, 0), transactions: [ROW, WAGES] }),
      ],
      ['enrich_transactions', (_, results) => ({ submission_id: idIn(results, 0) })],
      ['get_transactions', (_, results) => ({ submission_id: idIn(results, 0) })],
    ],
    shows: [/-800.*expenses\.payroll[^]*1200.*revenue\./, 'created: 2'],
    cites: 'deal',
  },
  {
    question: 'Mark the deal as urgent.',
    calls: [
      ['update_submission', ofDeal({ metadata: { priority: 'urgent' } })],
      ['get_submission', ofDeal()],
    ],
    shows: ['priority:urgent'],
    cites: 'deal',
  },
  {
    question: 'This file is a void check, not a statement: set it right.',
    calls: [
      ['create_submission', ({ tag }) => ({ name: `Check ${tag}` })],
      [
        'upload_document',
        (_, results) => ({
          submission_id: idIn(results, 0),
          filename: 'check.csv',
          content_base64: Buffer.from('Date,Description,Amount\n2026-05-01,SALES,1.00\n').toString(
            'base64',
          ),
        }),
      ],
      ['get_processing_status', (_, results) => ({ submission_id: idIn(results, 0) })],
      [
        'reclassify_document',
        (_, results) => ({ document_id: idIn(results, 1), document_class: 'voided_check' }),
      ],
    ],
    shows: ['document_class: voided_check'],
    cites: 'deal',
  },
  {
    question: 'Remove the deal that was made by mistake.',
    calls: [
      ['create_submission', ({ tag }) => ({ name: `Mistake ${tag}`, external_id: `gone-${tag}` })],
      ['delete_submission', ({ tag }) => ({ submission_id: `gone-${tag}`, confirm: true })],
    ],
    shows: [/deleted/],
    cites: 'deal',
  },
  {
    question: 'Make a workflow that waits for a day before a deal goes on.',
    calls: [
      ['list_node_types', () => ({ category: 'flow' })],
      [
        'create_workflow',
        ({ tag }) => ({
          name: `Sleep over it ${tag}`,
          trigger: { type: 'manual' },
          nodes: [
            { id: 'wait', type: 'delay', config: { for: { value: 1, unit: 'business_days' } } },
            { id: 'end', type: 'stop', config: { status: 'succeeded' } },
          ],
        }),
      ],
      ['get_workflow', (_, results) => ({ workflow_id: idIn(results, 1) })],
    ],
    shows: [/wait\tend\tdefault/, 'status: draft', 'seconds|minutes|hours|days|business_days'],
    cites: 'deal',
  },
]

/** The 30 tasks: what an agent does at a lender's desk. */
export const AGENT_TASKS: readonly AgentTask[] = [...READING, ...WORKING]
