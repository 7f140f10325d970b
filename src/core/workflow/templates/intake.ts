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
    description: 'Writes for documents that are missing, and again after 1, 3 and 5 business days.',
    category: 'intake',
    trigger: { type: 'submission_processed' },
    variables: { months: 3, desk: 'desk@lender.example' },
    sampleInput: {},
    nodes: [
      { id: 'days', type: 'loop', config: { items: [1, 2, 2] } },
      { id: 'check', type: 'check_required_documents', config: { months: '{{ vars.months }}' } },
      {
        id: 'write',
        type: 'send_email',
        config: {
          to: ['{{ submission.company_info.email | default: vars.desk }}'],
          subject: 'Documents for {{ submission.name }}',
          body: 'Please send us: {% for one in nodes.check.missing %}{{ one.document_class }} ({{ one.reason }}) {% endfor %}',
        },
      },
      {
        id: 'pause',
        type: 'delay',
        config: { for: { value: '{{ item }}', unit: 'business_days' } },
      },
      { id: 'last', type: 'check_required_documents', config: { months: '{{ vars.months }}' } },
      { id: 'tag', type: 'add_tag', config: { tag: 'documents missing' } },
    ],
    edges: [
      { from: 'days', to: 'check', fromPort: 'each' },
      { from: 'check', to: 'write', fromPort: 'missing' },
      { from: 'write', to: 'pause' },
      { from: 'pause', to: 'days' },
      { from: 'days', to: 'last', fromPort: 'done' },
      { from: 'last', to: 'tag', fromPort: 'missing' },
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
