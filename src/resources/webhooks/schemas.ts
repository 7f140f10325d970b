import { Type } from 'typebox'
import { CustomHeaders } from '../../platform/egress/custom-headers.ts'
import {
  EmailAddress,
  Count,
  Fields,
  FreeForm,
  Instant,
  InstantInput,
  List,
  Maybe,
  Metadata,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../platform/wire/shapes.ts'
import { ListQuery } from '../../platform/wire/list-query.ts'

export const WEBHOOK_STATUSES = ['active', 'paused', 'disabled'] as const
/** `held` waits until its webhook is active again. */
export const DELIVERY_STATUSES = [
  'pending',
  'retrying',
  'held',
  'succeeded',
  'failed',
  // Of the interface; here a delivery that cannot be made is held until its webhook is active.
  'discarded',
] as const

/** Classes of a failed attempt; `http_error` is a response other than 2xx. */
export const ATTEMPT_ERRORS = ['timeout', 'dns', 'tls', 'refused', 'http_error', 'blocked'] as const

const EventName = Type.String({ minLength: 1, maxLength: 64 })
const EventNames = Type.Array(EventName, { minItems: 1, maxItems: 50 })
const Url = Type.String({ minLength: 1, maxLength: 2048 })
const Description = Type.String({ maxLength: 500 })

export const Webhook = Fields({
  id: Uuid,
  url: Type.String(),
  description: Nullable(Type.String()),
  events: Type.Array(Type.String()),
  status: StringEnum(WEBHOOK_STATUSES),
  is_active: Type.Boolean(),
  secret_hint: Type.String(),
  // Until then the previous secret signs too; null outside a rotation.
  secret_grace_ends_at: Nullable(Instant),
  api_version: Type.String(),
  headers: FreeForm,
  livemode: Type.Boolean(),
  consecutive_failures: Count,
  last_success_at: Nullable(Instant),
  last_failure_at: Nullable(Instant),
  disabled_at: Nullable(Instant),
  disabled_reason: Nullable(StringEnum(['failures', 'user'])),
  notification_email: Nullable(Type.String()),
  metadata: FreeForm,
  created_at: Instant,
  updated_at: Instant,
})

/** With the secret, which is shown in this response and never again. */
const WebhookWithSecret = Fields({ ...Webhook.properties, secret: Type.String() })

export const WebhookCreate = Fields({
  url: Url,
  events: EventNames,
  description: Maybe(Description),
  headers: Maybe(CustomHeaders),
  notification_email: Maybe(EmailAddress),
  is_active: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(Metadata),
})

export const WebhookChange = Fields({
  url: Type.Optional(Url),
  events: Type.Optional(EventNames),
  description: Maybe(Description),
  headers: Maybe(CustomHeaders),
  notification_email: Maybe(EmailAddress),
  is_active: Type.Optional(Type.Boolean()),
  metadata: Type.Optional(Metadata),
})

export const WebhookQuery = ListQuery({
  status: Type.Optional(StringEnum(WEBHOOK_STATUSES)),
  event: Type.Optional(EventName),
})

export const SecretRotation = Fields({
  grace_hours: Type.Optional(Type.Number({ minimum: 0, maximum: 72 })),
})

export const WebhookTest = Fields({ event_type: Type.Optional(EventName) })

export const WebhookReplay = Fields({
  since: InstantInput,
  until: Type.Optional(InstantInput),
  include_missed: Type.Optional(Type.Boolean()),
})

export const ReplayOutcome = Fields({
  webhook_id: Uuid,
  replayed_count: Count,
  missed_count: Count,
  // There was more than one call takes: call again.
  has_more: Type.Boolean(),
})

const Attempt = Fields({
  number: Count,
  at: Instant,
  duration_ms: Type.Number(),
  response_status: Nullable(Type.Integer()),
  response_headers: FreeForm,
  response_body: Nullable(Type.String()),
  error: Nullable(StringEnum(ATTEMPT_ERRORS)),
})

export const Delivery = Fields({
  id: Type.String(),
  webhook_id: Uuid,
  event_id: Type.String(),
  event_type: Type.String(),
  status: StringEnum(DELIVERY_STATUSES),
  attempt_count: Count,
  max_attempts: Count,
  next_attempt_at: Nullable(Instant),
  attempts: Type.Array(Attempt),
  // As last sent; `body` is the exact text that the signatures are made of.
  request: Fields({ url: Nullable(Type.String()), headers: FreeForm, body: Type.String() }),
  is_test: Type.Boolean(),
  is_replay: Type.Boolean(),
  replay_of: Nullable(Type.String()),
  created_at: Instant,
  completed_at: Nullable(Instant),
})

export const DeliveryQuery = ListQuery({
  status: Type.Optional(StringEnum(DELIVERY_STATUSES)),
  event_type: Type.Optional(EventName),
  created_after: Type.Optional(InstantInput),
  is_test: Type.Optional(Type.Boolean()),
})

/** A delivery id that cannot be one is simply not found, so that its form can change. */
export const DeliveryParams = Fields({ id: Uuid, did: Type.String() })

const EventKind = Fields({
  type: Type.String(),
  description: Type.String(),
  resource: Type.String(),
  sample: FreeForm,
})

export const OneWebhook = One(Webhook)
export const OneWebhookWithSecret = One(WebhookWithSecret)
export const WebhookList = List(Webhook)
export const OneDelivery = One(Delivery)
export const DeliveryList = List(Delivery)
export const OneReplayOutcome = One(ReplayOutcome)
export const EventKindList = List(EventKind)
export const EventKindQuery = ListQuery({})

export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number]
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
export type AttemptError = (typeof ATTEMPT_ERRORS)[number]
