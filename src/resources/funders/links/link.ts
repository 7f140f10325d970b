import { hasScope } from '../../../core/values/access/actor.ts'
import type { Context } from '../../../platform/context.ts'
import { pickGiven } from '../../../platform/wire/given.ts'
import { randomUUIDv7 } from '../../../platform/crypto/tokens.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { keepFunder } from '../define.ts'
import { getFunder, type FunderRecord } from '../find.ts'
import { getPolicy } from '../policies/store.ts'
import { auditLink, enqueueSending, requireSendable } from './sending/send.ts'
import { requireReasonToSend } from './sending/turned-down.ts'
import { RESPONSE_STATUSES, requireTransition, type LinkStatus } from './lifecycle.ts'
import { offersAfter } from './offers.ts'
import type { LinkCreate, LinkPatch } from './schemas.ts'
import {
  getLinkForUpdate,
  insertLink,
  listDocumentsAmong,
  updateLink,
  type LinkBody,
  type LinkPlace,
  type LinkRow,
} from './store.ts'

/**
 * Links a submission to a funder, and sends it when `send` is set. Throws `funder_not_found`,
 * `submission_not_found`, `funder_policy_not_found`, `document_not_found`, `already_linked`,
 * `cannot_send`, `missing_field`.
 */
export async function linkSubmission(
  ctx: Context,
  funderId: string,
  input: LinkCreate,
): Promise<LinkRow> {
  const funder = await getFunder(ctx, funderId)
  const submission = await getSubmission(ctx, input.submissionId)
  const { id: submissionId } = submission
  const { policyId = null, send = false, status = send ? 'pending' : 'linked' } = input
  if (send) {
    requireSendable(ctx, funder)
    await requireReasonToSend(ctx, submission, input.reason)
  }
  if (input.reports?.length) requireReports(ctx, funder)
  if (policyId !== null) await getPolicy(ctx, { funderId: funder.id, id: policyId })
  await keepFunder(ctx, funder)
  const id = randomUUIDv7()
  const body = await firstBody(ctx, { submissionId, status }, input)
  const held = await insertLink(ctx, {
    id,
    funderId: funder.id,
    submissionId,
    policyId,
    status,
    body,
  })
  if (held !== null) {
    const details = { param: 'submission_id', existingId: held }
    throw new ApiError(
      'already_linked',
      `The submission is already linked to ${funder.name}.`,
      details,
    )
  }
  await auditLink(ctx, { action: 'created', id, submissionId, summary: `Linked to ${funder.name}` })
  if (send) await enqueueSending(ctx, { funderId: funder.id, id })
  return getLinkForUpdate(ctx, { funderId: funder.id, id })
}

/** Reports have the rows of the deal in them, and only a mail has a place for them. */
function requireReports({ actor }: Context, { name, submissionChannel }: FunderRecord): void {
  for (const scope of ['analytics:read', 'transactions:read'])
    if (!hasScope(actor, scope))
      throw new ApiError('insufficient_scope', `Sending reports needs the scope ${scope} too.`)
  if (submissionChannel !== 'api') return
  const message = `${name} takes submissions by API, which has no place for reports.`
  throw new ApiError('cannot_send', message, { param: 'reports' })
}

/**
 * Changes the state of a submission at a funder, with the funder’s offers, or sends it again.
 * Throws `funder_not_found`, `funder_submission_not_found`, `invalid_state_transition`,
 * `missing_field`, `cannot_send`.
 */
