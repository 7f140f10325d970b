import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { JOBS } from '../../src/jobs.ts'
import {
  OWN_METRICS,
  PROCESS_METRICS,
  type PrometheusMetric,
} from '../../src/platform/prometheus/list.ts'
import { openMeter } from '../../src/platform/prometheus/meter.ts'
import { serveMetrics, type MetricsServer } from '../../src/platform/prometheus/server.ts'
import { onServer, openTestHouse, useTestHouse, type TestHouse } from '../context.ts'
import { useReceiver } from '../fakes/receiver.ts'
import { readFixture, submit, upload } from '../statements.ts'

const LISTED: Readonly<Record<string, PrometheusMetric>> = { ...OWN_METRICS, ...PROCESS_METRICS }
/** What a histogram adds to the name of its samples, and to their labels. */
const PARTS = /_(?:bucket|sum|count)$/
/** A UUID, the hex of one, or a number that nobody would count to. */
const LOOKS_LIKE_ID = /[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}|\d{5}/i

/** A page in the text format. */
interface Page {
  /** Type and help by name. */
  heads: Map<string, { type: string; help: string }>
  samples: { name: string; labels: Record<string, string>; value: number }[]
}

function parsePage(text: string): Page {
  const heads: Page['heads'] = new Map()
  // # HELP process_open_fds Number of open file descriptors.
  for (const [, name = '', help = ''] of text.matchAll(/^# HELP (\S+) (.*)$/gm))
    heads.set(name, { type: '', help })
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    heads.get(name)!.type = type
  // assay_jobs_waiting{kind="parse-document"} 0
  const samples = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name, labels, value]) => ({
      name: name!,
      labels: Object.fromEntries(
        [...(labels ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, own]) => [
          label!,
          own!,
        ]),
      ),
      value: Number(value),
    }),
  )
  return { heads, samples }
}

async function watch(house: TestHouse): Promise<MetricsServer> {
  const meter = await openMeter()
  house.house.meter = meter
  const kinds = JOBS.map(({ kind }) => kind)
  const measured = { house: house.house, meter, info: { version: '0', role: 'assay' }, kinds }
  return serveMetrics(measured, { port: 0, host: '127.0.0.1' })
}

async function readPage({ url }: MetricsServer): Promise<Page> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  return parsePage(await response.text())
}

