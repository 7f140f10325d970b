import { problemIn } from '../../../core/analytics/settings-changes/check.ts'
import { audit, changesBetween, type Change } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { ErrorCode } from '../../../platform/errors/catalogue.ts'
import { pick } from '../../../platform/wire/convert.ts'
import { TENANT_SETTINGS } from '../../settings/list.ts'
import {
  analyticsPart,
  readSettings,
  withDefaults,
  type SettingsInForce,
} from '../../settings/read.ts'
import { requireTimeZone } from '../../settings/time-zone.ts'
import { SettingsPatch } from './schemas.ts'
import { insertVersion, type Values } from '../../settings/store.ts'

/** The effect of a change, before anything is written. */
export interface Planned {
  before: SettingsInForce
  after: SettingsInForce
  changes: Change[]
}

/**
 * The settings with the named keys replaced; null restores a default. Throws the fault of an
 * invalid value.
 */
export async function planChange(ctx: Context, body: object): Promise<Planned> {
  const patch = pick(SettingsPatch, body) as Values
  refuseUnusable(patch)
  const before = await readSettings(ctx)
  const kept = { ...before.stored, ...patch }
  const stored = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null))
  const values = withDefaults(stored)
  const changes = changesBetween(before.values, values, Object.keys(TENANT_SETTINGS))
  const isOtherFormula = changes.some(({ field }) => field === 'revenue_formula')
  const after = {
    ...before,
    version: before.version + 1,
    formulaVersion: before.formulaVersion + (isOtherFormula ? 1 : 0),
    stored,
    values,
  }
  return { before, after, changes }
}

/**
 * Stores the change as a new version, unless nothing changes. Throws what `planChange` throws, and
 * `version_conflict` after a concurrent change.
 */
export async function changeSettings(ctx: Context, body: object): Promise<SettingsInForce> {
  const { before, after, changes } = await planChange(ctx, body)
  if (changes.length === 0) return before
  const { version, stored: values, formulaVersion } = after
  const id = randomUUIDv7()
  const row = { id, version, values, formulaVersion, changes, createdBy: ctx.actor.name }
  if (!(await insertVersion(ctx, row))) throw new ApiError('version_conflict')
  await audit(ctx, {
    action: 'updated',
    resourceType: 'settings',
    resourceId: id,
    summary: `Settings version ${version}: ${changes.map(({ field }) => field).join(', ')}`,
    changes,
  })
  return readSettings(ctx, version)
}

/** The settings as the wire shows them. */
export function presentSettings(settings: SettingsInForce): object {
  const { version, formulaVersion, values, updatedAt, updatedBy } = settings
  return {
    data: { version, revenueFormulaVersion: formulaVersion, ...values, updatedAt, updatedBy },
  }
}

function refuseUnusable(patch: Values): void {
  const { timezone } = patch
  if (typeof timezone === 'string') requireTimeZone(timezone, 'timezone')
  const given = Object.entries(analyticsPart(patch)).filter(([, value]) => value !== null)
  const problem = problemIn(Object.fromEntries(given))
  if (problem === null) return
  const param = problem.where ?? undefined
  throw new ApiError(problem.code as ErrorCode, problem.message, { param })
}
