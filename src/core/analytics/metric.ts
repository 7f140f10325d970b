import { getExponent, roundHalfAway, toMajor, type Cents } from '../values/money.ts'
import { roundNumber } from './arithmetic.ts'
import { rowsOfParts, type Basis } from './metric/basis.ts'
import type { Need, Reason, Status } from './metric/gate.ts'
import { judge, buildStatus, windowNamed } from './metric/gate.ts'
import { contain, remember, type Ledger } from './ledger.ts'
import type { Window } from './window.ts'

/** How a metric's value is to be read (formulas section 22). */
export type MetricUnit =
  | 'n'
  | 'days'
  | 'ratio'
  | 'amount'
  | 'score'
  | 'boolean'
  | 'string'
  | 'date'
  | 'array'

/** The family of a metric, as `?group=` names it. */
export type MetricGroup =
  | 'data_quality'
  | 'balance'
  | 'profit_and_loss'
  | 'debt'
  | 'risk_flag'
  | 'forecast'
  | 'score'
  | 'identity'

/** A value a metric can have; `array` metrics list objects. */
export type MetricScalar = number | string | boolean
/** A number of an outcome's inputs; `cents` is turned into major units on the way out. */
export type Input = MetricScalar | { cents: number } | null
/** Named parts of a number, such as one account or one reason. */
export type Part = Record<string, Input>

/** What a metric computes. Amounts are cents, nothing is rounded, null means unknown. */
export interface MetricOutcome {
  value: MetricScalar | readonly Part[] | null
  /** Why the value is null, or weak although it is given. */
  reasons?: readonly Reason[]
  inputs?: Part
  breakdown?: readonly Part[]
}

/** A parameter that a metric takes beside the date range. */
export interface MetricParameter {
  name: string
  type: 'string' | 'number'
  isRequired: boolean
  description: string
}

/** Parameter values by name. */
export type MetricParameters = Readonly<Record<string, string | number>>

/** Rows behind a number, by their place in the ledger; ids of rows that it need not have. */
export type Behind = readonly (number | string)[]

/** One metric: what it is called, when it can be relied on and how it is computed. */
export interface Metric {
  name: string
  label: string
  description: string
  group: MetricGroup
  unit: MetricUnit
  /** Decimals on the wire; money follows its currency. */
  decimals: number
  formulaId: string
  formula: string
  /** Default date range (formulas C7, C8). */
  defaultWindow: string
  /** Null when more is neither better nor worse. */
  isHigherBetter: boolean | null
  heronLabel: string | null
  isInRules: boolean
  /** The value follows the days and the account of its window, so it can be cut by either. */
  isDivisible: boolean
  parameters: readonly MetricParameter[]
  needs: readonly Need[]
  compute: (ledger: Ledger, window: Window, parameters: MetricParameters) => MetricOutcome
  /** How the value follows from its rows and days; null where it follows from neither. */
  basis: Basis | null
  /** The transactions behind the value; null when it rests on no rows. */
  evidence: ((ledger: Ledger, window: Window, parameters: MetricParameters) => Behind) | null
}

type Required = 'name' | 'label' | 'group' | 'unit' | 'formulaId' | 'formula' | 'compute'

/** A metric as a family file writes it: what is left out has the default that is usual. */
export type MetricDeclaration = Pick<Metric, Required> & Partial<Omit<Metric, Required>>

const DECIMALS: Record<MetricUnit, number> = {
  n: 0,
  days: 0,
  ratio: 4,
  amount: 2,
  score: 1,
  boolean: 0,
  string: 0,
  date: 0,
  array: 0,
}

/** Families that are sums, counts and means over the rows or days of the window. */
const DIVISIBLE: readonly MetricGroup[] = ['balance', 'profit_and_loss', 'risk_flag']

/** Fills a declaration up: last 90 days, usable in rules unless it is a list, no evidence. */
export function metric(declaration: MetricDeclaration): Metric {
  return {
    description: declaration.formula,
    decimals: DECIMALS[declaration.unit],
    defaultWindow: 'last_90_days',
    isHigherBetter: null,
    heronLabel: null,
    isInRules: declaration.unit !== 'array',
    isDivisible: DIVISIBLE.includes(declaration.group),
    parameters: [],
    needs: ['rows'],
    basis: null,
    evidence: findBehind(declaration.basis),
    ...declaration,
  }
}

