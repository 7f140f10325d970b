import { Type, type TProperties, type TSchema } from 'typebox'

export const NODE_CATEGORIES = [
  'flow',
  'submission',
  'document',
  'transaction',
  'analytics',
  'policy',
  'funder',
  'entity',
  'action',
] as const

/** What a step of this type changes; a silent run leaves out what is `external`. */
export const SIDE_EFFECTS = ['none', 'internal', 'external'] as const

/** What a type of node is; what it does stands with the resource that runs it. */
export interface NodeType {
  type: string
  category: (typeof NODE_CATEGORIES)[number]
  label: string
  description: string
  /** Of `config`. Any text in it may hold `{{ }}`, whatever type the field has. */
  config: TSchema
  /** Ports that every node of the type has; a switch has more, by its config. */
  ports: readonly string[]
  /** The port on which the next node of a list follows, when no edges were given. */
  nextPort: string | null
  output: TSchema
  sideEffects: (typeof SIDE_EFFECTS)[number]
  /**
   * Its action runs in no transaction, for it calls the outside or computes long: at least once,
   * under a key of its step.
   */
  callsOut: boolean
  /** Scopes that the activator needs, and services: `mail`, `app:slack_webhook`. */
  requires: readonly string[]
}

type Given = Pick<NodeType, 'type' | 'label' | 'description'> &
  Partial<Pick<NodeType, 'ports' | 'nextPort' | 'sideEffects' | 'callsOut' | 'requires'>> & {
    config?: TProperties
    output?: TProperties
  }

/** A declaration with what most types have in common. */
export function declareNode(category: NodeType['category'], given: Given): NodeType {
  const { ports = ['default'], config = {}, output = {} } = given
  return {
    category,
    nextPort: ports[0] ?? null,
    sideEffects: 'none',
    callsOut: false,
    requires: [],
    ...given,
    ports,
    config: closed(config),
    output: Type.Object(output),
  }
}

/** An object without other fields than these. */
export function closed(properties: TProperties): TSchema {
  return Type.Object(properties, { additionalProperties: false })
}

export const Name = Type.String({ minLength: 1, maxLength: 200 })
export const Text = Type.String({ maxLength: 20_000 })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const Ids = Type.Array(Id, { maxItems: 100 })
export const Anything = Type.Unknown()
export const Rows = Type.Array(Type.Unknown())
export const Count = Type.Integer({ minimum: 0 })
/** 2 days, 90 seconds: a number with its unit, as in `{"value": 2, "unit": "business_days"}`. */
export const Duration = closed({
  value: Type.Integer({ minimum: 1, maximum: 10_000 }),
  unit: Type.Enum(['seconds', 'minutes', 'hours', 'days', 'business_days']),
})
/** The submission that a node works on; the run's own when it is left out. */
export const SubmissionConfig = { submission_id: Type.Optional(Id) }
export const Values = Type.Record(Type.String(), Type.Unknown())
