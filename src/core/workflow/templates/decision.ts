import type { Template } from './template.ts'

/** Templates that judge deals. */
export const DECISION_TEMPLATES: readonly Template[] = [
  {
    slug: 'fraud_gate',
    name: 'Fraud gate',
    description: 'Holds a deal whose documents look altered until a person has decided.',
    category: 'risk',
    trigger: { type: 'submission_processed' },
    sampleInput: {},
    nodes: [
      { id: 'check', type: 'check_authenticity', config: { min_score: 70 } },
      { id: 'tag', type: 'add_tag', config: { tag: 'suspicious documents' } },
      {
        id: 'decide',
        type: 'approval',
        config: {
          title: 'Are the documents of {{ submission.name }} genuine?',
          summary: 'The lowest score of authenticity is {{ nodes.check.score }}.',
          assignees: ['underwriter', 'admin', 'owner'],
          timeout: { value: 2, unit: 'business_days' },
        },
      },
      { id: 'decline', type: 'set_stage', config: { stage: 'declined' } },
      { id: 'clear', type: 'set_stage', config: { stage: 'ready' } },
    ],
    edges: [
      { from: 'check', to: 'tag', fromPort: 'suspicious' },
      { from: 'tag', to: 'decide' },
      { from: 'check', to: 'clear', fromPort: 'clean' },
      { from: 'decide', to: 'clear', fromPort: 'approved' },
      { from: 'decide', to: 'decline', fromPort: 'rejected' },
      { from: 'decide', to: 'decline', fromPort: 'timeout' },
    ],
  },
  {
    slug: 'auto_decline_with_reasons',
    name: 'Auto-decline with reasons',
    description:
      'Evaluates the policies in force and declines a deal that fails, with its reasons.',
    category: 'decision',
    trigger: { type: 'submission_processed' },
    variables: { desk: 'desk@lender.example' },
    sampleInput: {},
    nodes: [
      { id: 'policies', type: 'evaluate_policy' },
      { id: 'decline', type: 'set_stage', config: { stage: 'declined' } },
      {
        id: 'reasons',
        type: 'create_note',
        config: {
          text: 'Declined: {% for one in nodes.policies.reasons %}{{ one.message }} {% endfor %}',
        },
      },
      {
        id: 'mail',
        type: 'send_email',
        config: {
          to: ['{{ vars.desk }}'],
          subject: '{{ submission.name }} is declined',
          body: '{% for one in nodes.policies.reasons %}- {{ one.message }}\n{% endfor %}',
        },
      },
      { id: 'ready', type: 'set_stage', config: { stage: 'underwriting' } },
      { id: 'look', type: 'add_tag', config: { tag: 'policy review' } },
    ],
    edges: [
      { from: 'policies', to: 'decline', fromPort: 'failed' },
      { from: 'decline', to: 'reasons' },
      { from: 'reasons', to: 'mail' },
      { from: 'policies', to: 'ready', fromPort: 'passed' },
      { from: 'policies', to: 'look', fromPort: 'review' },
      { from: 'policies', to: 'look', fromPort: 'missing_data' },
    ],
  },
  {
    slug: 'stacking_alert',
    name: 'Stacking alert',
    description: 'Notes a deal whose repayments of advances take too much of its revenue.',
    category: 'risk',
    trigger: { type: 'submission_processed' },
    variables: { most: 0.25 },
    sampleInput: {},
    nodes: [
      { id: 'holdback', type: 'compute_metric', config: { metric: 'holdback_ratio' } },
      {
        id: 'high',
        type: 'condition',
        config: { expression: 'nodes.holdback.value != null && nodes.holdback.value > vars.most' },
      },
      { id: 'tag', type: 'add_tag', config: { tag: 'stacking' } },
      {
        id: 'note',
        type: 'create_note',
        config: { text: 'Repayments take {{ nodes.holdback.value }} of revenue.' },
      },
    ],
    edges: [
      { from: 'holdback', to: 'high' },
      { from: 'high', to: 'tag', fromPort: 'true' },
      { from: 'tag', to: 'note' },
    ],
  },
]
