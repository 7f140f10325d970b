import type { LedgerInput } from '../../core/analytics/ledger.ts'
import type { AnalyticsSettings } from '../../core/analytics/settings.ts'
import { simulateSettings } from '../../core/analytics/settings-changes/simulate.ts'
import type { MissingAccount } from '../../core/values/account.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { findLowestAuthenticity, listOpenSignals } from '../records/documents/signals/store.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { listSchemaFaults } from '../../platform/wire/check/validate.ts'
import { findCompanyFacts } from '../records/submissions/company.ts'
import { findMissingAccounts } from '../missing-accounts/list.ts'
import { listAccounts, listPeriods } from '../records/transactions/facts/store.ts'
import { readStanding } from '../records/positions/read.ts'
import {
  dayIn,
  readFormula,
  readSettings,
  toAnalytics,
  type SettingsInForce,
} from '../settings/read.ts'
import { listAnomalyNotes } from './anomalies/store.ts'
import { listPapers } from './papers.ts'
import { listSources } from './sources/store.ts'
import { listDocumentClasses, listStreamBodies, listMerchantGroups } from './store.ts'

/** Selects part of a submission's data; undefined fields have defaults. */
export interface LedgerQuery {
  asOf?: PlainDate | undefined
  currency?: string | undefined
  accountIds?: readonly string[] | undefined
  /** Changes of the settings to try, as JSON. */
  simulate?: string | undefined
  /** The revenue formula of an earlier state of the settings. */
  revenueFormulaVersion?: number | undefined
}

/** Everything but the rows that a ledger is built from. */
export type LedgerFacts = Omit<LedgerInput, 'transactions'>

/**
 * Everything that does not follow from the rows. Throws `account_not_found` and what settings
 * throw.
 */
export async function loadLedgerFacts(
  ctx: Context,
  submissionId: string,
  query: LedgerQuery,
): Promise<Omit<LedgerFacts, 'missingAccounts'>> {
  const { inForce, classes, ...tables } = await awaitAll({
    company: findCompanyFacts(ctx, submissionId),
    inForce: readSettings(ctx),
    accounts: listAccounts(ctx, submissionId),
    periods: listPeriods(ctx, submissionId),
    positions: readStanding(ctx, submissionId),
    streams: listStreamBodies(ctx, submissionId),
    documentAuthenticity: findLowestAuthenticity(ctx, submissionId),
    documents: listPapers(ctx, submissionId),
    classes: listDocumentClasses(ctx, submissionId),
    signals: listOpenSignals(ctx, submissionId),
    sources: listSources(ctx, submissionId),
    merchantGroups: listMerchantGroups(ctx, submissionId),
    anomalyNotes: listAnomalyNotes(ctx, submissionId),
  })
  const { asOf = null, currency = null, accountIds = null } = query
  const unknown = accountIds?.find((wanted) => tables.accounts.every(({ id }) => id !== wanted))
  if (unknown !== undefined) {
    const message = `The submission has no account ${unknown}.`
    throw new ApiError('account_not_found', message, { param: 'account_ids' })
  }
  return {
    ...tables,
    documentClasses: classes.map(({ documentClass }) => documentClass),
    classesToCheck: classes.flatMap(({ documentClass, isOpen }) => (isOpen ? [documentClass] : [])),
    submissionId,
    settings: await resolveSettings(ctx, inForce, query),
    simulate: query.simulate ?? null,
    revenueFormulaVersion: query.revenueFormulaVersion ?? null,
    asOf,
    currency,
    accountIds,
    today: dayIn(inForce.values['timezone'] as string, ctx.house.now()),
  }
}

/** Awaits independent reads, whose SQL statements are pipelined. */
async function awaitAll<Reads extends Record<string, Promise<unknown>>>(
  reads: Reads,
): Promise<{ [Name in keyof Reads]: Awaited<Reads[Name]> }> {
  const entries = Object.entries(reads).map(async ([name, read]) => [name, await read])
  return Object.fromEntries(await Promise.all(entries)) as never
}

/** Accounts that the rows mention and that were not submitted. */
export async function listMissing(ctx: Context, submissionId: string): Promise<MissingAccount[]> {
  const found = await findMissingAccounts(ctx, submissionId)
  return found.map((each) => ({
    mask: each.accountMask,
    institutionName: each.institutionHint,
    type: each.accountTypeHint,
    confidence: each.confidence,
    transactionIds: each.transactionIds,
    firstDate: each.firstDate,
    lastDate: each.lastDate,
    requestText: each.requestText,
  }))
}

/** The settings in force with the simulated changes. Throws `invalid_parameter`. */
async function resolveSettings(
  ctx: Context,
  inForce: SettingsInForce,
  { simulate, revenueFormulaVersion: formula }: LedgerQuery,
): Promise<AnalyticsSettings> {
  const current = toAnalytics(inForce)
  const base =
    formula === undefined
      ? current
      : { ...current, revenueFormula: await readFormula(ctx, formula) }
  if (simulate === undefined) return base
  const { settings, problem } = simulateSettings(base, simulate, listSchemaFaults)
  if (problem) throw new ApiError('invalid_parameter', problem.message, { param: 'simulate' })
  return settings
}