export async function moveLink(
  ctx: Context,
  place: LinkPlace,
  { patch, check }: { patch: LinkPatch; check: MatchCheck<LinkRow> },
): Promise<LinkRow> {
  const funder = await getFunder(ctx, place.funderId)
  const before = await getLinkForUpdate(ctx, place)
  await check(before)
  if (patch.send) {
    requireSendable(ctx, funder)
    await requireReasonToSend(ctx, await getSubmission(ctx, before.submissionId), patch.reason)
  }
  const offers = patch.offers ? await offersAfter(ctx, before, patch.offers) : before.body.offers
  const status = statusAfter(before, patch, offers.length > before.body.offers.length)
  requireTransition(before.status, status)
  const body = { ...bodyAfter(ctx, before, { patch, status }), offers }
  const isSent = status === 'submitted'
  await updateLink(ctx, {
    id: before.id,
    status,
    body,
    isSent,
    hasResponse: RESPONSE_STATUSES.includes(status),
  })
  const action = isSent && before.status !== 'submitted' ? 'submitted' : 'updated'
  await auditLink(ctx, {
    action,
    id: before.id,
    submissionId: before.submissionId,
    summary: formatSummary(funder.name, before, { status, body }),
    changes: [{ field: 'status', from: before.status, to: status }],
  })
  if (patch.send) await enqueueSending(ctx, { funderId: funder.id, id: before.id })
  return getLinkForUpdate(ctx, place)
}

/** The timeline's line: `Harbor Street: offered, 10000 at 1.3 over 6 months`. */
function formatSummary(
  name: string,
  before: LinkRow,
  after: Pick<LinkRow, 'status' | 'body'>,
): string {
  const { offers, declineReason, declineCode } = after.body
  const known = new Map(before.body.offers.map(({ id, status }) => [id, status]))
  const changedOffers = offers
    .filter(({ id, status }) => known.get(id) !== status)
    .map(
      ({ amount, factor, termMonths, status }) =>
        `offer ${status}: ${amount} at ${factor} over ${termMonths} months`,
    )
  const why = after.status === 'declined' ? [declineReason ?? declineCode ?? ''] : []
  return `${name}: ${[after.status.replaceAll('_', ' '), ...changedOffers, ...why].join(', ')}`
}

/** What is chosen for a funder. Throws `document_not_found`. */
export async function firstBody(
  ctx: Context,
  { submissionId, status }: { submissionId: string; status: LinkStatus },
  { documentIds = [], reports = [], consent, requested, note = null }: LinkCreate,
): Promise<LinkBody> {
  const documents = await listDocumentsAmong(ctx, submissionId, documentIds)
  if (documents.length < new Set(documentIds).size)
    throw new ApiError('document_not_found', undefined, { param: 'document_ids' })
  const at = getNow(ctx)
  return {
    requested: requested
      ? { amount: requested.amount ?? null, product: requested.product ?? null }
      : null,
    documents,
    reports: reports.map((name) => ({ name })),
    consent: consent
      ? {
          id: randomUUIDv7(),
          grantedBy: consent.grantedBy,
          grantedAt: at,
          expiresAt: consent.expiresAt ?? null,
          scope: consent.scope ?? [],
        }
      : null,
    offers: [],
    declineReason: null,
    declineCode: null,
    externalReference: null,
    notes: note,
    events: [{ at, type: status, detail: null }],
  }
}

/**
 * A link that is sent becomes pending, and a first offer makes it offered; a state in the request
 * wins.
 */
function statusAfter({ status }: LinkRow, patch: LinkPatch, hasNewOffer: boolean): LinkStatus {
  if (patch.send) return 'pending'
  if (patch.status !== undefined) return patch.status
  const isAwaited = status === 'submitted' || status === 'more_info_requested'
  return hasNewOffer && isAwaited ? 'offered' : status
}

function bodyAfter(
  ctx: Context,
  { body, status: before }: LinkRow,
  { patch, status }: { patch: LinkPatch; status: LinkStatus },
): LinkBody {
  const { declineReason = body.declineReason, declineCode = body.declineCode } = patch
  if (status === 'declined' && declineReason === null && declineCode === null) {
    const message = 'A declined submission needs decline_reason or decline_code.'
    throw new ApiError('missing_field', message, { param: 'decline_reason' })
  }
  const event = {
    at: getNow(ctx),
    type: status,
    detail: status === 'declined' ? declineReason : null,
  }
  return {
    ...body,
    ...pickGiven({ externalReference: null, notes: null }, patch),
    declineReason,
    declineCode,
    events: status === before ? body.events : [...body.events, event],
  }
}

function getNow({ house }: Context): string {
  return new Date(house.now()).toISOString()
}
