import { crmLines } from './crm-page.ts'
import { globSync, readFileSync } from 'node:fs'
import { SETTINGS } from '../src/settings.ts'
import { DETECTORS } from '../src/core/analytics/anomalies/index.ts'
import { METRICS } from '../src/core/analytics/metrics/index.ts'
import {
  COMPARISON_RULES,
  DOCUMENT_RULES,
} from '../src/core/statements/authenticity/rules/index.ts'
import { LEVEL_FLOORS, METADATA_FLOOR } from '../src/core/statements/authenticity/score.ts'
import { GROUPS } from '../src/core/statements/authenticity/signal.ts'
import { CATEGORIES, TAXONOMY_VERSION } from '../src/core/values/categories.ts'
import { EVENTS } from '../src/events.ts'
import { ERRORS, type ErrorCode } from '../src/platform/errors/catalogue.ts'
import {
  OWN_METRICS,
  PROCESS_METRICS,
  type PrometheusMetric,
} from '../src/platform/prometheus/list.ts'
import { listErrors } from '../src/platform/http/openapi/document.ts'
import { listInvariants } from '../src/resources/health/invariants/verify.ts'
import { SEALED_COLUMNS } from '../src/sealed.ts'
import { openApiDocument } from '../src/resources/docs/openapi.ts'
import { ROUTES } from '../src/resources/index.ts'
import { TENANT_SETTINGS } from '../src/resources/settings/list.ts'
import { resultsPage } from '../bench/records.ts'
import { agentsLines } from './agents-page.ts'
import { dependencyLines } from './dependencies/page.ts'
import { heronLines } from './heron-page.ts'
import { jsonLines } from './json-text.ts'
import { securityPage } from '../test/proofs/checklist.ts'
import { guaranteesPage } from '../test/proofs/record.ts'
import { emailLines, templateLines } from './mail-pages.ts'
import { code, page as pageOf, table } from './markdown.ts'
import { providerLines } from './providers-page.ts'
import { sandboxLines } from './sandbox-page.ts'
import { appsPage, enrichersPage } from './enrichers-page.ts'
import { workflowsPage } from './workflows-page.ts'

const GENERATED = 'Written from the lists by `npm run golden`; do not edit.'
const ROOT = `${import.meta.dirname}/..`

/** Every generated file with the function that writes it; the golden test compares each. */
export const GENERATED_FILES: Readonly<Record<string, () => string>> = {
  'openapi.json': () => `${jsonLines(openApiDocument(ROUTES, 'http://localhost:3100'), 3)}\n`,
  '.env.example': settingsFile,
  'bench/results.md': resultsPage,
  'docs/agents.md': () => page('Agents', agentsLines()),
  'docs/categories.md': categoriesPage,
  'docs/crm.md': () => page('CRMs', crmLines()),
  'docs/dependencies.md': () => page('Dependencies', dependencyLines()),
  'docs/email.md': () => page('E-mail', emailLines()),
  'docs/endpoints.md': endpointsPage,
  'docs/env.md': settingsPage,
  'docs/errors.md': errorsPage,
  'docs/events.md': eventsPage,
  'docs/metrics.md': metricsPage,
  'docs/migrate-from-heron.md': () => page('Migrate from Heron', heronLines()),
  'docs/guarantees.md': guaranteesPage,
  'docs/prometheus.md': prometheusPage,
  'docs/providers.md': () => page('Providers', providerLines()),
  'docs/security.md': securityPage,
  'docs/sandbox.md': () => page('Test mode', sandboxLines()),
  'docs/sealed.md': sealedPage,
  'docs/settings.md': tenantSettingsPage,
  'docs/signals.md': signalsPage,
  'docs/templates.md': () => page('E-mail templates', templateLines()),
  'docs/workflows.md': workflowsPage,
  'docs/enrichers.md': enrichersPage,
  'docs/apps.md': appsPage,
}

function settingsFile(): string {
  const settings = Object.entries(SETTINGS).map(
    ([name, { fallback, meaning }]) => `# ${meaning}\n#${name}=${fallback}\n`,
  )
  const head = '# Every setting with its default. Copy to .env and change what you need.\n'
  return [head, ...settings].join('\n')
}

function settingsPage(): string {
  const rows = Object.entries(SETTINGS).map(([name, { fallback, meaning }]) => [
    code(name),
    fallback === '' ? '' : code(fallback),
    meaning,
  ])
  return page('Environment', [
    'Read from the environment and from `.env` in the working folder; the environment wins. A name or',
    'a value that cannot be used stops the start, with a line on each.',
    '',
    table(['setting', 'default', 'meaning'], rows),
  ])
}

