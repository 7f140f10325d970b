import { boundsOf, buildLedger, type Ledger } from '../../core/analytics/ledger.ts'
import { emptyWindow, resolveWindow, type Window } from '../../core/analytics/window.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context, House } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { dayIn } from '../user/settings/read.ts'
import { loadLedgerInput, type LedgerWish } from './ledger-input.ts'
import { createLru, type Lru } from '../../platform/lru.ts'
import { findState } from './store.ts'

/** Rows of all kept ledgers together, about a kilobyte each. */
const LEDGER_ROWS_MAX = 120_000

const ledgers = new WeakMap<House, Lru<Ledger>>()

/** What every number of a submission follows from: while it is the same, so are they. */
export interface DataState {
  dataVersion: number
  settingsVersion: number
  /** The day in the tenant's zone. */
  today: PlainDate
}

/** The state of a submission's data and of the settings. Throws `submission_not_found`. */
export async function stateOf(ctx: Context, submissionId: string): Promise<DataState> {
  const found = await findState(ctx, submissionId)
  if (found === null) throw new ApiError('submission_not_found')
  const { dataVersion, settingsVersion, timezone } = found
  return { dataVersion, settingsVersion, today: dayIn(timezone, ctx.house.now()) }
}

/**
 * The ledger of a submission as its data and the settings are now. Reports and evidence of the same
 * data share one: its key holds the versions of both, so that a change leaves the old one unused.
 */
export async function ledgerOf(
  ctx: Context,
  submissionId: string,
  wish: LedgerWish = {},
): Promise<Ledger> {
  const kept = cacheOf(ctx.house)
  const state = await stateOf(ctx, submissionId)
  const { asOf, currency, accountIds, simulate, revenueFormulaVersion } = wish
  const key = JSON.stringify([
    ctx.environment.id, submissionId, state, asOf, currency, accountIds, simulate,
    revenueFormulaVersion,
  ]) // prettier-ignore
  const known = kept.get(key)
  if (known) return known
  const ledger = buildLedger(await loadLedgerInput(ctx, submissionId, wish))
  kept.set(key, ledger, ledger.rows.length + 1)
  return ledger
}

/**
 * The ledger as the caller's transaction sees it after its own writes. It is not kept: the version
 * it would be kept under is only true once the transaction is.
 */
export async function freshLedgerOf(ctx: Context, submissionId: string): Promise<Ledger> {
  return buildLedger(await loadLedgerInput(ctx, submissionId, {}))
}

function cacheOf(house: House): Lru<Ledger> {
  let cache = ledgers.get(house)
  if (!cache) ledgers.set(house, (cache = createLru(LEDGER_ROWS_MAX)))
  return cache
}

/** A date range as a query names it. */
export interface WindowWish {
  dateRange?: string | undefined
  startDate?: PlainDate | undefined
  endDate?: PlainDate | undefined
}

/** The days that are asked for; null when the default is. Throws `invalid_date_range`. */
export function windowOf(ledger: Ledger, wish: WindowWish): Window | null {
  const { dateRange, startDate, endDate } = wish
  const hasDates = startDate !== undefined || endDate !== undefined
  if (dateRange === undefined && !hasDates) return null
  const name = dateRange ?? 'custom'
  const request = { name, startDate: startDate ?? null, endDate: endDate ?? null }
  const { window, problem } = resolveWindow(request, boundsOf(ledger))
  if (problem) throw invalidRange(problem.message)
  if (hasDates && name !== 'custom') {
    throw invalidRange('start_date and end_date go with date_range=custom.')
  }
  return name !== 'custom' && ledger.lastDay < ledger.firstDay ? emptyWindow(name) : window
}

function invalidRange(message: string): ApiError {
  return new ApiError('invalid_date_range', message, { param: 'date_range' })
}
