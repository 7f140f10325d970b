import type {
  PaperBlock,
  PaperFacts,
  PaperSection,
  PaperTable,
  PaperValue,
  ValueKind,
} from '../../values/paper/paper.ts'
import type { Ledger } from '../ledger.ts'
import { standingAnomalies } from '../anomalies/index.ts'
import { windowNamed } from '../metric/gate.ts'
import { formatMetricValue, labelInSentence } from '../metric/text.ts'
import { computeOffers } from '../reports/offers.ts'
import { computeRiskScore } from '../reports/risk-score.ts'
import { computeScorecard } from '../reports/scorecard.ts'
import { explainGrade, findMetric } from '../scorecard/explain-grade.ts'
import { column, facts, table, words, type DealInput } from './facts.ts'

const UNKNOWN = 'Too little data.'

/** The applicant, the grades and the reasons for them. */
export function summarySection({ ledger, request, facts: deal }: DealInput): PaperSection {
  const card = computeScorecard(ledger, request)
  const risk = computeRiskScore(ledger, request)
  return {
    title: 'Summary',
    note: null,
    blocks: [
      { kind: 'facts', facts: listKeyFigures(card, risk) },
      listCompanyFacts({ ledger, offer: deal.offer }, card, risk),
      {
        kind: 'list',
        title: 'Paper grade',
        items: gradeSentences(card),
        empty: 'Too little data for a grade.',
      },
      {
        kind: 'list',
        title: 'Principal risk factors',
        items: reasonSentences(risk),
        empty: risk.score === null ? UNKNOWN : 'No factor lost a point or more.',
      },
      {
        kind: 'list',
        title: 'Data warnings',
        items: [...listDataWarnings(card), ...listDataFlags(ledger)],
        empty: ledger.asOf === null ? UNKNOWN : 'Every data-quality check passed.',
      },
    ],
  }
}

function listKeyFigures(card: Card, risk: Risk): PaperFacts['facts'] {
  const metric = (label: string, name: string, as: ValueKind): PaperFacts['facts'][number] => ({
    label,
    value: findMetricValue(card, name),
    as,
    isStrong: true,
  })
  return [
    { label: 'Paper grade', value: card.paper_grade, as: 'text', isStrong: true },
    { label: 'Risk score', value: risk.score, as: 'score', isStrong: true },
    metric('Monthly true revenue', 'monthly_true_revenue', 'amount'),
    metric('Average daily balance', 'average_daily_balance', 'amount'),
    metric('Holdback', 'holdback_ratio', 'ratio'),
    metric('Active MCA positions', 'active_mca_positions', 'count'),
  ]
}

function listCompanyFacts(
  { ledger, offer }: { ledger: Ledger; offer: string | null },
  { company, data_quality }: Card,
  risk: Risk,
): PaperBlock {
  const months = company.time_in_business_months
  return facts(
    ['Business', company.name, 'text'],
    ['Entity type', company.entity_type && words(company.entity_type), 'text'],
    ['State', company.state, 'text'],
    ['NAICS code', company.naics_code, 'text'],
    ['Months in business', months === null ? null : Math.round(months), 'count'],
    ['Owner’s FICO score', company.owner_fico, 'count'],
    ['Requested amount', company.requested_amount, 'amount'],
    ['Offer', offer, 'text'],
    ['Data through', ledger.asOf, 'date'],
    ['Risk grade', risk.grade, 'text'],
    ['Data-quality score', data_quality.score, 'score'],
  )
}

function listDataWarnings({ warnings, data_quality: { checks } }: Card): string[] {
  const failed = checks.filter(({ is_passed }) => is_passed === false)
  return [
    ...warnings.map(({ message }) => message),
    ...failed.map(({ id, label }) => `${id}: ${label} is outside its limit.`),
  ]
}

/** Anomalies that show how far the data itself can be trusted. */
const OF_DATA = new Set([
  'stale_data',
  'missing_account',
  'coverage_gap',
  'altered_resubmission',
  'duplicate_statement',
  'source_conflict',
  'nsf_count_mismatch',
])

/** What the desk warns of; a paper that leaves it must not say less. */
function listDataFlags(ledger: Ledger): string[] {
  if (ledger.columns.size === 0) return []
  return standingAnomalies(ledger, windowNamed(ledger, 'all'))
    .filter(({ kind }) => OF_DATA.has(kind))
    .map(({ title, explanation }) => `${title}. ${explanation}`)
}

