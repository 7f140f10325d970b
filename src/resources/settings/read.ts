import { applySettings } from '../../core/analytics/settings/apply.ts'
import {
  ANALYTICS_SETTING_SHAPES,
  type AnalyticsPatch,
} from '../../core/analytics/settings/schemas.ts'
import {
  DEFAULT_SETTINGS,
  type AnalyticsSettings,
  type RevenueFormula,
} from '../../core/analytics/settings.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { createLru } from '../../platform/lru.ts'
import { TENANT_SETTINGS } from './list.ts'
import { findFormula, findLatest, findVersion, type Values, type VersionRow } from './store.ts'

/** The settings of an environment, with every key and their version. */
export interface SettingsInForce {
  version: number
  formulaVersion: number
  /** Only the keys that were set. */
  stored: Values
  /** Every key, with the default where none was set. */
  values: Values
  updatedAt: string | null
  updatedBy: string | null
}

/** Formatters of recently used time zones. */
const calendars = createLru<Intl.DateTimeFormat>(64)

/** The settings before any change. */
const UNTOUCHED: SettingsInForce = {
  version: 0,
  formulaVersion: DEFAULT_SETTINGS.revenueFormula.version,
  stored: {},
  values: withDefaults({}),
  updatedAt: null,
  updatedBy: null,
}

/** The settings as they are, or as they were at a version. Throws `settings_version_not_found`. */
export async function readSettings(ctx: Context, version?: number): Promise<SettingsInForce> {
  if (version === 0) return UNTOUCHED
  const row = await (version === undefined ? findLatest(ctx) : findVersion(ctx, version))
  if (row) return inForce(row)
  if (version !== undefined) throw new ApiError('settings_version_not_found')
  return UNTOUCHED
}

/** The calendar day of now in the tenant's zone. */
export async function readToday(ctx: Context): Promise<PlainDate> {
  return dayIn(await readSetting<string>(ctx, 'timezone'), ctx.house.now())
}

/** The calendar day of an instant in a zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instantMs: number): PlainDate {
  return getCalendar(timeZone).format(instantMs)
}

/** Creating a formatter is slower than parsing a statement, so they are cached. */
function getCalendar(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const calendar = new Intl.DateTimeFormat('en-CA', parts)
  calendars.set(timeZone, calendar, 1)
  return calendar
}

/** One setting as it is, with its default where it was not set. */
export async function readSetting<T>(ctx: Context, key: string): Promise<T> {
  return (await readSettings(ctx)).values[key] as T
}

/** The revenue formula of this version. Throws `invalid_parameter` for an unknown one. */
export async function readFormula(ctx: Context, formulaVersion: number): Promise<RevenueFormula> {
  const { revenueFormula } = DEFAULT_SETTINGS
  if (formulaVersion === revenueFormula.version) return revenueFormula
  const row = await findFormula(ctx, formulaVersion)
  if (row) return toAnalytics(inForce(row)).revenueFormula
  const message = `There is no revenue formula of version ${formulaVersion}.`
  throw new ApiError('invalid_parameter', message, { param: 'revenue_formula_version' })
}

/** Settings of the wire as analytics takes them. */
export function toAnalytics(
  settings: Pick<SettingsInForce, 'version' | 'formulaVersion' | 'stored'>,
): AnalyticsSettings {
  const { version, formulaVersion, stored } = settings
  const applied = applySettings({ ...DEFAULT_SETTINGS, version }, analyticsPart(stored))
  const revenueFormula = { ...applied.revenueFormula, version: formulaVersion }
  return { ...applied, revenueFormula }
}

/** Of the values, those that analytics reads. */
export function analyticsPart(values: Values): AnalyticsPatch {
  const own = Object.entries(values).filter(([key]) => key in ANALYTICS_SETTING_SHAPES)
  return Object.fromEntries(own) as AnalyticsPatch
}

/** Every key with its value or default; settings with fields are merged field by field. */
export function withDefaults(stored: Values): Values {
  const entries = Object.entries(TENANT_SETTINGS).map(([key, { fallback }]) => {
    const own = stored[key]
    const hasFields = typeof fallback === 'object' && fallback !== null && !Array.isArray(fallback)
    return [key, hasFields ? { ...fallback, ...(own as object) } : (own ?? fallback)]
  })
  return Object.fromEntries(entries) as Values
}

function inForce(row: VersionRow): SettingsInForce {
  return {
    version: row.version,
    formulaVersion: row.formulaVersion,
    stored: row.values,
    values: withDefaults(row.values),
    updatedAt: row.createdAt,
    updatedBy: row.createdBy,
  }
}
