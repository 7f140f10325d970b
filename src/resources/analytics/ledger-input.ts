import type { LedgerInput } from '../../core/analytics/ledger.ts'
import { DEFAULT_SETTINGS, type AnalyticsSettings } from '../../core/analytics/settings.ts'
import { simulateSettings } from '../../core/analytics/simulate.ts'
import type { MissingAccount } from '../../core/values/account.ts'
import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { findLowestAuthenticity, listOpenSignals } from '../documents/signals/store.ts'
import { ApiError } from '../../platform/errors/api-error.ts'
import { findCompanyFacts } from '../submissions/company.ts'
import { findMissingAccounts } from '../submissions/missing-accounts/list.ts'
import { listAccounts, listPeriods, listStoredTransactions } from '../transactions/facts/store.ts'
import { readStanding } from '../positions/read.ts'
import { listPapers } from './papers.ts'
import { listDocumentClasses, listStreamBodies } from './store.ts'

/** Which part of a submission's data is asked for; what is undefined has its default. */
export interface LedgerWish {
  asOf?: PlainDate | undefined
  currency?: string | undefined
  accountIds?: readonly string[] | undefined
  /** Changes of the settings to try, as JSON. */
  simulate?: string | undefined
}

/** Everything a ledger is built from, as the caller's transaction sees it. */
export async function loadLedgerInput(
  ctx: Context,
  submissionId: string,
  wish: LedgerWish,
): Promise<LedgerInput> {
  const company = await findCompanyFacts(ctx, submissionId)
  const accounts = await listAccounts(ctx, submissionId)
  const { asOf = null, currency = null, accountIds = null } = wish
  const stranger = accountIds?.find((wanted) => accounts.every(({ id }) => id !== wanted))
  if (stranger !== undefined) {
    const message = `The submission has no account ${stranger}.`
    throw new ApiError('account_not_found', message, { param: 'account_ids' })
  }
  return {
    submissionId,
    transactions: await listStoredTransactions(ctx, submissionId),
    accounts,
    periods: await listPeriods(ctx, submissionId),
    positions: await readStanding(ctx, submissionId),
    streams: await listStreamBodies(ctx, submissionId),
    company,
    settings: settingsOf(wish),
    simulate: wish.simulate ?? null,
    asOf,
    currency,
    documentAuthenticity: await findLowestAuthenticity(ctx, submissionId),
    missingAccounts: await listMissing(ctx, submissionId),
    documents: await listPapers(ctx, submissionId),
    documentClasses: await listDocumentClasses(ctx, submissionId),
    signals: await listOpenSignals(ctx, submissionId),
    accountIds,
    today: todayOf(ctx),
  }
}

async function listMissing(ctx: Context, submissionId: string): Promise<MissingAccount[]> {
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

/** The settings with what is to be tried on them. Throws `invalid_parameter`. */
function settingsOf({ simulate }: LedgerWish): AnalyticsSettings {
  if (simulate === undefined) return DEFAULT_SETTINGS
  const { settings, problem } = simulateSettings(DEFAULT_SETTINGS, simulate)
  if (problem) throw new ApiError('invalid_parameter', problem.message, { param: 'simulate' })
  return settings
}

/** The day in UTC; how stale data is changes with it and nothing else does. */
export function todayOf({ house }: Pick<Context, 'house'>): PlainDate {
  return new Date(house.now()).toISOString().slice(0, 10)
}
