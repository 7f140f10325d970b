import { Type } from 'typebox'
import { OPERATORS } from '../../values/operators.ts'
import {
  Anything,
  closed,
  Count,
  declareNode,
  Duration,
  Id,
  Name,
  Rows,
  Text,
  Values,
} from './node-type.ts'

const Comparison = closed({
  left: Anything,
  op: Type.Enum([...OPERATORS]),
  right: Type.Optional(Anything),
})
/** An expression, or comparisons of which all or any must hold. */
export const ConditionConfig = {
  expression: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
  all: Type.Optional(Type.Array(Comparison, { minItems: 1, maxItems: 50 })),
  any: Type.Optional(Type.Array(Comparison, { minItems: 1, maxItems: 50 })),
}

const Field = closed({
  name: Name,
  label: Type.Optional(Name),
  type: Type.Enum(['text', 'number', 'boolean', 'date', 'choice']),
  options: Type.Optional(Type.Array(Name, { maxItems: 50 })),
  is_required: Type.Optional(Type.Boolean()),
})

/** Nodes that decide which nodes follow, and when. */
export const FLOW_NODES = [
  declareNode('flow', {
    type: 'condition',
    label: 'Condition',
    description: 'Goes on by true or false.',
    config: ConditionConfig,
    ports: ['true', 'false'],
    output: { result: Type.Boolean() },
  }),
  declareNode('flow', {
    type: 'switch',
    label: 'Switch',
    description: 'Goes on by the first case whose value equals, or by default.',
    config: {
      value: Anything,
      cases: Type.Array(
        closed({ name: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), equals: Anything }),
        { minItems: 1, maxItems: 50 },
      ),
    },
    output: { value: Anything, case: Type.Union([Type.String(), Type.Null()]) },
  }),
  declareNode('flow', {
    type: 'delay',
    label: 'Delay',
    description: 'Waits for a while, or until an instant or a date.',
    config: { for: Type.Optional(Duration), until: Type.Optional(Name) },
    output: { until: Type.String() },
  }),
  declareNode('flow', {
    type: 'loop',
    label: 'Loop',
    description: 'Runs the nodes behind each once per item; goes on by done.',
    config: {
      items: Anything,
      concurrency: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
    },
    ports: ['each', 'done'],
    nextPort: 'done',
    output: { count: Count, items: Rows },
  }),
  declareNode('flow', {
    type: 'parallel',
    label: 'Parallel',
    description: 'Starts every node that follows at once.',
  }),
  declareNode('flow', {
    type: 'join',
    label: 'Join',
    description: 'Waits for all of the branches that can still arrive, or for any one.',
    config: { mode: Type.Optional(Type.Enum(['all', 'any'])) },
    output: { mode: Type.String() },
  }),
  declareNode('flow', {
    type: 'wait_for_event',
    label: 'Wait for an event',
    description: 'Waits until an event of a type happens, or for a time at most.',
    config: { event_type: Name, filter: Type.Optional(closed(ConditionConfig)), timeout: Duration },
    ports: ['received', 'timeout'],
    output: { event: Values },
  }),
  declareNode('flow', {
    type: 'approval',
    label: 'Approval',
    description: 'Waits until a person approves or rejects.',
    config: {
      title: Name,
      summary: Type.Optional(Text),
      assignees: Type.Array(Name, { minItems: 1, maxItems: 20 }),
      fields: Type.Optional(Type.Array(Field, { maxItems: 30 })),
      timeout: Type.Optional(Duration),
    },
    ports: ['approved', 'rejected', 'timeout'],
    output: {
      decision: Type.String(),
      decided_by: Type.Union([Type.String(), Type.Null()]),
      comment: Type.Union([Type.String(), Type.Null()]),
      values: Values,
    },
  }),
  declareNode('flow', {
    type: 'stop',
    label: 'Stop',
    description: 'Ends the run here; branches that still work are cancelled.',
    config: {
      status: Type.Optional(Type.Enum(['succeeded', 'failed'])),
      message: Type.Optional(Text),
    },
    ports: [],
    output: { status: Type.String(), message: Type.Union([Type.String(), Type.Null()]) },
  }),
  declareNode('flow', {
    type: 'sub_workflow',
    label: 'Run a workflow',
    description: 'Runs another workflow and waits for its end.',
    config: {
      workflow_id: Id,
      submission_id: Type.Optional(Id),
      input: Type.Optional(Values),
      is_awaited: Type.Optional(Type.Boolean()),
    },
    sideEffects: 'internal',
    requires: ['workflows:write'],
    output: { run_id: Type.String(), status: Type.String(), result: Values },
  }),
]
