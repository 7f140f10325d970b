import { Type, type Static } from 'typebox'
import { WINDOW_NAMES } from '../window.ts'
import { SECTIONS } from './grade-thresholds.ts'
import { Nullable, Shape } from '../schemas.ts'
import { INDUSTRY_TIERS } from '../settings.ts'

const Slugs = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 200 })
const Keys = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 60 })
const Name = Type.String({ minLength: 1, maxLength: 80 })
const Line = Type.String({ minLength: 1, maxLength: 300 })
const Cut = Type.Number({ minimum: -1_000_000_000, maximum: 1_000_000_000 })
const KNOTS_MAX = 12

const RevenueFormulaPatch = Type.Partial(
  Shape({
    include_slugs: Slugs,
    exclude_slugs: Slugs,
    count_p2p_as_revenue: Nullable(Type.Boolean()),
    count_factoring_as_revenue: Nullable(Type.Boolean()),
    count_salary_as_revenue: Nullable(Type.Boolean()),
    subtract_contra: Type.Boolean(),
    large_deposit_cap_multiple: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1000 })),
    wire_policy: Nullable(Type.Enum(['include', 'exclude'])),
  }),
  { additionalProperties: false },
)

/** Cut-offs in place of the default ones; a metric that is not in that table names its section. */
const GradePatch = Shape({
  A: Cut,
  B: Cut,
  C: Cut,
  D: Cut,
  is_critical: Type.Optional(Type.Boolean()),
  section: Type.Optional(Type.Enum(SECTIONS.map(({ name }) => name))),
})

const FactorPatch = Shape({
  weight: Type.Number({ minimum: 0, maximum: 1000 }),
  knots: Type.Optional(
    Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
      minItems: 2,
      maxItems: KNOTS_MAX,
    }),
  ),
})

/**
 * The settings that change a number, by the key and in the shape the wire gives them: major units,
 * ratios 0 to 1. What a key means stands where it is listed for tenants.
 */
export const ANALYTICS_SETTING_SHAPES = {
  revenue_formula: RevenueFormulaPatch,
  low_balance_threshold: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
  count_card_payments_as_debt: Type.Boolean(),
  deposits_exclude_internal: Type.Boolean(),
  required_statement_months: Type.Integer({ minimum: 1, maximum: 24 }),
  scorecard_thresholds: Type.Record(Type.String(), Nullable(GradePatch), { maxProperties: 60 }),
  risk_model: Nullable(
    Shape({
      name: Type.Optional(Name),
      factors: Type.Record(Type.String(), FactorPatch, { maxProperties: 60 }),
    }),
  ),
  industry_tiers: Type.Record(Type.String(), Type.Enum(INDUSTRY_TIERS), { maxProperties: 2000 }),
  anomaly_thresholds: Type.Record(Type.String(), Nullable(Type.Number({ exclusiveMinimum: 0 })), {
    maxProperties: 100,
  }),
  default_date_range: Nullable(Type.Enum(WINDOW_NAMES.filter(isOfThePast))),
  reporting_currency: Nullable(
    Type.String({ pattern: '^[A-Za-z]{3}$', errorCode: 'invalid_currency', inCapitals: true }),
  ),
  creditor: Type.Partial(
    Shape({
      name: Nullable(Line),
      address: Nullable(Line),
      phone: Nullable(Line),
      agency: Nullable(Line),
    }),
    { additionalProperties: false },
  ),
  cashflow_layout: Nullable(
    Type.Array(Shape({ key: Name, label: Name, plus: Keys, minus: Type.Optional(Keys) }), {
      minItems: 1,
      maxItems: 60,
    }),
  ),
}

/** Any of these settings as a tenant gives them. */
export const AnalyticsPatch = Type.Partial(Shape(ANALYTICS_SETTING_SHAPES), {
  additionalProperties: false,
})
/** The same as a value. */
export type AnalyticsPatch = Static<typeof AnalyticsPatch>

function isOfThePast(name: string): boolean {
  return name !== 'custom' && name !== 'latest' && !name.startsWith('next_')
}
