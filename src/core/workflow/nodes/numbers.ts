import { Type } from 'typebox'
import {
  Anything,
  Count,
  declareNode,
  Id,
  Ids,
  Name,
  Rows,
  SubmissionConfig,
  Values,
} from './node-type.ts'

const READS = ['analytics:read']
const Evaluated = {
  result: Type.String(),
  decision: Type.Union([Type.String(), Type.Null()]),
  evaluations: Rows,
  reasons: Rows,
}

/** Nodes about transactions and what is computed from them. */
export const TRANSACTION_NODES = [
  declareNode('transaction', {
    type: 'enrich_transactions',
    label: 'Enrich transactions',
    description: 'Categorizes the transactions of a submission anew.',
    config: SubmissionConfig,
    sideEffects: 'internal',
    requires: ['transactions:write'],
    output: { event: Values },
  }),
  declareNode('transaction', {
    type: 'query_transactions',
    label: 'Query transactions',
    description: 'Lists transactions by category, amount, date or text.',
    config: {
      ...SubmissionConfig,
      categories: Type.Optional(Type.Array(Name, { maxItems: 100 })),
      direction: Type.Optional(Type.Enum(['inflow', 'outflow'])),
      min_amount: Type.Optional(Type.Number()),
      max_amount: Type.Optional(Type.Number()),
      start_date: Type.Optional(Name),
      end_date: Type.Optional(Name),
      q: Type.Optional(Name),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    },
    requires: ['transactions:read'],
    output: { transactions: Rows, count: Count, total: Type.Number() },
  }),
  declareNode('transaction', {
    type: 'import_transactions',
    label: 'Import transactions',
    description: 'Gets what is new in the accounts that are linked, and waits until it is there.',
    config: { ...SubmissionConfig, integration_id: Id },
    sideEffects: 'external',
    requires: ['integrations:write'],
    output: { imported_count: Count },
  }),
]

export const ANALYTICS_NODES = [
  declareNode('analytics', {
    type: 'compute_metric',
    label: 'Compute a metric',
    description: 'Computes one metric of the catalog of metrics.',
    config: {
      ...SubmissionConfig,
      metric: Name,
      params: Type.Optional(Values),
      date_range: Type.Optional(Name),
    },
    callsOut: true,
    requires: READS,
    output: { metric: Type.String(), value: Anything, status: Type.String() },
  }),
  declareNode('analytics', {
    type: 'get_report',
    label: 'Get a report',
    description: 'Computes a report by its name, such as scorecard or cashflow.',
    config: {
      ...SubmissionConfig,
      report: Name,
      date_range: Type.Optional(Name),
      params: Type.Optional(Values),
    },
    callsOut: true,
    requires: READS,
    output: { report: Type.String(), data: Values },
  }),
  declareNode('analytics', {
    type: 'detect_anomalies',
    label: 'Detect anomalies',
    description: 'Lists what is unusual, from a severity on.',
    config: {
      ...SubmissionConfig,
      severity: Type.Optional(Type.Enum(['low', 'medium', 'high', 'critical'])),
    },
    ports: ['found', 'none'],
    nextPort: 'none',
    callsOut: true,
    requires: READS,
    output: { anomalies: Rows, count: Count },
  }),
]

export const POLICY_NODES = [
  declareNode('policy', {
    type: 'evaluate_policy',
    label: 'Evaluate policies',
    description: 'Evaluates policies and keeps the evaluations.',
    config: { ...SubmissionConfig, policy_ids: Type.Optional(Ids) },
    ports: ['passed', 'failed', 'review', 'missing_data'],
    sideEffects: 'internal',
    requires: ['policies:write'],
    output: Evaluated,
  }),
  declareNode('policy', {
    type: 'evaluate_rule',
    label: 'Evaluate a rule',
    description: 'Evaluates one rule; nothing is kept.',
    config: { ...SubmissionConfig, rule_id: Id },
    ports: ['pass', 'fail', 'unknown'],
    callsOut: true,
    requires: ['policies:read'],
    output: {
      result: Type.String(),
      actual: Anything,
      message: Type.Union([Type.String(), Type.Null()]),
    },
  }),
]

export const FUNDER_NODES = [
  declareNode('funder', {
    type: 'match_funders',
    label: 'Match funders',
    description: 'Ranks the funders whose criteria the deal meets.',
    config: {
      ...SubmissionConfig,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
      min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
      exclude_funder_ids: Type.Optional(Ids),
    },
    ports: ['matched', 'none'],
    requires: ['funders:read'],
    output: { matches: Rows, count: Count, funder_ids: Type.Array(Type.String()) },
  }),
  declareNode('funder', {
    type: 'submit_to_funder',
    label: 'Submit to a funder',
    description: 'Sends the deal to a funder.',
    config: { ...SubmissionConfig, funder_id: Id, channel: Type.Optional(Name) },
    sideEffects: 'external',
    requires: ['funders:write'],
    output: { link_id: Type.String(), status: Type.String() },
  }),
  declareNode('funder', {
    type: 'estimate_offer',
    label: 'Estimate an offer',
    description: 'Sizes what the deal could carry, per funder.',
    config: SubmissionConfig,
    callsOut: true,
    requires: ['funders:read'],
    output: { offer: Values },
  }),
]

export const ENTITY_NODES = [
  declareNode('entity', {
    type: 'resolve_attributes',
    label: 'Resolve attributes',
    description: 'Reads the attributes of a company or of a person from all sources.',
    config: { ...SubmissionConfig, entity: Type.Optional(Name) },
    requires: ['entities:read'],
    output: { entities: Rows },
  }),
  declareNode('entity', {
    type: 'set_attribute',
    label: 'Set an attribute',
    description: 'States a value of an attribute.',
    config: { ...SubmissionConfig, entity: Name, attribute: Name, value: Anything },
    sideEffects: 'internal',
    requires: ['entities:write'],
    output: { attribute: Values },
  }),
  declareNode('entity', {
    type: 'run_enricher',
    label: 'Run an enricher',
    description: 'Runs an enricher on a submission; a result of the same inputs is used again.',
    config: {
      ...SubmissionConfig,
      enricher: Name,
      inputs: Type.Optional(Values),
      force: Type.Optional(Type.Boolean()),
    },
    ports: ['default', 'failed'],
    sideEffects: 'external',
    callsOut: true,
    requires: ['entities:write'],
    output: { result: Values, output: Values },
  }),
]
