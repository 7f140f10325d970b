import type { Report } from '../report.ts'
import { adverseAction } from './adverse-action.ts'
import { anomalies } from './anomalies-report.ts'
import { balances } from './balances-report.ts'
import { bankSummary } from './bank-summary.ts'
import { benchmarks } from './benchmarks.ts'
import { cashflow } from './cashflow-report.ts'
import { categories } from './categories.ts'
import { coverage } from './coverage-report.ts'
import { disclosures } from './disclosures.ts'
import { financials } from './financials.ts'
import { forecast } from './forecast-report.ts'
import { withFormulas } from './formulas.ts'
import { merchants } from './merchants.ts'
import { metrics } from './metrics-report.ts'
import { offers } from './offers.ts'
import { recurring } from './recurring.ts'
import { riskScore } from './risk-score.ts'
import { scorecard } from './scorecard.ts'
import { statistics } from './statistics.ts'
import { stips } from './stips.ts'

const LIST: readonly Report[] = [
  scorecard,
  metrics,
  cashflow,
  balances,
  statistics,
  recurring,
  anomalies,
  merchants,
  categories,
  coverage,
  riskScore,
  forecast,
  benchmarks,
  bankSummary,
  financials,
  offers,
  disclosures,
  adverseAction,
  stips,
]

/**
 * Every analytics report of a submission, with the formulas of its figures; its routes are mapped
 * over this list.
 */
export const REPORTS: readonly Report[] = LIST.map(withFormulas)
