import { TAXONOMY_VERSION } from '../../values/categories.ts'
import type { PaperSection, PaperValue } from '../../values/paper/paper.ts'
import { toMajor } from '../../values/money.ts'
import { FORMULA_VERSION } from '../report.ts'
import { qualityChecks } from '../reports/quality-checks.ts'
import { DEFAULT_RISK_MODEL } from '../settings/risk-model.ts'
import type { AnalyticsSettings } from '../settings.ts'
import { column, facts, table, words, type DealInput } from './facts.ts'

/** What the numbers rest on: versions, settings and the checks of the data. */
export function basisSection({ ledger, request }: DealInput): PaperSection {
  const { settings, currency } = ledger
  const model = settings.riskModel ?? DEFAULT_RISK_MODEL
  return {
    title: 'Basis',
    note: 'The same data, settings and versions give the same file.',
    blocks: [
      facts(
        ['Submission', ledger.submissionId, 'text'],
        ['Data version', request.analyticsVersion, 'count'],
        ['Formulas of', FORMULA_VERSION, 'text'],
        ['Categories of', TAXONOMY_VERSION, 'text'],
        ['Risk model', `${model.name} ${model.version}`, 'text'],
        ['Computed at', request.computedAt, 'text'],
        ['Currency', currency, 'text'],
        ['Rows counted', ledger.columns.size, 'count'],
        ['Corrected by a person', ledger.hasOverrides ? 'yes' : 'no', 'text'],
      ),
      table('Settings', [column('Setting', 'text', 40), column('Value', 'text', 60)], {
        rows: settingRows(settings, currency),
        empty: '',
      }),
      table(
        'Checks of the data',
        [
          column('Check', 'text', 8),
          column('What', 'text', 40),
          column('Value', 'score', 14),
          column('Limit', 'score', 14),
          column('Passed', 'text', 10),
        ],
        {
          rows: qualityChecks(ledger).map(({ id, label, value, limit, is_passed }) => [
            id,
            label,
            value,
            limit,
            is_passed === null ? null : is_passed ? 'yes' : 'no',
          ]),
          empty: '',
        },
      ),
    ],
  }
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
    ['Categories taken from revenue', list(formula.excludeSlugs)],
    ['P2P is revenue', chosen(formula.countP2pAsRevenue)],
    ['Factoring is revenue', chosen(formula.countFactoringAsRevenue)],
    ['Salary is revenue', chosen(formula.countSalaryAsRevenue)],
    ['Refunds are taken off', chosen(formula.subtractContra)],
    [
      'Cap of one deposit',
      formula.largeDepositCapMultiple === null
        ? 'none'
        : `${formula.largeDepositCapMultiple} × the median`,
    ],
    ['A day is low below', toMajor(settings.lowBalanceThreshold, currency).toFixed(2)],
    ['Card payments are debt', chosen(settings.countCardPaymentsAsDebt)],
    ['Deposits leave internal transfers out', chosen(settings.depositsExcludeInternal)],
    ['Grades', settings.scorecardThresholds === null ? 'default cut-offs' : 'own cut-offs'],
    ...Object.entries(settings.industryTiers).map(([prefix, tier]) => [
      `Industry ${prefix}`,
      words(tier),
    ]),
  ]
}
