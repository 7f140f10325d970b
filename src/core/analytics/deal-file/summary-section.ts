import type { PaperSection, PaperTable, PaperValue, ValueKind } from '../../values/paper/paper.ts'
import type { MetricValue } from '../metric/value.ts'
import { computeOffers } from '../reports/offers.ts'
import { computeRiskScore } from '../reports/risk-score.ts'
import { computeScorecard } from '../reports/scorecard.ts'
import { column, facts, table, words, type DealInput } from './facts.ts'

const UNKNOWN = 'Too little is known.'
const KINDS: Readonly<Record<string, ValueKind>> = {
  amount: 'amount',
  ratio: 'ratio',
  score: 'score',
}

/** Who asks for what, how it is graded and why. */
export function summarySection({ ledger, request }: DealInput): PaperSection {
  const card = computeScorecard(ledger, request)
  const risk = computeRiskScore(ledger, request)
  const { company } = card
  // Without a start date there is only a lower bound from the bank data, which is no age.
  const months = ledger.company.businessStartDate === null ? null : company.time_in_business_months
  return {
    title: 'Summary',
    note: null,
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Paper grade', value: card.paper_grade, as: 'text', isStrong: true },
          { label: 'Risk score', value: risk.score, as: 'score', isStrong: true },
          {
            label: 'Monthly true revenue',
            value: findMetricValue(card.sections, 'monthly_true_revenue'),
            as: 'amount',
            isStrong: true,
          },
          {
            label: 'Average daily balance',
            value: findMetricValue(card.sections, 'average_daily_balance'),
            as: 'amount',
            isStrong: true,
          },
          {
            label: 'Holdback',
            value: findMetricValue(card.sections, 'holdback_ratio'),
            as: 'ratio',
            isStrong: true,
          },
          {
            label: 'Running advances',
            value: findMetricValue(card.sections, 'active_mca_positions'),
            as: 'count',
            isStrong: true,
          },
        ],
      },
      facts(
        ['Business', company.name, 'text'],
        ['Entity', company.entity_type && words(company.entity_type), 'text'],
        ['State', company.state, 'text'],
        ['NAICS', company.naics_code, 'text'],
        ['Months in business', months === null ? null : Math.round(months), 'count'],
        ['Owner’s credit score', company.owner_fico, 'count'],
        ['Requested amount', company.requested_amount, 'amount'],
        ['Data up to', ledger.asOf, 'date'],
        ['Risk grade', risk.grade, 'text'],
        ['Data quality, of 100', card.data_quality.score, 'score'],
      ),
      {
        kind: 'list',
        title: 'How the grade came about',
        items: gradeSentences(card),
        empty: 'Too little is known for a grade.',
      },
      {
        kind: 'list',
        title: 'Principal reasons against',
        items: reasonSentences(risk),
        empty: risk.score === null ? UNKNOWN : 'No factor costs a point or more.',
      },
      {
        kind: 'list',
        title: 'Remarks about the data',
        items: [
          ...card.warnings.map(({ message }) => message),
          ...card.data_quality.checks
            .filter(({ is_passed }) => is_passed === false)
            .map(({ id, label }) => `${id}  ${label} is beyond its limit.`),
        ],
        empty: ledger.asOf === null ? UNKNOWN : 'No check of the data fails.',
      },
    ],
  }
}

/** Every graded metric with its cut-offs. */
export function scorecardSection({ ledger, request }: DealInput): PaperSection {
  const card = computeScorecard(ledger, request)
  const rows = card.sections.flatMap(({ label, metrics }) =>
    metrics.map((metric): PaperValue[] => [
      label,
      `${metric.label}${metric.critical ? ' *' : ''}`,
      shown(metric),
      metric.grade,
      formatCuts(metric.thresholds, metric.unit),
      metric.formula_id,
      metric.evidence.transactions_count,
      words(metric.date_range.name),
    ]),
  )
  return {
    title: 'Scorecard',
    note: 'The worst grade of the metrics with an asterisk decides; two others that are worse cost one more grade.',
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

/** What could be offered within every limit. */
export function offersSection({ ledger, request }: DealInput): PaperSection {
  const { offers, refusals, limits } = computeOffers(ledger, request)
  return {
    title: 'Indicative offers',
    note: 'The largest advance within every limit, by the usual terms of the paper grade. No commitment.',
    blocks: [
      limitsTable(limits),
      table(
        'Offers',
        [
          column('Term', 'text', 9),
          column('Advance', 'amount', 12),
          column('Factor', 'score', 8),
          column('Months', 'count', 8),
          column('Frequency', 'text', 10),
          column('Payment', 'amount', 10),
          column('Number', 'count', 8),
          column('Total', 'amount', 12),
          column('APR', 'ratio', 9),
          column('Holdback after', 'ratio', 11),
          column('Limit that binds', 'text', 12),
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
          empty: refusals[0]?.text ?? 'The data does not carry an offer.',
        },
      ),
    ],
  }
}

function limitsTable(limits: ReturnType<typeof computeOffers>['limits']): PaperTable {
  const columns = [
    column('Limit of the advance', 'text', 20),
    column('How it is computed', 'text', 60),
    column('Amount', 'amount', 20),
    column('Binds', 'text', 10),
  ]
  const rows = limits.map(({ name, formula, amount, is_binding }): PaperValue[] => [
    name,
    formula,
    amount,
    is_binding ? 'yes' : '',
  ])
  const empty = 'The limits follow from the terms of a paper grade, and there is none.'
  return table('Limits', columns, { rows, empty })
}

type Card = ReturnType<typeof computeScorecard>

function gradeSentences({ paper_grade: grade, decided_by: decided }: Card): string[] {
  if (grade === null || decided === null) return []
  const { metric, lowered_by: lower, missing } = decided
  return [
    `Paper ${grade}: ${words(metric)} has the worst grade of the critical metrics.`,
    ...(lower.length > 0 ? [`One grade lower for ${lower.map(words).join(' and ')}.`] : []),
    ...(missing.length > 0
      ? [`Not known, and so not graded: ${missing.map(words).join(', ')}.`]
      : []),
  ]
}

function reasonSentences({ reasons }: ReturnType<typeof computeRiskScore>): string[] {
  return reasons
    .filter(({ code }) => code.startsWith('RC'))
    .map(({ code, text, factor, lost_points: lost }) => {
      const cost = factor === null ? 'caps the score' : `${lost.toFixed(2)} points lost`
      return `${code}  ${text} (${cost})`
    })
}

function findMetricValue(sections: Card['sections'], name: string): PaperValue {
  const found = sections.flatMap(({ metrics }) => metrics).find((metric) => metric.name === name)
  return typeof found?.value === 'number' ? found.value : null
}

function shown({ value, unit }: Pick<MetricValue, 'value' | 'unit'>): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'number') return null
  const kind = KINDS[unit]
  if (kind === 'ratio') return `${(value * 100).toFixed(1)} %`
  if (kind === 'amount') return value.toLocaleString('en-US', { minimumFractionDigits: 2 })
  return kind === 'score' ? value.toFixed(1) : String(value)
}

function formatCuts(
  cuts: { A: number; B: number; C: number; D: number } | null,
  unit: string,
): string {
  if (cuts === null) return ''
  const write = (cut: number): string =>
    unit === 'ratio' ? `${Math.round(cut * 1000) / 10} %` : cut.toLocaleString('en-US')
  return [cuts.A, cuts.B, cuts.C, cuts.D].map(write).join(' / ')
}
