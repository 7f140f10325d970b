import { getWindowBounds, buildLedger, type Ledger } from '../../core/analytics/ledger.ts'
import { placeWindow, type Window, type WindowQuery } from '../../core/analytics/window.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Problem } from '../../core/values/problem.ts'
import type { Context } from '../../platform/context.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { dayIn } from '../settings/read.ts'
import { unpackRows } from './kept-rows/packed.ts'
import { readPackedRows, readStoredRows, type PackedRows } from './kept-rows/read.ts'
import type { KeptRows } from './kept-rows/store.ts'
import { listMissing, loadLedgerFacts, type LedgerFacts, type LedgerQuery } from './ledger-input.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { findState } from './store.ts'

/** Limit for the packed rows of all cached sources. */
const SOURCE_BYTES_MAX = 64 * 1024 * 1024

/** What a ledger of a submission is built from, at a state of its data. */
export interface Source {
  /** Identifies the ledger: sources with equal keys build equal ledgers. */
  key: string
  state: DataState
  facts: LedgerFacts
  rows: PackedRows
}

const getCache = createHouseCache<Source>(SOURCE_BYTES_MAX)
const ledgers = new WeakMap<Source, Ledger>()

/** The versions that all numbers of a submission depend on. */
export interface DataState {
  dataVersion: number
  settingsVersion: number
  /** The day in the tenant's zone. */
  today: PlainDate
}

/** The state of a submission's data and of the settings. Throws `submission_not_found`. */
export async function getDataState(ctx: Context, submissionId: string): Promise<DataState> {
  const found = await findState(ctx, submissionId)
  if (found === null) throw new ApiError('submission_not_found')
  const { dataVersion, settingsVersion, timezone } = found
  return { dataVersion, settingsVersion, today: dayIn(timezone, ctx.house.now()) }
}

/**
 * What the ledger of a submission is built from at the present data and settings. Reports and
 * evidence share one source; its key contains both versions, so a change needs no invalidation.
 */
export async function readSource(
  ctx: Context,
  submissionId: string,
  query: LedgerQuery = {},
): Promise<Source> {
  const cache = getCache(ctx.house)
  const state = await getDataState(ctx, submissionId)
  const { asOf, currency, accountIds, simulate, revenueFormulaVersion } = query
  const key = JSON.stringify([
    ctx.environment.id,
    submissionId,
    state,
    asOf,
    currency,
    accountIds,
    simulate,
    revenueFormulaVersion,
  ])
  const known = cache.get(key)
  if (known) return known
  const others = await loadLedgerFacts(ctx, submissionId, query)
  const rows = await readPackedRows(ctx, submissionId, state.dataVersion)
  const missingAccounts = rows.missingAccounts ?? (await listMissing(ctx, submissionId))
  const source = { key, state, facts: { ...others, missingAccounts }, rows }
  cache.set(key, source, source.rows.packed.length + 1)
  return source
}

/** What is stored of a source for the next reader of this version. */
export function toKeptRows({ state, rows, facts }: Source): KeptRows & { dataVersion: number } {
  const { missingAccounts = null } = facts
  return { dataVersion: state.dataVersion, body: rows.packed, missingAccounts }
}

/** The ledger of a source; built once while the source is cached. */
export function ledgerFrom(source: Source): Ledger {
  const known = ledgers.get(source)
  if (known) return known
  const ledger = buildLedger({ ...source.facts, transactions: unpackRows(source.rows.packed) })
  ledgers.set(source, ledger)
  return ledger
}

/** The ledger of a submission as its data and the settings are now. */
export async function loadLedger(
  ctx: Context,
  submissionId: string,
  query: LedgerQuery = {},
): Promise<Ledger> {
  return ledgerFrom(await readSource(ctx, submissionId, query))
}

/**
 * The ledger as the caller's transaction sees it after its own writes. It is not cached, since its
 * version is not valid before the commit.
 */
export async function loadFreshLedger(ctx: Context, submissionId: string): Promise<Ledger> {
  const transactions = await readStoredRows(ctx, submissionId)
  const missingAccounts = await listMissing(ctx, submissionId)
  const others = await loadLedgerFacts(ctx, submissionId, {})
  return buildLedger({ ...others, missingAccounts, transactions })
}

/** The requested window; null for the default one. Throws `invalid_date_range`. */
export function resolveWindow(ledger: Ledger, query: WindowQuery): Window | null {
  const { window, problem } = placeWindow(query, getWindowBounds(ledger))
  if (problem !== null) throw invalidRange(problem)
  return window
}

/** The refusal of a date range. */
export function invalidRange({ message }: Problem): ApiError {
  return new ApiError('invalid_date_range', message, { param: 'date_range' })
}
