import { listStips, STIP_DEFAULTS, type Stip } from '../../core/analytics/stips/items.ts'
import type { TemplateValues } from '../../core/mail/template.ts'
import { toCents, toMajor } from '../../core/values/money.ts'
import type { Context } from '../../platform/context.ts'
import { loadLedger } from '../ledgers/ledgers.ts'
import { computeToken, toMailAddress } from '../records/mail-addresses/store.ts'
import { getSubmission, type SubmissionRow } from '../records/submissions/store.ts'
import { readSettings } from '../settings/read.ts'
import { findTenant } from '../users/store.ts'
import { listReceived } from './store.ts'

/** Everything that a template can name, for a deal or for none. Throws `submission_not_found`. */
export async function buildTemplateValues(
  ctx: Context,
  submissionId: string | null,
  variables: Record<string, unknown>,
): Promise<TemplateValues> {
  const lender = { name: await readLenderName(ctx), reply_address: null as string | null }
  if (submissionId === null)
    return { lender, variables, missing_documents: [], missing_count: 0, received_documents: [] }
  const row = await getSubmission(ctx, submissionId)
  const token = computeToken(ctx, { submissionId, brokerId: null })
  const missing = (await listMissingItems(ctx, submissionId)).map(({ label, requestText }) => ({
    label,
    request_text: requestText,
  }))
  const received = await listReceived(ctx, submissionId)
  return {
    submission: { ...describeDeal(row), reference: token },
    company: { name: row.companyInfo.name ?? null, dba: row.companyInfo.dba ?? null },
    lender: { ...lender, reply_address: toMailAddress(ctx.house, { token, submissionId }) },
    missing_documents: missing,
    missing_count: missing.length,
    received_documents: received.map(({ name, documentClass }) => ({
      name,
      document_class: documentClass,
    })),
    variables,
  }
}

/** What the deal still needs, each with its request. */
export async function listMissingItems(ctx: Context, submissionId: string): Promise<Stip[]> {
  return (await listItems(ctx, submissionId)).filter(({ requestText }) => requestText !== null)
}

/** The same with what has come, which has no request. */
export async function listItems(ctx: Context, submissionId: string): Promise<Stip[]> {
  const ledger = await loadLedger(ctx, submissionId)
  const { months, taxReturnFrom } = STIP_DEFAULTS
  const cents = toCents(taxReturnFrom, ledger.currency) ?? taxReturnFrom * 100
  return listStips(ledger, { months, taxReturnFrom: cents })
}

/** By which name mails and pages call the lender; null where none is known. */
export async function readLenderName(ctx: Context): Promise<string | null> {
  const { values } = await readSettings(ctx)
  const brand = values['brand'] as { name: string | null }
  const own = brand.name ?? (values['email_from_name'] as string | null)
  return own ?? (await findTenant(ctx.db, ctx.environment.tenantId))?.name ?? null
}

function describeDeal({ id, name, externalId, status, dealStage, ...row }: SubmissionRow): object {
  const { request, declineReasons } = row
  const cents = request?.amountCents ?? null
  return {
    id,
    name,
    external_id: externalId,
    status,
    deal_stage: dealStage,
    requested_amount: cents === null ? null : toMajor(cents, request?.currency ?? 'USD'),
    purpose: request?.purpose ?? null,
    decline_reasons: declineReasons,
  }
}