function findBehind(basis: Basis | null | undefined): Metric['evidence'] {
  const find = basis?.parts
  return find === undefined ? null : (...given) => rowsOfParts(find(...given))
}

/** A computed metric before it is rounded for the wire. */
export interface MetricResult {
  metric: Metric
  window: Window
  parameters: MetricParameters
  /** Unrounded; amounts in major units. What thresholds and rules compare (formulas C3). */
  exact: MetricScalar | readonly Part[] | null
  status: Status
  reasons: Reason[]
  inputs: Part
  breakdown: readonly Part[]
}

/**
 * Computes a metric over a window, or over its own default. A metric is never silently zero: what
 * the data cannot carry is null with its reasons (formulas C15).
 */
export function computeMetric(
  ledger: Ledger,
  definition: Metric,
  options: { window?: Window | null; parameters?: MetricParameters } = {},
): MetricResult {
  const window = options.window ?? windowNamed(ledger, definition.defaultWindow)
  const parameters = options.parameters ?? {}
  const { name, startDay, endDay, account = null } = window
  const key = JSON.stringify([
    'metric',
    definition.name,
    name,
    startDay,
    endDay,
    account,
    parameters,
  ])
  return remember(ledger, key, () => computeAnew(ledger, definition, { window, parameters }))
}

/** The unrounded value of a metric over its own window; null when it is no number. */
export function computeExact(ledger: Ledger, definition: Metric): number | null {
  const { exact } = computeMetric(ledger, definition)
  return typeof exact === 'number' ? exact : null
}

/** The same, rounded as the wire shows it. */
export function computeRounded(ledger: Ledger, definition: Metric): number | null {
  const rounded = roundValue(computeExact(ledger, definition), definition, ledger.currency)
  return typeof rounded === 'number' ? rounded : null
}

/** Of a metric whose computation threw. */
const FAILED: MetricOutcome = { value: null, reasons: ['internal_error'] }

function computeAnew(
  ledger: Ledger,
  definition: Metric,
  { window, parameters }: { window: Window; parameters: MetricParameters },
): MetricResult {
  const { blocks, weakens } = judge(ledger, window, definition.needs)
  const isMissing = definition.parameters.some(
    ({ name, isRequired }) => isRequired && parameters[name] === undefined,
  )
  if (isMissing) blocks.push('missing_parameter')
  const compute = (): MetricOutcome => definition.compute(ledger, window, parameters)
  const outcome =
    blocks.length > 0
      ? { value: null, reasons: blocks }
      : (contain(ledger, `metric ${definition.name}`, compute) ?? FAILED)
  const reasons = [...(outcome.reasons ?? []), ...(blocks.length > 0 ? [] : weakens)]
  const { value } = outcome
  const isAmount = definition.unit === 'amount' && typeof value === 'number'
  return {
    metric: definition,
    window,
    parameters,
    exact: isAmount ? value / 10 ** getExponent(ledger.currency) : value,
    ...buildStatus(value !== null, reasons),
    inputs: outcome.inputs ?? {},
    breakdown: outcome.breakdown ?? [],
  }
}

/** A value as the wire shows it: rounded half away from zero (formulas C3). */
export function roundValue(
  value: MetricScalar | null,
  { unit, decimals }: Pick<Metric, 'unit' | 'decimals'>,
  currency: string,
): MetricScalar | null {
  if (typeof value !== 'number') return value
  return roundNumber(value, unit === 'amount' ? getExponent(currency) : decimals)
}

/** Parts as the wire shows them: cents as major units, other numbers with six decimals. */
export function roundPart(part: Part, currency: string): Record<string, MetricScalar | null> {
  const entries = Object.entries(part).map(([key, value]) => [key, roundInput(value, currency)])
  return Object.fromEntries(entries) as Record<string, MetricScalar | null>
}

/** Cents of an outcome as major units of the wire, or null. */
export function toAmount(cents: Cents | null, currency: string): number | null {
  return cents === null ? null : toMajor(roundHalfAway(cents), currency)
}

function roundInput(value: Input, currency: string): MetricScalar | null {
  if (typeof value === 'number') return roundHalfAway(value * 1e6) / 1e6
  return value !== null && typeof value === 'object' ? toAmount(value.cents, currency) : value
}
