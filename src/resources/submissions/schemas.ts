import { Type, type TObject, type TProperties, type TSchema } from 'typebox'
import { toCamel } from '../../core/values/text.ts'
import { ListQuery } from '../../platform/http/list-query.ts'
import {
  Count, Currency, Fields, FreeForm, Instant, InstantInput, List, LongText, Maybe, Metadata, Nullable, One,
  OneOf, PlainDate, Text, Uuid,
} from '../../platform/http/shapes.ts' // prettier-ignore
import type { Body } from '../../platform/route.ts'
import { PATCHABLE_STATUSES, SUBMISSION_STATUSES } from './lifecycle.ts'

export const ENTITY_TYPES = [
  'llc', 'corporation', 's_corporation', 'sole_proprietor', 'partnership', 'non_profit', 'other', // prettier-ignore
] as const

export const DEAL_STAGES = [
  'draft', 'missing_docs', 'ready', 'underwriting', 'shopped', 'offer_out', 'contract_out', 'approved', 'funded',
  'declined', 'withdrawn',
] as const // prettier-ignore

export const SOURCES = ['api', 'broker', 'iso_application', 'email', 'crm', 'upload', 'workflow', 'mcp'] as const

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

// The submission is the one object of the interface that is written in camelCase on the wire.

const Address = Fields({ line1: Line, line2: Line, city: Line, state: Line, postalCode: Line, country: Line })

const CompanyInfo = Fields({
  name: Line,
  /** In full for keys with `pii:read`, else `**-***1234`. */
  ein: Line,
  dba: Line,
  entityType: Line,
  startDate: Nullable(PlainDate),
  stateOfIncorporation: Line,
  naicsCode: Line,
  sicCode: Line,
  industry: Line,
  address: Nullable(Address),
  phone: Line,
  email: Line,
  website: Line,
  annualRevenue: Amount,
})

const Owner = Fields({
  firstName: Line,
  lastName: Line,
  ownershipPercent: Amount,
  email: Line,
  phone: Line,
  /** The year stays readable: `1980-**-**`. */
  dateOfBirthMasked: Line,
  ssnLast4: Line,
  fico: Nullable(Type.Integer()),
  isGuarantor: Nullable(Type.Boolean()),
  address: Nullable(Address),
})

const FinancingRequest = Fields({
  amount: Amount,
  currency: Line,
  purpose: Line,
  productType: Line,
  termMonths: Nullable(Type.Integer()),
  useOfFunds: Line,
})

export const Submission = Fields({
  id: Uuid,
  tenantId: Uuid,
  externalId: Line,
  name: Type.String(),
  status: OneOf(SUBMISSION_STATUSES),
  metadata: FreeForm,
  companyInfo: CompanyInfo,
  createdAt: Instant,
  updatedAt: Instant,
  processedAt: Nullable(Instant),
  archivedAt: Nullable(Instant),
  livemode: Type.Boolean(),
  owners: Type.Array(Owner),
  request: Nullable(FinancingRequest),
  dealStage: Line,
  declineReasons: Type.Array(Type.String()),
  source: OneOf(SOURCES),
  assignedTo: Line,
  tags: Type.Array(Type.String()),
  counts: Fields({
    documents: Count,
    documentsFailed: Count,
    transactions: Count,
    accounts: Count,
    positions: Count,
    openAnomalies: Nullable(Count),
  }),
  dataQuality: Nullable(
    Fields({
      score: Amount,
      reconciliationRate: Amount,
      coverageRatio: Amount,
      reviewRequired: Type.Boolean(),
      reasons: Type.Array(Type.String()),
    }),
  ),
  latest: Nullable(
    Fields({
      riskScore: Amount,
      riskGrade: Line,
      paperGrade: Line,
      monthlyTrueRevenue: Amount,
      averageDailyBalance: Amount,
      analyticsVersion: Nullable(Type.Union([Type.Integer(), Type.String()])),
      asOf: Nullable(PlainDate),
    }),
  ),
  failure: Nullable(
    Fields({
      code: Type.String(),
      message: Type.String(),
      stage: Line,
      documentId: Nullable(Uuid),
      at: Instant,
    }),
  ),
})

const Expanded = {
  documents: Type.Optional(
    Type.Array(
      Fields({
        id: Uuid,
        filename: Type.String(),
        displayName: Type.String(),
        documentClass: Line,
        status: Type.String(),
        pageCount: Nullable(Count),
        transactionsCount: Count,
        periodStart: Nullable(PlainDate),
        periodEnd: Nullable(PlainDate),
        errorCode: Line,
        createdAt: Instant,
      }),
    ),
  ),
  accounts: Type.Optional(
    Type.Array(
      Fields({
        id: Uuid,
        institutionName: Line,
        name: Type.String(),
        last4: Line,
        type: Type.String(),
        currency: Type.String(),
        isIncluded: Type.Boolean(),
      }),
    ),
  ),
  positions: Type.Optional(
    Type.Array(
      Fields({
        id: Uuid,
        funderName: Type.String(),
        productType: Type.String(),
        status: Type.String(),
        confirmation: Type.String(),
        confidence: Type.Number(),
        currency: Type.String(),
        paymentAmount: Amount,
        paymentCadence: Line,
        remainingBalance: Amount,
      }),
    ),
  ),
}

