import type { PlainDate } from '../../core/values/dates.ts'
import type { Context } from '../../platform/context.ts'
import { sql } from '../../platform/db/sql.ts'
import { isLoaded } from '../records/transactions/store.ts'
import type { KnownAccount, UnmatchedRow } from './detect.ts'
import { RUNNING_COSTS, type RunningCosts } from './operating.ts'
import type { MISSING_ACCOUNT_STATUSES } from './schemas.ts'

export type MissingAccountStatus = (typeof MISSING_ACCOUNT_STATUSES)[number]

/**
 * Rows that moved money to or from an account of the same owner, without a partner in the
 * submission.
 */
export async function listUnmatchedRows(
  ctx: Context,
  submissionId: string,
  asOf: PlainDate | null,
): Promise<UnmatchedRow[]> {
  return ctx.db.rows<UnmatchedRow>(sql`
    select id, date, amount, currency, raw_description as description, category_slug, merchant_name
    from transactions t
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (${asOf}::date is null or date <= ${asOf}::date) and ${isLoaded('t')}
      and matched_transaction_id is null and not is_duplicate and not is_pending
      and category_slug in ('transfers.external_own', 'transfers.internal', 'transfers.savings',
        'transfers.sweep', 'transfers.overdraft_protection', 'debt.credit_card_payment')
    order by date, id`)
}

export async function listKnownAccounts(
  ctx: Context,
  submissionId: string,
): Promise<KnownAccount[]> {
  return ctx.db.rows<KnownAccount>(sql`
    select last4, type, institution_name from accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
}

/** Whether any running cost is paid from any account, and what days the rows span. */
export async function findRunningCosts(
  ctx: Context,
  submissionId: string,
  asOf: PlainDate | null,
): Promise<RunningCosts> {
  const row = await ctx.db.row<RunningCosts>(sql`
    select coalesce(bool_or(category_slug = any (${RUNNING_COSTS}::text[])), false) as are_paid,
      min(date) as first_date, max(date) as last_date,
      mode() within group (order by currency) as currency
    from transactions t
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}
      and (${asOf}::date is null or date <= ${asOf}::date) and ${isLoaded('t')}
      and not is_duplicate and not is_pending`)
  return row!
}

export async function listMissingAccountStatuses(
  ctx: Context,
  submissionId: string,
): Promise<{ id: string; status: MissingAccountStatus }[]> {
  return ctx.db.rows(sql`
    select id, status from missing_accounts
    where environment_id = ${ctx.environment.id} and submission_id = ${submissionId}`)
}

export async function upsertMissingAccountStatus(
  ctx: Context,
  submissionId: string,
  account: { id: string; status: MissingAccountStatus },
): Promise<void> {
  await ctx.db.run(sql`
    insert into missing_accounts (environment_id, id, submission_id, status)
    values (${ctx.environment.id}, ${account.id}, ${submissionId}, ${account.status})
    on conflict (environment_id, id) do update set status = excluded.status, updated_at = excluded.updated_at`)
}
