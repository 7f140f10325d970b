import { CATEGORIES, findCategory } from '../../values/categories.ts'
import { toCents } from '../../values/money.ts'
import type { Problem } from '../../values/problem.ts'
import { nearest } from '../../values/text.ts'
import { DETECTORS } from '../anomalies/index.ts'
import { SUM_LINES } from '../figures/cashflow.ts'
import { LEAF_LINES } from '../ledger/lines.ts'
import { METRICS } from '../metrics/index.ts'
import { DEFAULT_RISK_MODEL } from '../settings/risk-model.ts'
import { DEFAULT_THRESHOLDS } from '../settings/grade-thresholds.ts'
import type { AnalyticsPatch } from '../settings/schemas.ts'

const LINES = [...LEAF_LINES, ...SUM_LINES].map(({ key }) => key)
const FACTORS = DEFAULT_RISK_MODEL.factors.map(({ name }) => name)
const GRADED = METRICS.filter(({ unit }) => !['array', 'string', 'date', 'boolean'].includes(unit))
/** NAICS: a sector of two digits to an industry of six. */
const NAICS_PREFIX = /^\d{2,6}$/

type Check = (patch: AnalyticsPatch) => Problem | null

const CHECKS: readonly Check[] = [amounts, slugs, lines, thresholds, model, tiers, anomalies]

/**
 * What is wrong with changed settings beyond their schema: an unknown name, with the nearest known
 * one, or a table that contradicts itself. Null when they can be applied; `where` is the path of
 * the field.
 */
export function problemIn(patch: AnalyticsPatch): Problem | null {
  for (const check of CHECKS) {
    const problem = check(patch)
    if (problem !== null) return problem
  }
  return null
}

function amounts({ low_balance_threshold: amount }: AnalyticsPatch): Problem | null {
  if (amount === undefined || toCents(amount) !== null) return null
  return wrong('low_balance_threshold', 'An amount can have at most two decimals.')
}

function slugs({ revenue_formula: formula = {} }: AnalyticsPatch): Problem | null {
  for (const field of ['include_slugs', 'exclude_slugs'] as const) {
    const unknownSlug = formula[field]?.find((slug) => findCategory(slug) === null)
    const where = `revenue_formula.${field}`
    const known = CATEGORIES.map(({ slug }) => slug)
    if (unknownSlug !== undefined)
      return unknownName(where, { kind: 'category', name: unknownSlug, known })
  }
  return null
}

function lines({ cashflow_layout: layout }: AnalyticsPatch): Problem | null {
  const named = (layout ?? []).flatMap(({ plus, minus = [] }) => [...plus, ...minus])
  const unknownLine = named.find((key) => !LINES.includes(key))
  if (unknownLine === undefined) return null
  return unknownName('cashflow_layout', { kind: 'cash flow line', name: unknownLine, known: LINES })
}

function thresholds({ scorecard_thresholds: table = {} }: AnalyticsPatch): Problem | null {
  for (const [metric, cuts] of Object.entries(table)) {
    const where = `scorecard_thresholds.${metric.slice(0, 64)}`
    const known = GRADED.map(({ name }) => name)
    if (!known.includes(metric))
      return unknownName(where, { kind: 'graded metric', name: metric, known })
    if (cuts === null) continue
    const isListed = DEFAULT_THRESHOLDS.some((row) => row.metric === metric)
    if (!isListed && cuts.section === undefined)
      return wrong(where, `${metric} is not in the default table, so it needs a section.`)
    if (!isStrict([cuts.A, cuts.B, cuts.C, cuts.D]))
      return wrong(where, `A, B, C and D of ${metric} must strictly rise or strictly fall.`)
  }
  return null
}

function isStrict(values: readonly number[]): boolean {
  const steps = values.slice(1).map((value, index) => Math.sign(value - values[index]!))
  return steps[0] !== 0 && steps.every((step) => step === steps[0])
}

function model({ risk_model: patch }: AnalyticsPatch): Problem | null {
  if (!patch) return null
  for (const [name, { knots = [] }] of Object.entries(patch.factors)) {
    const where = `risk_model.factors.${name.slice(0, 64)}`
    if (!FACTORS.includes(name)) return unknownName(where, { kind: 'factor', name, known: FACTORS })
    const isRising = knots.every(([input], at) => at === 0 || input! > knots[at - 1]![0]!)
    const isShare = knots.every(([, share]) => share! >= 0 && share! <= 1)
    if (!isRising || !isShare)
      return wrong(
        `${where}.knots`,
        'The inputs of knots must rise, and their shares must be from 0 to 1.',
      )
  }
  const weights = FACTORS.map((name) => patch.factors[name]?.weight ?? 1)
  return weights.some((weight) => weight > 0)
    ? null
    : wrong('risk_model.factors', 'At least one factor needs a weight above 0.')
}

function tiers({ industry_tiers: patch = {} }: AnalyticsPatch): Problem | null {
  const invalidPrefix = Object.keys(patch).find((prefix) => !NAICS_PREFIX.test(prefix))
  if (invalidPrefix === undefined) return null
  return wrong(
    'industry_tiers',
    `${invalidPrefix.slice(0, 64)} is not a NAICS code or prefix of 2 to 6 digits.`,
  )
}

function anomalies({ anomaly_thresholds: patch = {} }: AnalyticsPatch): Problem | null {
  for (const [kind, threshold] of Object.entries(patch)) {
    const where = `anomaly_thresholds.${kind.slice(0, 64)}`
    const known = DETECTORS.map((detector) => detector.kind)
    const detector = DETECTORS.find((each) => each.kind === kind)
    if (!detector) return unknownName(where, { kind: 'known kind of anomaly', name: kind, known })
    if (threshold !== null && !detector.threshold)
      return wrong(where, `${kind} has no threshold; null turns it off.`)
  }
  return null
}

function unknownName(
  where: string,
  { kind, name, known }: { kind: string; name: string; known: readonly string[] },
): Problem {
  const near = nearest(name, known)
  const hint = near === null ? '' : ` Did you mean ${near}?`
  return wrong(where, `${name.slice(0, 64)} is not a ${kind}.${hint}`)
}

function wrong(where: string, message: string): Problem {
  return { code: 'invalid_format', where, message }
}
