import { Type } from 'typebox'
import {
  closed,
  Count,
  declareNode,
  Duration,
  Id,
  Name,
  Rows,
  SubmissionConfig,
  Values,
} from './node-type.ts'

const READS = ['documents:read']
const WRITES = ['documents:write']
const DocumentConfig = { document_id: Id }
const Changed = { document: Values }
const Page = Type.Integer({ minimum: 1, maximum: 10_000 })
const Ranges = Type.Array(
  closed({
    start_page: Page,
    end_page: Page,
    document_class: Type.Optional(Name),
    name: Type.Optional(Name),
  }),
  { minItems: 1, maxItems: 200 },
)

/** Nodes that work on the files of a deal. */
export const DOCUMENT_NODES = [
  declareNode('document', {
    type: 'list_documents',
    label: 'List documents',
    description: 'Lists the documents of a submission, those of some classes or states alone.',
    config: {
      ...SubmissionConfig,
      document_classes: Type.Optional(Type.Array(Name, { maxItems: 50 })),
      statuses: Type.Optional(Type.Array(Name, { maxItems: 20 })),
    },
    requires: READS,
    output: { documents: Rows, count: Count },
  }),
  declareNode('document', {
    type: 'classify_document',
    label: 'Classify a document',
    description: 'Waits until the kind of a document is known, and finds it where nobody has.',
    config: DocumentConfig,
    sideEffects: 'internal',
    requires: WRITES,
    output: { ...Changed, document_class: Type.Union([Type.String(), Type.Null()]) },
  }),
  declareNode('document', {
    type: 'parse_document',
    label: 'Read a document',
    description: 'Reads the contents of a document and waits for the result.',
    config: DocumentConfig,
    sideEffects: 'internal',
    requires: WRITES,
    output: { event: Values },
  }),
  declareNode('document', {
    type: 'split_document',
    label: 'Split a document',
    description: 'Cuts a file that holds several documents, at given pages or where one begins.',
    config: { ...DocumentConfig, ranges: Type.Optional(Ranges) },
    sideEffects: 'internal',
    callsOut: true,
    requires: WRITES,
    output: { documents: Rows, count: Count },
  }),
  declareNode('document', {
    type: 'reclassify_document',
    label: 'Reclassify a document',
    description: 'Gives a document another class; it is read anew where that needs it.',
    config: { ...DocumentConfig, document_class: Name },
    sideEffects: 'internal',
    requires: WRITES,
    output: Changed,
  }),
  declareNode('document', {
    type: 'rename_document',
    label: 'Rename a document',
    description: 'Gives a document another file name.',
    config: { ...DocumentConfig, filename: Name },
    sideEffects: 'internal',
    requires: WRITES,
    output: Changed,
  }),
  declareNode('document', {
    type: 'check_required_documents',
    label: 'Check required documents',
    description: 'Compares what came with what a complete file needs.',
    config: {
      ...SubmissionConfig,
      document_classes: Type.Optional(Type.Array(Name, { maxItems: 50 })),
      months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
    },
    ports: ['complete', 'missing'],
    requires: READS,
    output: { missing: Rows, count: Count },
  }),
  declareNode('document', {
    type: 'check_authenticity',
    label: 'Check authenticity',
    description: 'Reads the signals of alteration of the documents.',
    config: {
      ...SubmissionConfig,
      document_id: Type.Optional(Id),
      min_score: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
    },
    ports: ['clean', 'suspicious'],
    requires: READS,
    output: { score: Type.Union([Type.Number(), Type.Null()]), signals: Rows },
  }),
  declareNode('document', {
    type: 'request_documents',
    label: 'Request documents',
    description: 'Writes for missing documents, reminds, and waits until they have come.',
    config: {
      ...SubmissionConfig,
      codes: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 50 })),
      to: Type.Optional(Type.Array(Name, { minItems: 1, maxItems: 20 })),
      template_id: Type.Optional(Id),
      reminder_business_days: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { maxItems: 10 }),
      ),
      timeout: Duration,
    },
    ports: ['received', 'timeout'],
    sideEffects: 'external',
    requires: [...READS, 'emails:write', 'mail'],
    output: { received: Rows, missing: Rows, reminders: Count },
  }),
]
