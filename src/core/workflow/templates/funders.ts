import type { Template } from './template.ts'

/** Templates about funders and the portfolio. */
export const FUNDER_TEMPLATES: readonly Template[] = [
  {
    slug: 'auto_match_and_shop',
    name: 'Auto-match and shop',
    description: 'Matches a deal with funders, lets a person approve, and sends it to each.',
    category: 'funders',
    trigger: {
      type: 'policy_evaluated',
      config: { filter: { expression: 'event.data.result == "passed"' } },
    },
    sampleInput: {},
    nodes: [
      { id: 'match', type: 'match_funders', config: { limit: 5 } },
      {
        id: 'approve',
        type: 'approval',
        config: {
          title: 'Send {{ submission.name }} to {{ nodes.match.count }} funders?',
          assignees: ['underwriter', 'admin', 'owner'],
          timeout: { value: 1, unit: 'business_days' },
        },
      },
      { id: 'each', type: 'loop', config: { items: '{{ nodes.match.funder_ids }}' } },
      {
        id: 'send',
        type: 'submit_to_funder',
        config: { funder_id: '{{ item }}' },
        settings: { onError: 'continue' },
      },
      { id: 'stage', type: 'set_stage', config: { stage: 'shopped' } },
      { id: 'none', type: 'add_tag', config: { tag: 'no funder' } },
    ],
    edges: [
      { from: 'match', to: 'approve', fromPort: 'matched' },
      { from: 'match', to: 'none', fromPort: 'none' },
      { from: 'approve', to: 'each', fromPort: 'approved' },
      { from: 'each', to: 'send', fromPort: 'each' },
      { from: 'send', to: 'each' },
      { from: 'each', to: 'stage', fromPort: 'done' },
    ],
  },
  {
    slug: 'renewal_finder',
    name: 'Renewal finder',
    description:
      'Each week, sizes what deals that were funded 60 days ago or longer could carry again.',
    category: 'portfolio',
    trigger: { type: 'schedule', config: { cron: '0 8 * * 1', timezone: 'America/New_York' } },
    variables: { days: 60 },
    sampleInput: {},
    nodes: [
      {
        id: 'deals',
        type: 'list_submissions',
        config: { stage: 'funded', older_than_days: '{{ vars.days }}', limit: 1000 },
      },
      { id: 'each', type: 'loop', config: { items: '{{ nodes.deals.submission_ids }}' } },
      {
        id: 'offer',
        type: 'estimate_offer',
        config: { submission_id: '{{ item }}' },
        settings: { onError: 'continue' },
      },
      {
        id: 'note',
        type: 'create_note',
        config: {
          submission_id: '{{ item }}',
          text: 'The deal may be renewed; its offer is sized anew.',
        },
      },
      {
        id: 'end',
        type: 'set_variable',
        config: { name: 'seen', value: '{{ nodes.each.count }}' },
      },
    ],
    edges: [
      { from: 'deals', to: 'each' },
      { from: 'each', to: 'offer', fromPort: 'each' },
      { from: 'offer', to: 'note' },
      { from: 'note', to: 'each' },
      { from: 'each', to: 'end', fromPort: 'done' },
    ],
  },
  {
    slug: 'crm_push_on_processed',
    name: 'CRM push on processed',
    description: 'Sends the scorecard of a processed deal to the address of a CRM.',
    category: 'funders',
    trigger: { type: 'submission_processed' },
    variables: { crm_url: 'https://crm.example/deals' },
    sampleInput: {},
    nodes: [
      { id: 'score', type: 'get_report', config: { report: 'scorecard' } },
      {
        id: 'push',
        type: 'http_request',
        config: {
          method: 'POST',
          url: '{{ vars.crm_url }}',
          body: {
            deal: '{{ submission.id }}',
            name: '{{ submission.name }}',
            scorecard: '{{ nodes.score.data }}',
          },
        },
        settings: { retries: { max: 3, backoffSeconds: 30 } },
      },
      { id: 'tag', type: 'add_tag', config: { tag: 'in CRM' } },
    ],
  },
  {
    slug: 'daily_portfolio_digest',
    name: 'Daily portfolio digest',
    description: 'Each morning, mails the deals of the last day with their status and stage.',
    category: 'portfolio',
    trigger: { type: 'schedule', config: { cron: '0 7 * * 1-5', timezone: 'America/New_York' } },
    variables: { desk: 'desk@lender.example' },
    sampleInput: {},
    nodes: [
      { id: 'deals', type: 'list_submissions', config: { newer_than_days: 1, limit: 200 } },
      {
        id: 'mail',
        type: 'send_email',
        config: {
          to: ['{{ vars.desk }}'],
          subject: '{{ nodes.deals.count }} deals of the last day',
          body: '{% for deal in nodes.deals.submissions %}- {{ deal.name }}: {{ deal.status }}, {{ deal.deal_stage }}\n{% endfor %}',
        },
      },
    ],
  },
]
