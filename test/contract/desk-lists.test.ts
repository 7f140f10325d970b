import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findUnit, formatUnit } from '../../dashboard/src/format/values.ts'
import * as desk from '../../dashboard/src/routes/apps/crm/mapping.ts'
import { METRICS } from '../../src/core/analytics/metrics/index.ts'
import { DIRECTIONS, OVERWRITES } from '../../src/core/crm/mapping.ts'
import { TRANSFORMS } from '../../src/core/crm/transforms.ts'
import { isMultiple } from '../../src/core/values/paper/figure-text.ts'

test('a ratio is a multiple at the desk where it is one in the files of the service', () => {
  const ratios = METRICS.filter(({ unit }) => unit === 'ratio')
  assert.ok(ratios.some(({ name }) => isMultiple(name)))
  for (const { name, unit } of ratios)
    assert.equal(findUnit(name, unit) === 'multiple', isMultiple(name), name)
  assert.equal(formatUnit(1.25, findUnit('debt_service_coverage_ratio', 'ratio')), '1.25×')
})

test('every choice of the service can be made in the map of a CRM, and no other', () => {
  const given = [desk.TRANSFORMS, desk.DIRECTIONS, desk.OVERWRITES].map((list) =>
    list.map(([value]) => value).filter((value) => value !== ''),
  )
  assert.deepEqual(
    given.map((one) => one.toSorted()),
    [TRANSFORMS, DIRECTIONS, OVERWRITES].map((one) => [...one].toSorted()),
  )
})

test('every column of the default layout can be shown', () => {
  // The columns are components; their names are read as text.
  const [columns, layout] = [
    'dashboard/src/routes/deals/columns.tsx',
    'src/resources/user/layout/layout.ts',
  ].map((path) => readFileSync(`${import.meta.dirname}/../../${path}`, 'utf8'))
  const [, list = ''] = /COLUMNS = \[([^\]]+)\]/.exec(layout!)!
  const names = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name!)
  assert.ok(names.length > 8)
  const missing = names.filter((name) => name !== 'name' && !columns!.includes(`'${name}'`))
  assert.deepEqual(missing, [])
})