function sealedPage(): string {
  const columns = SEALED_COLUMNS.map(({ table: name, column, holds }) => [
    code(`${name}.${column}`),
    holds,
  ])
  const invariants = listInvariants(SEALED_COLUMNS).map(({ name, meaning }) => [
    code(name),
    meaning,
  ])
  return page('Sealed columns and invariants', [
    'What only the key ring opens ([security-of-data.md](security-of-data.md)):',
    '',
    table(['column', 'holds'], columns),
    '',
    'What `npm run assay -- verify` checks:',
    '',
    table(['invariant', 'holds when'], invariants),
  ])
}

function tenantSettingsPage(): string {
  const rows = Object.entries(TENANT_SETTINGS).map(([key, setting]) => [
    code(key),
    code(JSON.stringify(setting.fallback)),
    `${setting.meaning}${setting.isAdditive ? ' (addition)' : ''}`,
    setting.readBy,
  ])
  const thresholds = DETECTORS.flatMap(({ kind, threshold }) =>
    threshold ? [[code(kind), `${threshold.default}`, threshold.meaning]] : [],
  )
  return page('Settings of a tenant', [
    '`GET` and `PUT /v1/user/settings`, separate for the live and the test environment. A key in the body',
    'replaces the whole value; null restores its default. Every change is a version: who, when and',
    'what are kept (`GET /v1/user/settings/history`), and every report states with `settings_version` which',
    'one it was computed with. `POST /v1/user/settings/preview` shows how the numbers of recent deals',
    'would change, and stores nothing. Settings of the process are in [env.md](env.md).',
    '',
    table(['key', 'default', 'meaning', 'read by'], rows),
    '',
    '## anomaly thresholds',
    '',
    'Kinds of anomaly whose threshold `anomaly_thresholds` can move; any kind can be turned off with null.',
    '',
    table(['kind', 'default', 'counts'], thresholds),
  ])
}

function endpointsPage(): string {
  const files = routeFiles()
  const rows = ROUTES.map((declared) => [
    code(declared.endpoint),
    `${declared.summary}${declared.isAdditive ? ' (addition)' : ''}`,
    declared.scope === null ? 'no key' : code(declared.scope),
    formatFileLink(declared.endpoint, files),
  ])
  return page('Endpoints', [
    'The first noun of the address is the folder. An addition is not in the interface document.',
    '',
    table(['endpoint', 'what it does', 'scope', 'declared in'], rows),
  ])
}

interface RouteFile {
  path: string
  /** Patterns of the endpoints that the file declares; `${…}` of a mapped one stands for a part. */
  endpoints: RegExp[]
}

