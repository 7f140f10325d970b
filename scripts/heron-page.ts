import {
  CLASSES,
  EVENTS,
  LABELS,
  METRICS,
  type Match,
} from '../clients/typescript/src/migrate/heron/tables/tables.ts'
import { HERON_USAGE } from '../clients/typescript/src/migrate/heron/usage.ts'
import { code, table } from './markdown.ts'

/** The lines of docs/migrate-from-heron.md. */
export function heronLines(): string[] {
  return [
    ...intro(),
    ...notCovered(),
    ...steps(),
    ...requests(),
    ...decisions(),
    ...parity(),
    '## Labels',
    '',
    'A label decides the category of a row at the layer of providers: a correction, a rule of your own or',
    'a known descriptor goes before it, and `GET /v1/transactions/:id/explain` shows each. With',
    '`--trust-labels` it goes before all of them. A label that is not here is kept in the metadata.',
    '',
    table(
      ['label', 'in', 'out', 'state', 'difference'],
      Object.entries(LABELS).map(([label, { inflow, outflow, state, difference }]) => [
        code(label),
        inflow === null ? '' : code(inflow),
        outflow === null ? '' : code(outflow),
        state,
        difference ?? '',
      ]),
    ),
    '',
    ...metrics(),
    ...classes(),
    ...topics(),
  ]
}

function intro(): string[] {
  return [
    '`assay import heron` moves an account of Heron here, over both public APIs and without anything',
    'installed but the client: document classes, groups of merchants, rules, policies, funders, e-mail',
    'templates, deals with their facts, files, rows and corrections, and webhooks. It ends with a report',
    'that compares the figures of both sides, deal by deal, and says what each difference is made of.',
    '',
    'Try it without an account: in a checkout, `npm run heron-demo` imports an invented one into a copy that is',
    'thrown away, kills the import in the middle, goes on, and leaves the report with pictures in `heron-demo/`.',
    '',
    '```',
    ...HERON_USAGE.trimEnd().split('\n'),
    '```',
    '',
  ]
}

function notCovered(): string[] {
  return [
    '## What is not moved',
    '',
    'Background checks, saved queries, interaction logs and dashboards have nothing here that they could',
    'become. Workflows are built again from a template (`GET /v1/workflow-templates`). Keys are made anew:',
    'no vendor shows them twice. E-mails stay with Heron; files that came by e-mail are moved. Scores of',
    'models are not moved, since nobody could compute them again.',
    '',
  ]
}

function steps(): string[] {
  return [
    '## Ten steps',
    '',
    '1. In Heron, make a key under Settings, API Credentials: `export HERON_API_KEY=key_…`. A user name',
    '   with a password (Basic authentication) is refused: no key of Heron’s needs one.',
    '2. Here, make a key with `npm run assay -- tenants`, or in the test mode first:',
    '   `export SERVICE_API_KEY=svc_test_… SERVICE_API_URL=http://localhost:3100`.',
    '3. `assay import heron --url https://app.herondata.io --plan` counts, and lists labels, rules and',
    '   topics without a counterpart. It writes nothing.',
    '4. `… --sample 20` imports the first twenty deals.',
    '5. Open `heron-import/report.html`, look at the deals that would be decided otherwise, and decide',
    '   about `--trust-labels`.',
    '6. Run it without `--sample`. It can be stopped at any time; the next run goes on where it ended.',
    '7. Look at rules marked near or none, and publish the policies that are drafts.',
    '8. Send webhooks of both sides to your receiver for two weeks: verify the signature of ours, drop',
    '   doubles by `id`, and compare. The imported webhooks are paused; activate them for this.',
    '9. On the day of the move, `… --since 2026-11-01` brings what changed meanwhile.',
    '10. Point your own calls here, with the table below.',
    '',
  ]
}

/** The calls that most callers make, of both sides. */
const REQUESTS: [heron: string, ours: string][] = [
  ['x-api-key: key_…', 'Authorization: Bearer svc_live_…'],
  ['POST /api/end_users', 'POST /v1/submissions'],
  ['GET /api/end_users/:id', 'GET /v1/submissions/ext::end_user_id'],
  ['PUT /api/end_users with status ready', 'POST /v1/submissions/:id/process'],
  ['POST /api/end_users/:id/files/v2', 'POST /v1/submissions/:sid/documents'],
  ['GET /api/end_users/:id/files', 'GET /v1/submissions/:sid/documents'],
  ['POST /api/end_users/:id/transactions', 'POST /v1/transactions/bulk'],
  ['GET /api/transactions?end_user_id=', 'GET /v1/transactions?submission_id='],
  ['PUT /api/transactions/:id/feedback', 'POST /v1/transactions/:id/feedback'],
  ['GET /api/end_users/:id/scorecard', 'GET /v1/submissions/:id/scorecard'],
  ['GET /api/end_users/:id/bank_statement_summary', 'GET /v1/submissions/:id/bank-summary'],
  ['GET /api/end_users/:id/policy_evaluations', 'POST /v1/policies/evaluate'],
  ['GET /api/rules/', 'GET /v1/rules'],
  ['POST /api/webhooks, one for each topic', 'POST /v1/webhooks, one with all its events'],
  ['`_meta.pages` and `page`', '`has_more` and `next_cursor`'],
  ['`{code, name, description}`', '`error {type, code, message, param, doc_url, request_id}`'],
]