describe('the metrics of a process that works', () => {
  const house = useTestHouse({ WEBHOOK_RETRY_SECONDS: '1,1,1,1,1' })
  const receiver = useReceiver()
  let metrics: MetricsServer
  let first: Page
  let second: Page

  before(async () => {
    metrics = await watch(house)
    await work()
    first = await readPage(metrics)
    await work()
    second = await readPage(metrics)
  })
  after(() => metrics.close())

  /** A tenant of its own uploads, is delivered to, slips and looks for what is not there. */
  async function work(): Promise<void> {
    const { test: caller } = await house.tenant()
    await caller.post('/v1/webhooks', { url: receiver.url, events: ['document.parsed'] })
    receiver.script([{ status: 500 }])
    const expected = receiver.received.length + 2
    const id = await submit(caller)
    await upload(caller, id, readFixture('running-balance/dormant'))
    // The second attempt is due a second after the first.
    for (let waited = 0; receiver.received.length < expected && waited < 30_000; waited += 50)
      await sleep(50)
    await house.settle(60_000)
    await caller.get(`/v1/submissions/${id}`)
    await caller.get(`/v1/submissions/${crypto.randomUUID()}`)
    await caller.get(`/v1/nothing/${crypto.randomUUID()}`)
    await caller.post('/v1/submissions', { name: 7 })
  }

  test('are all that the list has, and nothing else, each as it is listed', () => {
    assert.deepEqual(new Set(second.heads.keys()), new Set(Object.keys(LISTED)))
    for (const [name, { type, help }] of Object.entries(LISTED))
      assert.deepEqual(second.heads.get(name), { type, help }, name)
  })

  test('of the service have a value each, with the labels that are listed', () => {
    for (const [name, { labels, type }] of Object.entries<PrometheusMetric>(OWN_METRICS)) {
      const own = second.samples.filter((sample) => nameIn(sample) === name)
      assert.notEqual(own.length, 0, name)
      for (const sample of own) {
        const listed = PARTS.test(sample.name) && type === 'histogram' ? ['le', ...labels] : labels
        for (const label of Object.keys(sample.labels))
          assert.ok((listed as string[]).includes(label), `${name} has the label ${label}`)
      }
    }
  })

  test('have no tenant, no id and no path with ids in a label', () => {
    for (const { name, labels } of second.samples)
      for (const value of Object.values(labels))
        assert.doesNotMatch(value, LOOKS_LIKE_ID, `${name} ${JSON.stringify(labels)}`)
  })

  test('do not grow with tenants, deals and requests', () => {
    const series = ({ samples }: Page): Set<string> =>
      new Set(
        samples
          .filter((sample) => nameIn(sample) in OWN_METRICS)
          .map(({ name, labels }) => `${name}${JSON.stringify(labels)}`),
      )
    assert.deepEqual([...series(second).difference(series(first))], [])
  })

  test('count what happened', () => {
    const find = (name: string, labels: Record<string, string>): number | undefined =>
      second.samples.find(
        (sample) =>
          sample.name === name &&
          Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
      )?.value
    const requests = 'assay_http_requests_total'
    assert.equal(find(requests, { route: '/v1/submissions', method: 'POST', status: '2xx' }), 2)
    assert.equal(find(requests, { route: '/v1/submissions', method: 'POST', status: '4xx' }), 2)
    assert.equal(find(requests, { route: '/v1/submissions/:id', status: '4xx' }), 2)
    assert.equal(find(requests, { route: '(none)', method: '(any)', status: '4xx' }), 2)
    const deliveries = 'assay_webhook_deliveries_total'
    assert.equal(find(deliveries, { outcome: 'retrying', error: 'http_error' }), 2)
    assert.equal(find(deliveries, { outcome: 'succeeded', error: 'none' }), 2)
    const received = { kind: 'classify-document' }
    assert.equal(find('assay_jobs_ended_total', { ...received, outcome: 'done' }), 2)
    assert.equal(find('assay_job_duration_seconds_count', received), 2)
    assert.equal(find('assay_jobs_waiting', received), 0)
    assert.equal(find('assay_queue_readable', {}), 1)
    assert.equal(find('assay_readers', { state: 'idle' }), 1)
  })

  test('are at one address, which is read only', async () => {
    const other = new URL('/', metrics.url)
    assert.equal((await fetch(other)).status, 404)
    assert.equal((await fetch(metrics.url, { method: 'POST' })).status, 405)
  })
})

test('a page comes without a database too, and shows that it could not be read', async () => {
  const house = await openTestHouse({}, { worker: false })
  const metrics = await watch(house)
  const { rows } = await house.house.database.pool.query('select current_database() as name')
  await onServer((client) => client.query(`drop database ${rows[0].name} with (force)`))
  const { samples } = await readPage(metrics)
  assert.equal(samples.find(({ name }) => name === 'assay_queue_readable')?.value, 0)
  assert.equal(
    samples.some(({ name }) => name.startsWith('assay_jobs_waiting')),
    false,
  )
  assert.ok(samples.some(({ name }) => name === 'process_cpu_seconds_total'))
  await metrics.close()
  await house.close()
})

test('every metric that the page for operators names is in the list', () => {
  const page = readFileSync(`${import.meta.dirname}/../../docs/operations.md`, 'utf8')
  const named = [...page.matchAll(/\b(?:assay|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name)
  assert.ok(named.length > 5)
  for (const name of named) assert.ok(name.replace(PARTS, '') in LISTED || name in LISTED, name)
})

function nameIn({ name }: { name: string }): string {
  return name in LISTED ? name : name.replace(PARTS, '')
}