/** Every graded metric with its cut-offs. */
export function scorecardSection({ ledger, request }: DealInput): PaperSection {
  const card = computeScorecard(ledger, request)
  const rows = card.sections.flatMap(({ label, metrics }) =>
    metrics.map((metric): PaperValue[] => [
      label,
      `${metric.label}${metric.critical ? ' *' : ''}`,
      formatMetricValue(metric, ledger.currency),
      metric.grade,
      formatCuts(metric, ledger.currency),
      metric.formula_id,
      metric.evidence.transactions_count,
      words(metric.date_range.name),
    ]),
  )
  return {
    title: 'Scorecard',
    note: 'The worst grade of the critical metrics (*) sets the paper grade; two other metrics with a worse grade lower it by one.',
    blocks: [
      table(
        'Scorecard',
        [
          column('Section', 'text', 11),
          column('Metric', 'text', 24),
          column('Value', 'text', 12),
          column('Grade', 'text', 6),
          column('A / B / C / D', 'text', 22),
          column('Formula', 'text', 7),
          column('Rows', 'count', 6),
          column('Window', 'text', 18),
        ],
        { rows, empty: 'No metric is graded.' },
      ),
    ],
  }
}

/** The largest offers within every limit. */
export function offersSection({ ledger, request }: DealInput): PaperSection {
  const { offers, refusals, limits } = computeOffers(ledger, request)
  return {
    title: 'Indicative offers',
    note: 'The largest advance within every limit, at the usual terms of the paper grade. Not a commitment.',
    blocks: [
      limitsTable(limits),
      table(
        'Offers',
        [
          column('Offer', 'text', 9),
          column('Advance', 'amount', 12),
          column('Factor', 'score', 8),
          column('Term, months', 'count', 8),
          column('Frequency', 'text', 10),
          column('Payment', 'amount', 10),
          column('Payments', 'count', 8),
          column('Purchased amount', 'amount', 12),
          column('APR', 'ratio', 9),
          column('Holdback after', 'ratio', 11),
          column('Binding limit', 'text', 12),
        ],
        {
          rows: offers.map((offer) => [
            offer.name,
            offer.advance,
            offer.factor,
            offer.term,
            offer.frequency,
            offer.payment,
            offer.payments_count,
            offer.purchased_amount,
            offer.estimated_apr,
            offer.after_funding.holdback_ratio,
            offer.binding_limit,
          ]),
          empty: refusals[0]?.text ?? 'The data does not support an offer.',
        },
      ),
    ],
  }
}

function limitsTable(limits: ReturnType<typeof computeOffers>['limits']): PaperTable {
  const columns = [
    column('Limit', 'text', 20),
    column('Calculation', 'text', 60),
    column('Amount', 'amount', 20),
    column('Binding', 'text', 10),
  ]
  const rows = limits.map(({ name, formula, amount, is_binding }): PaperValue[] => [
    name,
    formula,
    amount,
    is_binding ? 'yes' : '',
  ])
  const empty = 'The limits require the terms of a paper grade, and there are none.'
  return table('Limits', columns, { rows, empty })
}

type Card = ReturnType<typeof computeScorecard>
type Risk = ReturnType<typeof computeRiskScore>
type CardMetric = Card['sections'][number]['metrics'][number]

function gradeSentences(card: Card): string[] {
  const sentence = explainGrade(card)
  if (sentence === null) return []
  const missing = card.decided_by!.missing.map((name) => labelInSentence(findMetric(card, name)!))
  return [
    `${sentence}.`,
    ...(missing.length > 0 ? [`Not graded because not known: ${missing.join(', ')}.`] : []),
  ]
}

function reasonSentences({ reasons }: Risk): string[] {
  return reasons
    .filter(({ code }) => code.startsWith('RC'))
    .map(({ code, text, factor, lost_points: lost }) => {
      const cost = factor === null ? 'caps the score' : `${lost.toFixed(2)} points lost`
      return `${code}: ${text} (${cost})`
    })
}

/** A tenant's own table of thresholds may leave a metric out. */
function findMetricValue(card: Card, name: string): PaperValue {
  const value = findMetric(card, name)?.value
  return typeof value === 'number' ? value : null
}

/** The cut-offs of a metric in its own unit; amounts and counts without sign, to be short. */
function formatCuts({ name, unit, thresholds }: CardMetric, currency: string): string {
  if (thresholds === null) return ''
  const { A, B, C, D } = thresholds
  const write = (value: number): string =>
    unit === 'ratio'
      ? formatMetricValue({ name, unit, value }, currency)!.replace(/\.0 %$/, ' %')
      : value.toLocaleString('en-US')
  return [A, B, C, D].map(write).join(' / ')
}
