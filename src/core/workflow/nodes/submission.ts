import { Type } from 'typebox'
import { Count, declareNode, Id, Name, Rows, SubmissionConfig, Values } from './node-type.ts'

const READS = ['submissions:read']
const WRITES = ['submissions:write']
const Submission = { submission: Values }
const Days = Type.Integer({ minimum: 1, maximum: 3650 })
const Changed = { submission_id: Type.String() }

/** Nodes that read and change a deal. */
export const SUBMISSION_NODES = [
  declareNode('submission', {
    type: 'get_submission',
    label: 'Get a submission',
    description: 'Reads a submission with its counts and its status.',
    config: SubmissionConfig,
    requires: READS,
    output: Submission,
  }),
  declareNode('submission', {
    type: 'list_submissions',
    label: 'List submissions',
    description: 'Lists deals by stage, status, tag, person, text or age, the newest first.',
    config: {
      stage: Type.Optional(Name),
      statuses: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 20 })),
      tag: Type.Optional(Name),
      assigned_to: Type.Optional(Id),
      q: Type.Optional(Name),
      older_than_days: Type.Optional(Days),
      newer_than_days: Type.Optional(Days),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    requires: READS,
    output: { submissions: Rows, submission_ids: Type.Array(Type.String()), count: Count },
  }),
  declareNode('submission', {
    type: 'update_submission',
    label: 'Update a submission',
    description: 'Changes the name, the metadata or the tags of a submission.',
    config: {
      ...SubmissionConfig,
      name: Type.Optional(Name),
      metadata: Type.Optional(Values),
      tags: Type.Optional(Type.Array(Name, { maxItems: 50 })),
    },
    sideEffects: 'internal',
    requires: WRITES,
    output: Submission,
  }),
  declareNode('submission', {
    type: 'create_submission',
    label: 'Create a submission',
    description: 'Creates a submission, unless one with the external id exists.',
    config: { name: Name, external_id: Type.Optional(Name), metadata: Type.Optional(Values) },
    ports: ['created', 'existing'],
    sideEffects: 'internal',
    requires: WRITES,
    output: Submission,
  }),
  declareNode('submission', {
    type: 'process_submission',
    label: 'Process a submission',
    description: 'Starts the processing of the documents and waits for its end.',
    config: SubmissionConfig,
    ports: ['processed', 'failed'],
    sideEffects: 'internal',
    requires: WRITES,
    output: { event: Values },
  }),
  declareNode('submission', {
    type: 'find_duplicates',
    label: 'Find duplicates',
    description: 'Looks for other submissions of the same business.',
    config: {
      ...SubmissionConfig,
      min_score: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    },
    ports: ['found', 'none'],
    nextPort: 'none',
    requires: READS,
    output: { duplicates: Rows, count: Type.Integer() },
  }),
  declareNode('submission', {
    type: 'archive_submission',
    label: 'Archive a submission',
    description: 'Moves a submission out of the lists of open deals.',
    config: SubmissionConfig,
    sideEffects: 'internal',
    requires: WRITES,
    output: Changed,
  }),
  declareNode('submission', {
    type: 'add_tag',
    label: 'Add a tag',
    description: 'Adds a tag to a submission; one that is there stays.',
    config: { ...SubmissionConfig, tag: Name },
    sideEffects: 'internal',
    requires: WRITES,
    output: { ...Changed, tags: Type.Array(Type.String()) },
  }),
  declareNode('submission', {
    type: 'set_stage',
    label: 'Set the stage',
    description: 'Moves a submission to a stage of the desk.',
    config: { ...SubmissionConfig, stage: Name },
    sideEffects: 'internal',
    requires: WRITES,
    output: { ...Changed, stage: Type.String() },
  }),
  declareNode('submission', {
    type: 'assign',
    label: 'Assign',
    description: 'Gives a submission to a person of the organization.',
    config: { ...SubmissionConfig, user_id: Id },
    sideEffects: 'internal',
    requires: WRITES,
    output: { ...Changed, user_id: Type.String() },
  }),
]
