import { Type } from 'typebox'
import { FREQUENCIES } from '../../core/analytics/repayment/schedule.ts'
import { EVALUATION_RESULTS } from '../../core/decisions/policy.ts'
import { inCamel } from '../../platform/wire/convert.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  MetadataFilter,
  Nullable,
  One,
  StringEnum,
  PlainDate,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { SubmissionFunder } from '../funders/links/schemas.ts'
import { DEAL_STAGES, OFFER_STATES, SUBMISSION_STATUSES } from '../records/submissions/lifecycle.ts'

export const ENTITY_TYPES = [
  'llc',
  'corporation',
  's_corporation',
  'sole_proprietor',
  'partnership',
  'non_profit',
  'other',
] as const
export const SOURCES = [
  'api',
  'broker',
  'iso_application',
  'email',
  'crm',
  'upload',
  'workflow',
  'mcp',
  'sandbox',
] as const

const Line = Nullable(Type.String())
const Amount = Nullable(Type.Number())

// The submission is the one object of the interface that is written in camelCase on the wire.

const Address = Fields({
  line1: Line,
  line2: Line,
  city: Line,
  state: Line,
  postalCode: Line,
  country: Line,
})

export const CompanyInfo = Fields({
  name: Line,
  /** In full for keys with `pii:read`, else `**-***1234`. */
  ein: Line,
  dba: Line,
  entityType: Nullable(StringEnum(ENTITY_TYPES)),
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

export const Owner = Fields({
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

export const FinancingRequest = Fields({
  amount: Amount,
  currency: Line,
  purpose: Line,
  productType: Line,
  termMonths: Nullable(Type.Integer()),
  useOfFunds: Line,
})

const KeptOffer = Fields({
  amount: Type.Number(),
  currency: Type.String(),
  factor: Type.Number(),
  termMonths: Type.Number(),
  frequency: StringEnum(FREQUENCIES),
  originationFee: Amount,
  payoffs: Type.Array(
    Fields({ name: Type.String(), amount: Type.Number(), positionId: Nullable(Uuid) }),
  ),
  payment: Type.Number(),
  purchasedAmount: Type.Number(),
  netFunded: Type.Number(),
  state: StringEnum(OFFER_STATES),
  changedAt: Instant,
  changedBy: Type.String(),
})

export const Submission = Fields({
  id: Uuid,
  tenantId: Uuid,
  externalId: Line,
  name: Type.String(),
  status: StringEnum(SUBMISSION_STATUSES),
  metadata: FreeForm,
  companyInfo: CompanyInfo,
  createdAt: Instant,
  updatedAt: Instant,
  processedAt: Nullable(Instant),
  archivedAt: Nullable(Instant),
  livemode: Type.Boolean(),
  owners: Type.Array(Owner),
  request: Nullable(FinancingRequest),
  /** The lender's own; those of funders stand at the funders. */
  keptOffer: Nullable(KeptOffer),
  dealStage: Nullable(StringEnum(DEAL_STAGES)),
  declineReasons: Type.Array(Type.String()),
  source: StringEnum(SOURCES),
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
      negativeDays: Nullable(Type.Integer()),
      nsfCount: Nullable(Type.Integer()),
      holdbackRatio: Amount,
      analyticsVersion: Nullable(Type.Union([Type.Integer(), Type.String()])),
      /** Version of the settings used; 0 is the defaults. */
      settingsVersion: Nullable(Type.Integer()),
      asOf: Nullable(PlainDate),
    }),
  ),
  policyResult: Nullable(StringEnum(EVALUATION_RESULTS)),
  policyOverridesCount: Count,
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
  /** As GET /v1/submissions/:sid/funders lists them. */
  funders: Type.Optional(Type.Array(inCamel(SubmissionFunder))),
}

export const OneSubmission = One(Submission)
/** With the parts that `expand` names. */
export const OneExpandedSubmission = One(Fields({ ...Submission.properties, ...Expanded }))
export const SubmissionList = List(Submission)

export const RemovalQuery = Fields({
  /** Accepted without effect: every deletion is permanent. */
  purge: Type.Optional(Type.Boolean()),
})

export const ExpandQuery = Fields({
  expand: Type.Optional(
    Type.Array(StringEnum(['documents', 'positions', 'accounts', 'funders']), { maxItems: 4 }),
  ),
})

export const SubmissionQuery = ListQuery({
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  status: Type.Optional(Type.Array(StringEnum(SUBMISSION_STATUSES), { minItems: 1, maxItems: 50 })),
  external_id: Type.Optional(Text),
  ein: Type.Optional(Type.String({ maxLength: 20 })),
  deal_stage: Type.Optional(StringEnum(DEAL_STAGES)),
  tag: Type.Optional(Text),
  assigned_to: Type.Optional(Text),
  source: Type.Optional(StringEnum(SOURCES)),
  has_documents: Type.Optional(Type.Boolean()),
  min_risk_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  max_risk_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  paper_grade: Type.Optional(StringEnum(['A', 'B', 'C', 'D', 'F'])),
  needs_review: Type.Optional(Type.Boolean()),
  /** Submissions linked to this funder or with a position of it. */
  funder_id: Type.Optional(Uuid),
  include_archived: Type.Optional(Type.Boolean()),
  created_after: Type.Optional(InstantInput),
  created_before: Type.Optional(InstantInput),
  updated_after: Type.Optional(InstantInput),
  metadata: Type.Optional(MetadataFilter),
})
