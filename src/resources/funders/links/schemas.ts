import { KnownId } from '../../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { FREQUENCIES } from '../../../core/analytics/repayment/schedule.ts'
import type { Body } from '../../../platform/route.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  Instant,
  InstantInput,
  List,
  Maybe,
  Money,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../../platform/wire/shapes.ts'
import { Match } from '../match/schemas.ts'
import { PAPERS } from '../../analytics/deal-file/read-paper.ts'
import { Share } from '../../settings/offer-terms.ts'
import { FIRST_STATUSES, LINK_STATUSES, OFFER_STATUSES } from './lifecycle.ts'

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())
const Notes = Type.String({ maxLength: 5000 })
/** Why a deal that was turned down is sent all the same. */
const Reason = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })

export const Offer = Fields({
  id: Uuid,
  amount: Type.Number(),
  factor: Type.Number(),
  term_months: Type.Number(),
  frequency: StringEnum(FREQUENCIES),
  payment: Type.Number(),
  holdback: Amount,
  commission: Amount,
  net_funded: Type.Number(),
  /** Nominal, estimated by the actual days of the payments. */
  apr: Amount,
  expires_at: Nullable(Instant),
  status: StringEnum(OFFER_STATUSES),
  stips: Type.Array(Type.String()),
})

export const Link = Fields({
  id: Uuid,
  funder_id: Uuid,
  funder_name: Type.String(),
  submission_id: Uuid,
  policy_id: Nullable(Uuid),
  status: StringEnum(LINK_STATUSES),
  channel: Line,
  /** The best of the funder's last matches; null when none was made. */
  match: Nullable(Match),
  requested: Nullable(Fields({ amount: Amount, product: Line })),
  documents: Type.Array(
    Fields({ id: Uuid, class: Line, watermarked: Type.Boolean(), mark: Line, sent_sha256: Line }),
  ),
  reports: Type.Array(Fields({ name: StringEnum(PAPERS), mark: Line, sent_sha256: Line })),
  consent: Nullable(
    Fields({
      id: Uuid,
      granted_by: Type.String(),
      granted_at: Instant,
      expires_at: Nullable(Instant),
      scope: Type.Array(Type.String()),
    }),
  ),
  /** Readable at GET /v1/emails/:id. */
  email_id: Nullable(Uuid),
  sent_at: Nullable(Instant),
  responded_at: Nullable(Instant),
  offers: Type.Array(Offer),
  decline_reason: Line,
  decline_code: Line,
  external_reference: Line,
  notes: Line,
  events: Type.Array(Fields({ at: Instant, type: Type.String(), detail: Line })),
  created_at: Instant,
  updated_at: Instant,
})
export const OneLink = One(Link)
export const LinkList = List(Link)

/** What a funder would get, to be read before. */
export const OneSendingPreview = One(
  Fields({
    channel: StringEnum(['email', 'api']),
    from: Nullable(Fields({ name: Line, address: Type.String() })),
    /** An address, or the origin of the funder's intake. */
    to: Type.String(),
    subject: Type.String(),
    text: Type.String(),
    files: Type.Array(
      Fields({
        filename: Type.String(),
        /** Before a mark is put on its pages. */
        size_bytes: Nullable(Count),
        document_id: Nullable(Uuid),
      }),
    ),
  }),
)

export const LinkQuery = ListQuery({
  status: Type.Optional(StringEnum(LINK_STATUSES)),
  created_after: Type.Optional(InstantInput),
})

export const LinkCreate = Fields({
  submission_id: KnownId('submission'),
  policy_id: Maybe(KnownId('funder_policy')),
  status: Type.Optional(StringEnum(FIRST_STATUSES)),
  requested: Maybe(Fields({ amount: Maybe(Money), product: Maybe(Text) })),
  document_ids: Type.Optional(Type.Array(KnownId('document'), { maxItems: 200 })),
  /** Printed when they are sent, as PDF; by mail only. */
  reports: Type.Optional(
    Type.Array(StringEnum(PAPERS), { maxItems: PAPERS.length, uniqueItems: true }),
  ),
  consent: Maybe(
    Fields({
      granted_by: Text,
      expires_at: Maybe(InstantInput),
      scope: Type.Optional(Type.Array(Text, { maxItems: 20 })),
    }),
  ),
  note: Maybe(Notes),
  /** By the funder's channel, mail or API, with the documents named; in test mode to nobody. */
  send: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Reason),
})
export type LinkCreate = Body<typeof LinkCreate>

/** An offer with an id changes the one that has it; without one it is new, and needs its terms. */
const OfferInput = Fields({
  id: Type.Optional(Uuid),
  amount: Type.Optional(Money),
  factor: Type.Optional(Type.Number({ minimum: 1, maximum: 10 })),
  term_months: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 480 })),
  frequency: Type.Optional(StringEnum(FREQUENCIES)),
  holdback: Maybe(Share),
  commission: Maybe(Money),
  /** A share of the amount, kept back from it. */
  origination_fee: Maybe(Share),
  expires_at: Maybe(InstantInput),
  status: Type.Optional(StringEnum(OFFER_STATUSES)),
  stips: Type.Optional(Type.Array(Text, { maxItems: 50 })),
})
export type OfferInput = Body<typeof OfferInput>

export const LinkPatch = Fields({
  status: Type.Optional(StringEnum(LINK_STATUSES)),
  offers: Type.Optional(Type.Array(OfferInput, { maxItems: 50 })),
  decline_reason: Maybe(Text),
  decline_code: Maybe(Text),
  external_reference: Maybe(Text),
  notes: Maybe(Notes),
  /** Sends it, or sends it again after it failed. */
  send: Type.Optional(Type.Boolean()),
  reason: Type.Optional(Reason),
})
export type LinkPatch = Body<typeof LinkPatch>

/** A funder as a submission sees it. */
export const SubmissionFunder = Fields({
  id: Uuid,
  funder_id: Uuid,
  funder_name: Type.String(),
  link: Nullable(Link),
  match: Nullable(Match),
})
export const SubmissionFunderList = List(SubmissionFunder)
export const SubmissionParams = Fields({ sid: Uuid })
export const LinkParams = Fields({ fid: Uuid, id: Uuid })
