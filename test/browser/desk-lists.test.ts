import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFields } from '../../dashboard/src/routes/apps/schema-fields.ts'
import { toSteps } from '../../dashboard/src/routes/broker/steps.ts'
import { listAreas } from '../../dashboard/src/routes/developers/keys/scope-list.ts'
import { SCOPES } from '../../src/core/values/access/scopes.ts'
import { STAGES } from '../../src/resources/broker/lifecycle.ts'
import { APPS } from '../../src/resources/records/apps/catalogue.ts'

test('every scope of the service can be given to a key at the desk', () => {
  const offered = listAreas(() => true).flatMap(({ scopes }) => scopes)
  const others = SCOPES.filter((scope) => scope !== '*' && scope !== 'pii:read')
  assert.deepEqual(offered.toSorted(), others.toSorted())
})

test('every field of every app of the catalogue has its place in a form', () => {
  for (const { slug, config } of APPS) {
    const fields = readFields(JSON.parse(JSON.stringify(config)) as Record<string, unknown>)
    assert.deepEqual(
      fields.map(({ name }) => name).toSorted(),
      Object.keys(config.properties).toSorted(),
      slug,
    )
    for (const { kind, options, name } of fields)
      if (kind === 'choice') assert.ok(options.length > 1, `${slug} ${name}`)
  }
})

test('every stage of a deal of a broker is one step of its way', () => {
  for (const stage of STAGES)
    assert.equal(toSteps(stage).filter(({ state }) => state === 'now').length, 1, stage)
})
