import { Type } from 'typebox'
import {
  Count,
  declareNode,
  Duration,
  Id,
  Name,
  Rows,
  SubmissionConfig,
  Text,
  Values,
} from './node-type.ts'

const READS = ['documents:read']
const WRITES = ['documents:write']
const DocumentConfig = { document_id: Id }
const Changed = { document: Values }

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
    description: 'Finds out what kind of document a file is.',
    config: DocumentConfig,
    unavailable: 'Documents are classified as they come in; use reclassify_document.',
    sideEffects: 'internal',
    requires: WRITES,
    output: Changed,
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
    description: 'Cuts a file that holds several documents.',
    config: { ...DocumentConfig, ranges: Type.Optional(Type.Array(Values, { maxItems: 200 })) },
    unavailable: 'Files are split by POST /v1/documents/:id/split alone yet.',
    sideEffects: 'internal',
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
      items: Type.Array(Name, { minItems: 1, maxItems: 50 }),
      to: Name,
      message: Type.Optional(Text),
      reminder_business_days: Type.Optional(
        Type.Array(Type.Integer({ minimum: 1, maximum: 60 }), { maxItems: 10 }),
      ),
      timeout: Duration,
    },
    ports: ['received', 'timeout'],
    unavailable:
      'Use send_email, delay and check_required_documents, as missing_documents_chaser does.',
    sideEffects: 'external',
    requires: [...READS, 'mail'],
    output: { received: Rows, missing: Rows, reminders: Count },
  }),
]