function requests(): string[] {
  const cell = (text: string): string => (text.includes('`') ? text : code(text))
  return [
    '## Calls side by side',
    '',
    table(
      ['Heron', 'here'],
      REQUESTS.map((pair) => pair.map(cell)),
    ),
    '',
  ]
}

function decisions(): string[] {
  return [
    '## What becomes of what',
    '',
    table(
      ['Heron', 'here'],
      [
        ['status ready, processed', 'processing is started once, after the rows'],
        ['status reviewed', 'the same, then `reviewed`'],
        ['status review_requested, failed', 'a tag `heron:…`; `failure` is not made up'],
        ['amount', 'the same sign: what comes in is positive'],
        [
          'date, timestamp',
          '`date`; else the day of `timestamp` in the account’s zone; a row without either is in the report',
        ],
        ['no account_id', 'an account “Heron account (unnamed)”, one for each data source'],
        ['two rows with one reference_id', 'the first; the other is in the report with both ids'],
        [
          'is_recurring, has_matching_transaction, features',
          'kept in the metadata; enrichment finds them again',
        ],
        ['a category that a person corrected', 'a correction, which goes before every rule'],
        [
          'files of a deal that has rows',
          'kept; statements are left out of the figures, since their rows came as rows',
        ],
        [
          'files over 50 MB or 1,000 pages',
          'left there; their address is in the metadata of the deal',
        ],
        [
          'a rule, which names the fault',
          'a rule with the opposite operator, which names what must be',
        ],
        [
          'a rule without a counterpart',
          'an inactive manual rule with the reason and the original',
        ],
        ['a policy', 'published when each of its checks has a counterpart, else a draft'],
        ['webhooks', 'one for each address, paused; its secret is in the report once'],
      ],
    ),
    '',
    'Every write has the key `heron:<kind>:<id>`, deals and rows also an `external_id`, so that an import',
    'that is killed at any point and started again makes nothing twice. `id-map.csv` has both ids of each',
    'object.',
    '',
  ]
}

function parity(): string[] {
  return [
    '## How the report compares',
    '',
    'A metric that both sides have is compared over the same date range: money to a cent, ratios to',
    '0.0005, counts exactly. Where the figures differ, ours is computed once more from its rows the way',
    'Heron does in one respect: with its labels, with pending rows, with transfers that are paired here,',
    'over its days. The smallest set of these that closes the difference is its explanation, with the rows',
    'that moved. What no set closes is `different`, with the whole of the difference. Deals that would be',
    'decided otherwise come first.',
    '',
  ]
}

function metrics(): string[] {
  const of = (state: Match): [string, (typeof METRICS)[string]][] =>
    Object.entries(METRICS).filter(([, entry]) => entry.state === state)
  const none = of('none')
  const ratios = none.filter(([label]) => label.endsWith('_ratio'))
  const others = none.filter(([label]) => !label.endsWith('_ratio'))
  const rows = [...of('exact'), ...of('near'), ...others].map(([label, entry]) => [
    code(label),
    entry.metric === null ? '' : code(entry.metric),
    entry.state,
    entry.difference ?? '',
  ])
  return [
    '## Metrics',
    '',
    `Of Heron’s ${Object.keys(METRICS).length} metrics of rules, ${of('exact').length} are the same here and ${of('near').length} near.`,
    `${ratios.length} of the others are ratios of two labels, such as ${code(ratios[0]![0])}: \`category_ratio\``,
    'has two categories of yours as parameters; a rule on one of Heron’s is imported inactive.',
    '',
    table(['Heron', 'here', 'state', 'difference'], rows),
    '',
  ]
}

function classes(): string[] {
  const rows = Object.entries(CLASSES).map(([name, entry]) => [
    code(name),
    code(entry.class),
    entry.state,
    entry.difference ?? '',
  ])
  const text = 'A class that is not here is made, under its name.'
  return [
    '## Classes of files',
    '',
    text,
    '',
    table(['Heron', 'here', 'state', 'difference'], rows),
    '',
  ]
}

function topics(): string[] {
  const rows = Object.entries(EVENTS).map(([topic, entry]) => [
    code(topic),
    entry.event === null ? '' : code(entry.event),
    entry.state,
    entry.difference ?? '',
  ])
  return ['## Topics of webhooks', '', table(['topic', 'event', 'state', 'difference'], rows)]
}
