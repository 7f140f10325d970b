import { Type, type Static } from 'typebox'
import { Value } from 'typebox/value'
import { findCategory } from '../values/categories.ts'
import { toCents } from '../values/money.ts'
import type { Problem } from '../values/problem.ts'
import { SUM_LINES } from './figures/cashflow.ts'
import { LEAF_LINES } from './ledger/lines.ts'
import { Nullable, Shape } from './schemas.ts'
import type { AnalyticsSettings, CashflowLine, RevenueFormula } from './settings.ts'

const Slugs = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 })
const Keys = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 60 })
const Name = Type.String({ minLength: 1, maxLength: 80 })

const Simulation = Type.Partial(
  Shape({
    revenue_formula: Type.Partial(
      Shape({
        include_slugs: Slugs,
        exclude_slugs: Slugs,
        count_p2p_as_revenue: Nullable(Type.Boolean()),
        count_factoring_as_revenue: Nullable(Type.Boolean()),
        count_salary_as_revenue: Nullable(Type.Boolean()),
        subtract_contra: Type.Boolean(),
        large_deposit_cap_multiple: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
      }),
    ),
    low_balance_threshold: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
    count_card_payments_as_debt: Type.Boolean(),
    deposits_exclude_internal: Type.Boolean(),
    cashflow_layout: Type.Array(
      Shape({ key: Name, label: Name, plus: Keys, minus: Type.Optional(Keys) }),
      { minItems: 1, maxItems: 60 },
    ),
  }),
  { additionalProperties: false },
)

type Simulation = Static<typeof Simulation>
type Outcome = { settings: AnalyticsSettings; problem: null } | { settings: null; problem: Problem }

/**
 * The settings as they would be with these changes, a JSON text of what differs; nothing is stored.
 * Problem: `invalid_parameter` for a text that is no JSON, an unknown key or a wrong value.
 */
export function simulateSettings(base: AnalyticsSettings, text: string): Outcome {
  const wish = parse(text)
  if (wish === null) return refuse('is not JSON')
  if (!Value.Check(Simulation, wish)) {
    const [error] = Value.Errors(Simulation, wish)
    return refuse(`${error?.instancePath ?? ''} ${error?.message ?? 'is not usable'}`.trim())
  }
  const { include_slugs: include = [], exclude_slugs: exclude = [] } = wish.revenue_formula ?? {}
  const unknown = [...include, ...exclude].find((slug) => findCategory(slug) === null)
  if (unknown !== undefined) return refuse(`names ${unknown}, which is no category`)
  const named = (wish.cashflow_layout ?? []).flatMap(({ plus, minus = [] }) => [...plus, ...minus])
  const stray = named.find((key) => !LINES.has(key))
  if (stray !== undefined) return refuse(`names ${stray}, which is no line of the cash flow`)
  return { settings: changed(base, wish), problem: null }
}

const LINES = new Set([...LEAF_LINES, ...SUM_LINES].map(({ key }) => key))

function changed(base: AnalyticsSettings, wish: Simulation): AnalyticsSettings {
  return {
    ...base,
    revenueFormula: formulaOf(base.revenueFormula, wish.revenue_formula ?? {}),
    lowBalanceThreshold:
      wish.low_balance_threshold === undefined
        ? base.lowBalanceThreshold
        : (toCents(wish.low_balance_threshold) ?? base.lowBalanceThreshold),
    countCardPaymentsAsDebt: wish.count_card_payments_as_debt ?? base.countCardPaymentsAsDebt,
    depositsExcludeInternal: wish.deposits_exclude_internal ?? base.depositsExcludeInternal,
    cashflowLayout: wish.cashflow_layout?.map(lineOf) ?? base.cashflowLayout,
  }
}

type FormulaWish = NonNullable<Simulation['revenue_formula']>

function formulaOf(base: RevenueFormula, wish: FormulaWish): RevenueFormula {
  const or = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  return {
    version: base.version,
    includeSlugs: or(wish.include_slugs, [...base.includeSlugs]),
    excludeSlugs: or(wish.exclude_slugs, [...base.excludeSlugs]),
    countP2pAsRevenue: or(wish.count_p2p_as_revenue, base.countP2pAsRevenue),
    countFactoringAsRevenue: or(wish.count_factoring_as_revenue, base.countFactoringAsRevenue),
    countSalaryAsRevenue: or(wish.count_salary_as_revenue, base.countSalaryAsRevenue),
    subtractContra: or(wish.subtract_contra, base.subtractContra),
    largeDepositCapMultiple: or(wish.large_deposit_cap_multiple, base.largeDepositCapMultiple),
  }
}

function lineOf({
  key,
  label,
  plus,
  minus = [],
}: NonNullable<Simulation['cashflow_layout']>[number]): CashflowLine {
  // prettier-ignore
  return { key, label, plus, minus }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

function refuse(what: string): Outcome {
  const message = `simulate ${what}.`.slice(0, 300)
  return { settings: null, problem: { code: 'invalid_parameter', where: 'simulate', message } }
}
