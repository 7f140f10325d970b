import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import type { Body } from '../../platform/route.ts'
import {
  EmailAddress,
  Count,
  Fields,
  Instant,
  InstantInput,
  List,
  LongText,
  Maybe,
  Nullable,
  One,
  PlainDate,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

const STATUSES = ['received', 'processing', 'processed', 'review_required', 'failed'] as const
export type ApplicationStatus = (typeof STATUSES)[number]
const SOURCES = ['upload', 'base64', 'document', 'structured', 'email', 'broker'] as const
export type ApplicationSource = (typeof SOURCES)[number]
const QUALITIES = ['fully_matched', 'review_required'] as const
const ENTITY_TYPES = [
  'llc',
  'corporation',
  's_corporation',
  'partnership',
  'sole_proprietorship',
  'nonprofit',
] as const

const Line = Nullable(Type.String())
const Figure = Nullable(Type.Number())

const business = {
  name: Line,
  dba: Line,
  ein: Line,
  address: Line,
  start_date: Line,
  industry: Line,
  entity_type: Line,
  phone: Line,
  email: Line,
  website: Line,
  monthly_revenue: Figure,
  annual_revenue: Figure,
  state_of_incorporation: Line,
  landlord: Line,
  use_of_funds: Line,
}

const Owner = Fields({
  first_name: Line,
  last_name: Line,
  title: Line,
  date_of_birth: Line,
  ssn_masked: Line,
  ownership_percent: Figure,
  credit_score: Figure,
  address: Line,
  phone: Line,
  email: Line,
  /** Null where the application has no place for it, or none that could be read. */
  has_signature: Nullable(Type.Boolean()),
  signed_at: Line,
})

const Obligation = Fields({ funder: Line, balance: Figure, payment: Figure })

const Box = Nullable(Type.Array(Type.Number()))

const Validation = Fields({
  /** The field of the document, or a column of a row as `owners[1].phone`. */
  field: Type.String(),
  /** What was checked: `ein_prefix`, `ownership_sum`. */
  code: Type.String(),
  status: StringEnum(['passed', 'failed', 'not_applicable']),
  /** A failed check that is `warning` needs no review. */
  severity: StringEnum(['error', 'warning']),
  message: Line,
  page: Nullable(Type.Integer()),
  bbox: Box,
})

export const Application = Fields({
  id: Uuid,
  submission_id: Uuid,
  document_id: Uuid,
  filename: Type.String(),
  status: StringEnum(STATUSES),
  source: StringEnum(SOURCES),
  business: Fields(business),
  funding: Fields({
    amount_requested: Figure,
    loan_purpose: Line,
    outstanding_balances: Type.Array(Obligation),
  }),
  owners: Type.Array(Owner),
  iso: Fields({ name: Line, representative: Line, email: Line, phone: Line }),
  premises: Fields({ landlord_phone: Line, monthly_rent: Figure }),
  banking: Fields({ bank_name: Line, routing_number: Line, account_last4: Line }),
  processing: Fields({ processor: Line, monthly_card_volume: Figure }),
  consents: Fields({
    credit_check: Nullable(Type.Boolean()),
    contact: Nullable(Type.Boolean()),
    data_verification: Nullable(Type.Boolean()),
  }),
  signature: Fields({ is_signed: Nullable(Type.Boolean()), signed_date: Line }),
  field_validations: Type.Array(Validation),
  /** By the name of the field; 0 to 1. */
  field_confidence: Type.Record(Type.String(), Type.Number()),
  /** Null until it is read. */
  quality_status: Nullable(StringEnum(QUALITIES)),
  review_reasons: Type.Array(Type.String()),
  currency: Line,
  page_count: Nullable(Count),
  error: Nullable(Fields({ code: Type.String(), message: Type.String() })),
  attempts: Count,
  created_at: Instant,
  updated_at: Instant,
  processed_at: Nullable(Instant),
})
export type PresentedApplication = Body<typeof Application>
export const OneApplication = One(Application)
export const ApplicationList = List(Application)

export const ApplicationQuery = ListQuery({
  status: Type.Optional(Type.Array(StringEnum(STATUSES), { maxItems: 5 })),
  submission_id: Type.Optional(KnownId('submission')),
  document_id: Type.Optional(KnownId('document')),
  quality_status: Type.Optional(StringEnum(QUALITIES)),
  /** A part of the file name. */
  q: Type.Optional(Text),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
})
export type ApplicationQuery = Body<typeof ApplicationQuery>

const FoundField = Fields({
  /** As the class of the document calls it, or a column of a row as `owners[1].phone`. */
  name: Type.String(),
  value: Type.Unknown(),
  raw: Line,
  confidence: Figure,
  page: Nullable(Type.Integer()),
  bbox: Box,
  validation: StringEnum(['passed', 'failed', 'not_applicable']),
  validation_message: Line,
})

export const ApplicationResults = One(
  Fields({
    application: Application,
    fields: Type.Array(FoundField),
    quality_status: Nullable(StringEnum(QUALITIES)),
    /** The attributes of the submission that the application is a source of. */
    mapped_attributes: Type.Array(
      Fields({
        entity: Type.String(),
        entity_index: Count,
        attribute: Type.String(),
        value: Type.Unknown(),
        /** Whether the attribute has its value from the application. */
        is_used: Type.Boolean(),
      }),
    ),
  }),
)

const Amount = Type.Number({ minimum: 0, maximum: 90_000_000_000_000, errorCode: 'invalid_amount' })
const Phone = Type.String({ minLength: 5, maxLength: 40, pattern: '^[0-9+() .x-]+$' })

const BusinessInput = Fields({
  name: Text,
  dba: Maybe(Text),
  ein: Maybe(Type.String({ pattern: '^\\d{2}-\\d{7}$', errorCode: 'invalid_ein' })),
  address: Maybe(Text),
  start_date: Maybe(PlainDate),
  industry: Maybe(Text),
  entity_type: Maybe(StringEnum(ENTITY_TYPES)),
  phone: Maybe(Phone),
  email: Maybe(EmailAddress),
  website: Maybe(Text),
  monthly_revenue: Maybe(Amount),
  annual_revenue: Maybe(Amount),
  state_of_incorporation: Maybe(Type.String({ pattern: '^[A-Z]{2}$' })),
  landlord: Maybe(Text),
  use_of_funds: Maybe(LongText),
})

const OwnerInput = Fields({
  first_name: Text,
  last_name: Text,
  title: Maybe(Text),
  date_of_birth: Maybe(PlainDate),
  /** Of which the last four digits are kept. */
  ssn: Maybe(Type.String({ pattern: '^\\d{3}-?\\d{2}-?\\d{4}$' })),
  ssn_last4: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  /** As responses show it. */
  ssn_masked: Maybe(Type.String({ pattern: '^\\*{3}-\\*{2}-\\d{4}$' })),
  ownership_percent: Maybe(Type.Number({ minimum: 0, maximum: 100 })),
  credit_score: Maybe(Type.Integer({ minimum: 300, maximum: 850 })),
  address: Maybe(Text),
  phone: Maybe(Phone),
  email: Maybe(EmailAddress),
  has_signature: Maybe(Type.Boolean()),
  signed_at: Maybe(PlainDate),
})

const Stated = {
  business: Type.Optional(BusinessInput),
  funding: Type.Optional(
    Fields({
      amount_requested: Maybe(Amount),
      loan_purpose: Maybe(LongText),
      outstanding_balances: Type.Optional(
        Type.Array(Fields({ funder: Text, balance: Amount, payment: Maybe(Amount) }), {
          maxItems: 50,
        }),
      ),
    }),
  ),
  owners: Type.Optional(Type.Array(OwnerInput, { minItems: 1, maxItems: 4 })),
  iso: Type.Optional(
    Fields({
      name: Maybe(Text),
      representative: Maybe(Text),
      email: Maybe(EmailAddress),
      phone: Maybe(Phone),
    }),
  ),
}

export const ApplicationCreate = Fields({
  /** The submission that it belongs to; without it a new one is created. */
  submission_id: Type.Optional(KnownId('submission')),
  /** Whether a submission is created; without submission_id it is, unless this is false. */
  create_submission: Type.Optional(Type.Boolean()),
  /** Of the new submission; default: the legal name in the application. */
  name: Type.Optional(Text),
  /** A document of a submission that is read as an application, in place of a file. */
  document_id: Type.Optional(KnownId('document')),
  password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  allow_duplicate: Type.Optional(Type.Boolean()),
  ...Stated,
})
export type ApplicationCreate = Body<typeof ApplicationCreate>
export type StatedApplication = Pick<ApplicationCreate, 'business' | 'funding' | 'owners' | 'iso'>

export const ApplicationReprocess = Fields({
  /** Discards the corrections that were made by hand; without it they apply to the new reading. */
  force: Type.Optional(Type.Boolean()),
  /** With force, the fields whose corrections are discarded; default: all. */
  fields: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 100 }),
  ),
})
export type ApplicationReprocess = Body<typeof ApplicationReprocess>