export const OneSubmission = One(Submission)
/** With what `expand` asked for; a part that was not asked for is absent. */
export const OneExpandedSubmission = One(Fields({ ...Submission.properties, ...Expanded }))
export const SubmissionList = List(Submission)

/** The id, or `ext:` and the caller's own identifier. */
export const SubmissionRef = Fields({
  id: Type.String({ pattern: '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|ext:.{1,255})$' }),
})

export const ExpandQuery = Fields({
  expand: Type.Optional(Type.Array(OneOf(['documents', 'positions', 'accounts']), { maxItems: 3 })),
})

/**
 * An object whose snake_case fields may also be written in camelCase. A field under both its names
 * is refused: which one was meant?
 */
function EitherCase<P extends TProperties>(properties: P): TObject<P> {
  const twins = Object.keys(properties).filter((name) => toCamel(name) !== name)
  const aliases = Object.fromEntries(twins.map((name) => [toCamel(name), aliasOf(properties[name]!, name)]))
  const allOf = twins.map((name) => ({
    not: { required: [name, toCamel(name)] },
    errorCode: 'field_given_twice',
  }))
  return Fields({ ...properties, ...aliases }, { allOf }) as unknown as TObject<P>
}

function aliasOf(schema: TSchema, name: string): TSchema {
  return Type.Optional({ ...schema, deprecated: true, description: `The same as ${name}.` } as TSchema)
}

const PositiveAmount = Type.Number({ minimum: 0, maximum: 90_000_000_000_000, errorCode: 'invalid_amount' })
const Email = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' })
const Phone = Type.String({ minLength: 5, maxLength: 40, pattern: '^[0-9+() .x-]+$' })

const AddressInput = EitherCase({
  line1: Maybe(Text),
  line2: Maybe(Text),
  city: Maybe(Text),
  state: Maybe(Text),
  postal_code: Maybe(Text),
  country: Maybe(Text),
})

const CompanyInput = EitherCase({
  name: Maybe(Text),
  ein: Maybe(Type.String({ pattern: '^\\d{2}-\\d{7}$', errorCode: 'invalid_ein' })),
  dba: Maybe(Text),
  entity_type: Maybe(OneOf(ENTITY_TYPES)),
  start_date: Maybe(PlainDate),
  state_of_incorporation: Maybe(Text),
  naics_code: Maybe(Type.String({ pattern: '^\\d{2,6}$' })),
  sic_code: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  industry: Maybe(Text),
  address: Maybe(AddressInput),
  phone: Maybe(Phone),
  email: Maybe(Email),
  website: Maybe(Text),
  annual_revenue: Maybe(PositiveAmount),
})

const OwnerInput = EitherCase({
  first_name: Maybe(Text),
  last_name: Maybe(Text),
  ownership_percent: Maybe(Type.Number({ minimum: 0, maximum: 100 })),
  email: Maybe(Email),
  phone: Maybe(Phone),
  date_of_birth: Maybe(PlainDate),
  ssn_last4: Maybe(Type.String({ pattern: '^\\d{4}$' })),
  fico: Maybe(Type.Integer({ minimum: 300, maximum: 850 })),
  is_guarantor: Maybe(Type.Boolean()),
  address: Maybe(AddressInput),
})

const RequestInput = EitherCase({
  amount: Maybe(PositiveAmount),
  currency: Maybe(Currency),
  purpose: Maybe(LongText),
  product_type: Maybe(Text),
  term_months: Maybe(Type.Integer({ minimum: 1, maximum: 600 })),
  use_of_funds: Maybe(LongText),
})

const writable = {
  external_id: Maybe(Text),
  company_info: Maybe(CompanyInput),
  metadata: Type.Optional(Metadata),
  owners: Maybe(Type.Array(OwnerInput, { maxItems: 50 })),
  request: Maybe(RequestInput),
  tags: Type.Optional(Type.Array(Text, { maxItems: 50, uniqueItems: true })),
  deal_stage: Maybe(OneOf(DEAL_STAGES)),
  decline_reasons: Type.Optional(Type.Array(Type.String({ pattern: '^RC\\d{2}$' }), { maxItems: 50 })),
  assigned_to: Maybe(Text),
  auto_process: Maybe(Type.Boolean()),
}

export const SubmissionCreate = EitherCase({ name: Maybe(Text), ...writable })

export const SubmissionPatch = EitherCase({
  name: Type.Optional(Text),
  ...writable,
  /** `processed` brings an archived submission back to what it was. */
  status: Type.Optional(OneOf(PATCHABLE_STATUSES)),
})

export const SubmissionQuery = ListQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  status: Type.Optional(Type.Array(OneOf(SUBMISSION_STATUSES), { minItems: 1 })),
  external_id: Type.Optional(Text),
  ein: Type.Optional(Type.String({ maxLength: 20 })),
  deal_stage: Type.Optional(OneOf(DEAL_STAGES)),
  tag: Type.Optional(Text),
  assigned_to: Type.Optional(Text),
  source: Type.Optional(OneOf(SOURCES)),
  has_documents: Type.Optional(Type.Boolean()),
  min_risk_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  max_risk_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  paper_grade: Type.Optional(OneOf(['A', 'B', 'C', 'D'])),
  include_archived: Type.Optional(Type.Boolean()),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
  updated_after: Type.Optional(InstantInput),
  metadata: Type.Optional(Type.Record(Type.String(), Type.String())),
})

export type SubmissionPatch = Body<typeof SubmissionPatch>
