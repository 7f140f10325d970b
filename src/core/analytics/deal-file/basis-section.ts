import { TAXONOMY_VERSION } from '../../values/categories.ts'
import { formatCents } from '../../values/paper/figure-text.ts'
import type { PaperSection, PaperValue } from '../../values/paper/paper.ts'
import type { Ledger } from '../ledger.ts'
import { formatMetricValue } from '../metric/text.ts'
import { findMetric } from '../metrics/index.ts'
import { FORMULA_VERSION } from '../report.ts'
import { qualityChecks } from '../reports/quality-checks.ts'
import { DEFAULT_RISK_MODEL } from '../settings/risk-model.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { column, facts, table, words, type DealInput } from './facts.ts'

/** What the numbers are based on: versions, settings and the checks of the data. */
export function basisSection({ ledger, request }: DealInput): PaperSection {
  const { settings, currency } = ledger
  const model = settings.riskModel ?? DEFAULT_RISK_MODEL
  return {
    title: 'Basis of preparation',
    note: 'The same data, settings and versions give the same file.',
    blocks: [
      facts(
        ['Submission', ledger.submissionId, 'text'],
        ['Data version', request.analyticsVersion, 'count'],
        ['Formula version', FORMULA_VERSION, 'text'],
        ['Category version', TAXONOMY_VERSION, 'text'],
        ['Risk model', `${model.name} ${model.version}`, 'text'],
        ['Computed at', request.computedAt, 'text'],
        ['Currency', currency, 'text'],
        ['Transactions counted', ledger.columns.size, 'count'],
        ['Manual corrections', ledger.hasOverrides ? 'yes' : 'no', 'text'],
      ),
      table('Settings', [column('Setting', 'text', 40), column('Value', 'text', 60)], {
        rows: settingRows(settings, currency),
        empty: '',
      }),
      table(
        'Data-quality checks',
        [
          column('Check', 'text', 8),
          column('Measure', 'text', 40),
          column('Value', 'text', 14),
          column('Limit', 'text', 14),
          column('Passed', 'text', 10),
        ],
        { rows: checkRows(ledger), empty: '' },
      ),
    ],
  }
}

function checkRows(ledger: Ledger): PaperValue[][] {
  return qualityChecks(ledger).map(({ id, name, label, value, limit, is_passed }) => {
    const { unit } = findMetric(name)!
    const write = (figure: number | null): string | null =>
      formatMetricValue({ name, unit, value: figure }, ledger.currency)
    const passed = is_passed === null ? null : is_passed ? 'yes' : 'no'
    return [id, label, write(value), write(limit), passed]
  })
}

function settingRows(settings: AnalyticsSettings, currency: string): PaperValue[][] {
  const { revenueFormula: formula } = settings
  const chosen = (value: boolean | null): string =>
    value === null ? 'by category' : value ? 'yes' : 'no'
  const list = (slugs: readonly string[]): string =>
    slugs.length === 0 ? 'none' : slugs.join(', ')
  return [
    ['Revenue formula', `version ${formula.version}`],
    ['Categories added to revenue', list(formula.includeSlugs)],
    ['Categories removed from revenue', list(formula.excludeSlugs)],
    ['P2P counts as revenue', chosen(formula.countP2pAsRevenue)],
    ['Factoring counts as revenue', chosen(formula.countFactoringAsRevenue)],
    ['Salary counts as revenue', chosen(formula.countSalaryAsRevenue)],
    ['Refunds are subtracted', chosen(formula.subtractContra)],
    [
      'Cap on a single deposit',
      formula.largeDepositCapMultiple === null
        ? 'none'
        : `${formula.largeDepositCapMultiple}× the median deposit`,
    ],
    ['Low-balance threshold', formatCents(settings.lowBalanceThreshold, currency)],
    ['Card payments count as debt', chosen(settings.countCardPaymentsAsDebt)],
    ['Deposits exclude internal transfers', chosen(settings.depositsExcludeInternal)],
    ['Grade cut-offs', settings.scorecardThresholds === null ? 'default' : 'custom'],
    ...Object.entries(settings.industryTiers).map(([prefix, tier]) => [
      `Industry ${prefix}`,
      words(tier),
    ]),
  ]
}
