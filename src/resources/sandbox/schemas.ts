import { KnownId } from '../../platform/wire/ids/known-id.ts'
import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  Count,
  Fields,
  FreeForm,
  List,
  Nullable,
  One,
  PlainDate,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const SandboxEvent = Fields({
  type: Type.String({ minLength: 1, maxLength: 64 }),
  submission_id: Type.Optional(KnownId('submission')),
})

export const FiredEvent = Fields({
  id: Type.String(),
  type: Type.String(),
  submission_id: Nullable(Uuid),
  data: FreeForm,
})

const SampleStatement = Fields({
  account_last4: Type.String(),
  currency: Type.String(),
  start_date: PlainDate,
  end_date: PlainDate,
  opening_balance: Type.Number(),
  closing_balance: Type.Number(),
  transactions_count: Count,
})

export const Sample = Fields({
  name: Type.String(),
  description: Type.String(),
  files: Type.Array(
    Fields({
      filename: Type.String(),
      document_class: Type.String(),
      statements: Type.Array(SampleStatement),
    }),
  ),
  truth: Fields({
    is_reconciled: Type.Boolean(),
    nsf_count: Count,
    funders: Type.Array(Type.String()),
    /** Codes of the signals that a tampered file triggers. */
    signals: Type.Array(Type.String()),
    /** `YYYY-MM` between the first and the last statement. */
    missing_months: Type.Array(Type.String()),
  }),
})

export const SampleDealCreate = Fields({
  sample: Type.String({ minLength: 1, maxLength: 64 }),
  external_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})

export const SampleList = List(Sample)
export const SampleQuery = ListQuery({})
export const OneFiredEvent = One(FiredEvent)
export const OneSampleDeal = One(
  Fields({
    submission_id: Uuid,
    sample: Type.String(),
    documents: Type.Array(Fields({ id: Uuid, filename: Type.String() })),
    truth: Sample.properties.truth,
  }),
)
