import { Type } from 'typebox'
import { ListQuery } from '../../platform/wire/list-query.ts'
import {
  EmailAddress,
  Fields,
  Instant,
  List,
  LongText,
  Maybe,
  Metadata,
  Nullable,
  One,
  StringEnum,
  Text,
  Uuid,
} from '../../platform/wire/shapes.ts'

export const BROKER_STATUSES = ['active', 'disabled'] as const

export const Broker = Fields({
  id: Uuid,
  name: Type.String(),
  email: Type.String(),
  status: StringEnum(BROKER_STATUSES),
  commission_note: Nullable(Type.String()),
  metadata: Metadata,
  created_at: Instant,
  updated_at: Instant,
})

export const BrokerCreate = Fields({
  name: Text,
  email: EmailAddress,
  commission_note: Maybe(LongText),
  metadata: Type.Optional(Metadata),
})

export const BrokerPatch = Fields({
  name: Type.Optional(Text),
  email: Type.Optional(EmailAddress),
  status: Type.Optional(StringEnum(BROKER_STATUSES)),
  commission_note: Maybe(LongText),
  metadata: Type.Optional(Metadata),
})

export const BrokerQuery = ListQuery({
  status: Type.Optional(StringEnum(BROKER_STATUSES)),
  q: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
})

export const OneBroker = One(Broker)
export const BrokerList = List(Broker)
