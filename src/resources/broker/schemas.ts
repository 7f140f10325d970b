import { Type } from 'typebox'
import { REQUIREMENT_CODES } from '../../core/analytics/stips/requirements.ts'
import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  LongText,
  Maybe,
  Metadata,
  Nullable,
  One,
  Snaked,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { ApiKey } from '../api-keys/schemas.ts'
import { CompanyInfo, FinancingRequest, Owner } from '../submissions/schemas.ts'
import {
  COMPANY_INPUT,
  CompanyInput,
  EitherCase,
  OwnerInput,
  RequestInput,
} from '../submissions/write/schemas.ts'
import { FILE_STATUSES } from './files/store.ts'
import {
  BROKER_SUBMISSION_STATUSES,
  DECISIONS,
  OUTCOMES,
  STAGES,
  type Decision,
} from './lifecycle.ts'

const Line = Nullable(Type.String())

const BrokerFile = Fields({
  id: Uuid,
  filename: Type.String(),
  document_class: Line,
  status: StringEnum(FILE_STATUSES),
  page_count: Nullable(Count),
  error_code: Line,
  /** What the broker can do about it; null unless it failed. */
  error_message: Line,
  created_at: Instant,
})

const Requirement = Fields({
  code: StringEnum(REQUIREMENT_CODES),
  label: Type.String(),
  satisfied: Type.Boolean(),
  /** What is missing, as a sentence; null when nothing is. */
  why: Line,
})

const BrokerSubmission = Fields({
  id: Uuid,
  reference: Type.String(),
  status: StringEnum(BROKER_SUBMISSION_STATUSES),
  /** Where the deal stands, in words for its broker. */
  stage: StringEnum(STAGES),
  decision: Nullable(StringEnum(OUTCOMES)),
  business: Snaked(CompanyInfo),
  owners: Type.Array(Snaked(Owner)),
  funding: Nullable(Snaked(FinancingRequest)),
  files: Type.Array(BrokerFile),
  broker: Fields({ id: Uuid, name: Type.String(), email: Type.String(), key_id: Nullable(Uuid) }),
  submission_id: Nullable(Uuid),
  requirements: Type.Array(Requirement),
  validation_errors: Type.Array(
    Fields({ param: Type.String(), code: Type.String(), message: Type.String() }),
  ),
  notes: Line,
  metadata: FreeForm,
  history: Type.Array(
    Fields({
      at: Instant,
      from: Nullable(StringEnum(BROKER_SUBMISSION_STATUSES)),
      to: StringEnum(BROKER_SUBMISSION_STATUSES),
      by: StringEnum(['broker', 'lender']),
      note: Line,
    }),
  ),
  submitted_at: Nullable(Instant),
  reviewed_at: Nullable(Instant),
  created_at: Instant,
  updated_at: Instant,
})

const writable = {
  reference: Type.Optional(Text),
  owners: Maybe(Type.Array(OwnerInput, { maxItems: 50 })),
  funding: Maybe(RequestInput),
  notes: Maybe(LongText),
  metadata: Type.Optional(Metadata),
}

export const BrokerSubmissionCreate = Fields({
  business: EitherCase({ ...COMPANY_INPUT, name: Text }),
  ...writable,
  /** For the lender alone, who brings the deal in for a broker. */
  broker_id: Type.Optional(KnownId('broker')),
})

export const BrokerSubmissionPatch = Fields({ business: Type.Optional(CompanyInput), ...writable })

export const BrokerSubmissionQuery = ListQuery({
  status: Type.Optional(StringEnum(BROKER_SUBMISSION_STATUSES)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  broker_id: Type.Optional(Uuid),
})

export const BrokerReview = Fields({
  decision: StringEnum(Object.keys(DECISIONS) as Decision[]),
  /** The broker reads it. */
  note: Maybe(LongText),
})

export const BrokerKeyCreate = Fields({
  name: Text,
  broker: Type.Optional(Fields({ name: Text, email: EmailAddress })),
  expires_at: Maybe(InstantInput),
})

const KeyOfBroker = Fields({
  ...ApiKey.properties,
  broker: Fields({ id: Uuid, name: Type.String(), email: Type.String() }),
})

export const BrokerKeyQuery = ListQuery({ broker_id: Type.Optional(Uuid) })

export const FileParams = Fields({ id: Uuid, fileId: Uuid })

export const OneBrokerSubmission = One(BrokerSubmission)
export const BrokerSubmissionList = List(BrokerSubmission)
export const OneMintedBrokerKey = One(Fields({ ...KeyOfBroker.properties, key: Type.String() }))
export const BrokerKeyList = List(KeyOfBroker)
