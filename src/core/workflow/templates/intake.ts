import type { Template } from './template.ts'

/** Templates about deals that come in. */
export const INTAKE_TEMPLATES: readonly Template[] = [
  {
    slug: 'intake_and_process',
    name: 'Intake and process',
    description:
      'Looks for duplicates of a new deal, processes its documents and notes the result.',
    category: 'intake',
    trigger: { type: 'manual' },
    sampleInput: {},
    nodes: [
      { id: 'twins', type: 'find_duplicates', config: { min_score: 80 } },
      { id: 'mark', type: 'add_tag', config: { tag: 'possible duplicate' } },
      { id: 'joined', type: 'join' },
      { id: 'read', type: 'process_submission' },
      {
        id: 'note',
        type: 'create_note',
        config: { text: 'Processed: {{ nodes.read.event.data.transactions_count }} transactions.' },
      },
      { id: 'broken', type: 'create_note', config: { text: 'The documents could not be read.' } },
    ],
    edges: [
      { from: 'twins', to: 'mark', fromPort: 'found' },
      { from: 'twins', to: 'joined', fromPort: 'none' },
      { from: 'mark', to: 'joined' },
      { from: 'joined', to: 'read' },
      { from: 'read', to: 'note', fromPort: 'processed' },
      { from: 'read', to: 'broken', fromPort: 'failed' },
    ],
  },
  {
    slug: 'missing_documents_chaser',
    name: 'Missing documents chaser',
    description: 'Writes for what a deal still needs, and again after 1, 3 and 5 business days.',
    category: 'intake',
    trigger: { type: 'submission_processed' },
    variables: { desk: 'desk@lender.example' },
    sampleInput: {},
    nodes: [
      {
        id: 'request',
        type: 'request_documents',
        config: {
          to: ['{{ submission.companyInfo.email | default: vars.desk }}'],
          reminder_business_days: [1, 3, 5],
          timeout: { value: 10, unit: 'business_days' },
        },
      },
      { id: 'late', type: 'add_tag', config: { tag: 'documents missing' } },
      { id: 'whole', type: 'add_tag', config: { tag: 'documents complete' } },
    ],
    edges: [
      { from: 'request', to: 'whole', fromPort: 'received' },
      { from: 'request', to: 'late', fromPort: 'timeout' },
    ],
  },
  {
    slug: 'review_queue_router',
    name: 'Review queue router',
    description: 'Gives deals that a person must look at to a desk, by what they lack.',
    category: 'intake',
    trigger: { type: 'submission_processed' },
    variables: { desk: 'review' },
    sampleInput: {},
    nodes: [
      {
        id: 'review',
        type: 'condition',
        config: { expression: 'submission.status == "review_required"' },
      },
      { id: 'tag', type: 'add_tag', config: { tag: '{{ vars.desk }}' } },
      { id: 'stage', type: 'set_stage', config: { stage: 'missing_docs' } },
      { id: 'ready', type: 'set_stage', config: { stage: 'ready' } },
    ],
    edges: [
      { from: 'review', to: 'tag', fromPort: 'true' },
      { from: 'tag', to: 'stage' },
      { from: 'review', to: 'ready', fromPort: 'false' },
    ],
  },
]
