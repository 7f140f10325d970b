import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import {
  CLASSES,
  EVENTS,
  INFORMATION,
  LABELS,
  METRICS,
  toDateRange,
  toLabel,
} from '../../../clients/typescript/src/migrate/heron/tables/tables.ts'
import { METRICS as OURS } from '../../../src/core/analytics/metrics/index.ts'
import { WINDOW_NAMES } from '../../../src/core/analytics/window.ts'
import { PROVIDER_CATEGORIES } from '../../../src/core/enrichment/data/provider-categories.ts'
import { DOCUMENT_CLASSES } from '../../../src/core/statements/classes/index.ts'
import { findCategory } from '../../../src/core/values/categories.ts'
import { EVENT_TYPES } from '../../../src/events.ts'

const ALL = { labels: LABELS, metrics: METRICS, classes: CLASSES, events: EVENTS }

suite('the tables of the importer', () => {
  test('have a state for every entry, and the difference in words where there is one', () => {
    for (const [table, entries] of Object.entries(ALL))
      for (const [name, { state, difference }] of Object.entries(entries))
        assert.ok(
          state === 'exact' ? difference === undefined : /^\S.+\.$/.test(difference ?? ''),
          `${table} ${name}`,
        )
  })

  test('name only what the service has', () => {
    const metrics = new Set(OURS.map(({ name }) => name))
    for (const [label, { metric, params = {}, state }] of Object.entries(METRICS)) {
      assert.ok(metric === null ? state === 'none' : metrics.has(metric), `${label}: ${metric}`)
      if (params.slug) assert.ok(findCategory(params.slug), label)
    }
    for (const [label, { inflow, outflow }] of Object.entries(LABELS))
      for (const slug of [inflow, outflow])
        assert.ok(slug === null ? label === 'none' : findCategory(slug), `${label}: ${slug}`)
    const events = new Set(EVENT_TYPES)
    for (const [topic, { event }] of Object.entries(EVENTS))
      assert.ok(event === null || events.has(event), `${topic}: ${event}`)
    const classes = new Set(DOCUMENT_CLASSES.map(({ name }) => name))
    for (const [name, entry] of Object.entries(CLASSES))
      assert.ok(classes.has(entry.class), `${name}: ${entry.class}`)
  })

  test('know every metric that Heron’s rules can name, and every topic', () => {
    assert.equal(Object.keys(METRICS).length, 214)
    assert.equal(Object.keys(EVENTS).length, 44)
  })

  test('give a label the category that enrichment gives it', () => {
    for (const [label, { inflow, outflow }] of Object.entries(LABELS)) {
      const rows = PROVIDER_CATEGORIES.filter(({ code }) => code === label)
      const isSame = rows.some((row) => row.in === inflow && row.out === outflow)
      assert.ok(label === 'none' || isSame, label)
    }
  })

  test('cover Heron’s date ranges by names of ours', () => {
    const names = new Set(WINDOW_NAMES)
    const days = [30, 45, 60, 90, 120, 180, 365].map((count) => `last_${count}_days`)
    const ahead = [30, 60, 90, 180].map((count) => `next_${count}_days`)
    const months = [1, 2, 3, 4, 6, 12, 15, 24].map((count) => `last_${count}_calendar_months`)
    const full = [1, 2, 3, 6, 12].map((count) => `last_${count}_full_calendar_months`)
    for (const name of ['latest', ...days, ...ahead, ...months, ...full])
      assert.ok(toDateRange(name) === name && names.has(name), name)
    assert.equal(toDateRange('last_fortnight'), null)
  })

  test('read a label as Heron writes it in either place', () => {
    assert.equal(toLabel('Overdraft/NSF Fees'), 'overdraft_nsf_fees')
    assert.equal(toLabel('Intra-company transfers'), 'intra_company_transfers')
    assert.equal(toLabel('debt_investment'), 'debt_investment')
  })

  test('put facts of the application where the API takes them', () => {
    const api = JSON.parse(readFileSync('openapi.json', 'utf8'))
    const body =
      JSON.stringify(api.paths['/v1/submissions/{id}'].patch.requestBody) +
      JSON.stringify(api.components)
    for (const path of [...Object.values(INFORMATION.company), ...Object.values(INFORMATION.owner)])
      for (const name of path.split('.')) assert.ok(body.includes(`"${name}"`), path)
  })
})