function routeFiles(): RouteFile[] {
  return globSync(['src/resources/*/routes.ts', 'src/resources/**/*-routes.ts'], { cwd: ROOT })
    .toSorted()
    .map((path) => {
      const text = readFileSync(`${ROOT}/${path}`, 'utf8')
      // endpoint: 'GET /v1/webhooks/:id',   `GET /v1/submissions/:id/${name}`
      const named = text.matchAll(/(['`])((?:GET|POST|PUT|PATCH|DELETE) \/[^'`]*)\1/g)
      const endpoints = [...named].map(
        ([, , endpoint = '']) => new RegExp(`^${endpoint.replaceAll(/\$\{[^}]*\}/g, '[^/]+')}$`),
      )
      return { path, endpoints }
    })
}

/** The file that spells the endpoint in full; else the one that maps it over a list. */
function formatFileLink(endpoint: string, files: RouteFile[]): string {
  const fits = files.flatMap(({ path, endpoints }) =>
    endpoints.filter((one) => one.test(endpoint)).map(({ source }) => ({ path, source })),
  )
  const [best] = fits.toSorted((left, right) => right.source.length - left.source.length)
  if (!best) throw new Error(`No routes.ts under src/resources declares ${endpoint}`)
  return `[${best.path}](../${best.path})`
}

function errorsPage(): string {
  const entries = Object.entries(ERRORS).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const sections = entries.map(([name, { type, status, message, fix, isRetryable }]) => {
    const users = ROUTES.filter((declared) => listErrors(declared).includes(name as ErrorCode))
    const again = isRetryable ? 'may be sent again' : 'sending it again changes nothing'
    const where = formatEndpoints(users.map(({ endpoint }) => endpoint))
    return [
      `## ${name.replaceAll('_', '-')}`,
      '',
      `${code(name)} · ${status} ${code(type)} · ${again}`,
      '',
      `${message} **What to do.** ${fix}`,
      ...(where === '' ? [] : ['', `Returned by ${where}.`]),
      '',
    ].join('\n')
  })
  return page('Errors', [
    'Every error has one body: `error.type`, `error.code`, `error.message`, `error.param` where it',
    'applies, `error.doc_url` (an entry of this page) and `error.request_id`.',
    '',
    ...sections,
  ])
}

/** Up to six endpoints by name, more as a count. */
function formatEndpoints(endpoints: string[]): string {
  return endpoints.length > 6 ? `${endpoints.length} endpoints` : endpoints.map(code).join(', ')
}

function eventsPage(): string {
  const sections = EVENTS.map(({ type, description, example }) => {
    const sample = { id: 'evt_…', type, created_at: '2025-10-02T14:05:00.000Z', data: example }
    const json = JSON.stringify(sample, null, 2)
    return [`## ${type}`, '', description, '', '```json', json, '```', ''].join('\n')
  })
  return page('Events', [
    'What a webhook can subscribe to, each with what it receives. Deliveries may repeat and have no',
    'order: drop ids you have seen.',
    '',
    ...sections,
  ])
}

function metricsPage(): string {
  const groups = Map.groupBy(METRICS, ({ group }) => group)
  const sections = [...groups].map(([group, metrics]) => {
    const rows = metrics.map(({ name, label, unit, formula, formulaId, defaultWindow }) => [
      code(name),
      label,
      unit,
      `${formula} (${formulaId})`,
      code(defaultWindow),
    ])
    const head = ['metric', 'label', 'unit', 'how it is computed', 'window']
    return [`## ${group.replaceAll('_', ' ')}`, '', table(head, rows), ''].join('\n')
  })
  return page('Metrics', [
    'A metric that cannot be known is null with its reasons, never 0.',
    '',
    ...sections,
  ])
}

function prometheusPage(): string {
  const list = (metrics: Readonly<Record<string, PrometheusMetric>>): string =>
    table(
      ['metric', 'type', 'labels', 'meaning'],
      Object.entries(metrics).map(([name, { type, labels, help, buckets }]) => [
        code(name),
        type,
        labels.map(code).join(', '),
        buckets ? `${help} Up to ${buckets.join(', ')} s.` : help,
      ]),
    )
  return page('Metrics for Prometheus', [
    'With `METRICS_PORT` each process serves `/metrics` on that port, in the text format of Prometheus. It',
    'takes no key, so it listens on `METRICS_HOST` alone, this machine by default. No label is a tenant, an',
    'id or a path with ids: the number of series depends on what is built in, not on what is stored. A lane',
    'of the queue is a webhook; its jobs are those of the kind `deliver-webhook`. What five of them are',
    'worth watching for is in [operations.md](operations.md). The numbers of deals are other metrics:',
    '[metrics.md](metrics.md).',
    '',
    '## of the service',
    '',
    list(OWN_METRICS),
    '',
    '## of the process',
    '',
    'In the words of prom-client; some are of Linux only.',
    '',
    list(PROCESS_METRICS),
  ])
}

function signalsPage(): string {
  const rules = [...DOCUMENT_RULES, ...COMPARISON_RULES]
  const sections = GROUPS.map(({ name, meaning }) => {
    const rows = rules
      .filter(({ group }) => group === name)
      .map(({ code: signal, points, severity, confidence, test }) => [
        code(signal),
        `${points}`,
        severity,
        `${confidence}`,
        test,
      ])
    const head = ['signal', 'points', 'severity', 'confidence', 'found when']
    return [`## ${name}`, '', `${meaning}.`, '', table(head, rows), ''].join('\n')
  })
  const levels = Object.entries(LEVEL_FLOORS).map(
    ([level, floor]) => `${code(level)} from ${floor}`,
  )
  return page('Signals', [
    'Signs that a document was altered after its bank issued it, with every weight. A signal describes',
    'a finding in a file and accuses nobody; a person who knows better dismisses it.',
    '',
    'The score is 100 less the points of the heaviest signal of each group, since the signals of a group',
    `have one cause, and at least 0. Metadata alone cannot bring it below ${METADATA_FLOOR}. The levels are`,
    `${levels.join(', ')};`,
    'a document is `trusted` only when the opening balance and the rows of each of its statements make',
    'the closing balance. Dismissed signals do not count. A document below `review`, or one that would',
    'run something, waits for a review.',
    '',
    ...sections,
  ])
}

function categoriesPage(): string {
  const roots = Map.groupBy(CATEGORIES, ({ parentSlug }) => parentSlug)
  const sections = [...roots].map(([root, categories]) => {
    const rows = categories.map(({ slug, name, sign, trueRevenue, debt, description }) => [
      code(slug),
      name,
      sign,
      trueRevenue,
      debt,
      description,
    ])
    const head = ['slug', 'name', 'sign', 'true revenue', 'debt', 'meaning']
    return [`## ${root}`, '', table(head, rows), ''].join('\n')
  })
  return page('Categories', [
    `The taxonomy of ${TAXONOMY_VERSION}, which \`GET /v1/categories\` lists.`,
    '',
    ...sections,
  ])
}

function page(title: string, lines: string[]): string {
  return pageOf(title, GENERATED, lines)
}
