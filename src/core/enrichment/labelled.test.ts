import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judgeBattery, judgeLabelled } from '../../../fixtures/labelled.ts'

for (const [name, floor] of [
  ['labelled-sample.csv', { family: 0.95, exact: 0.9 }],
  ['labelled-real-2.csv', { family: 0.96, exact: 0.9 }],
  ['labelled-uk-sample.csv', { family: 0.95, exact: 0.8 }],
  ['labelled-uk-2.csv', { family: 0.97, exact: 0.8 }],
] as const) {
  test(`descriptors of ${name} get the right family and leaf at least as often as promised`, (t) => {
    const judged = judgeLabelled(name)
    if (!judged) return t.skip('the samples are not here')
    const family = judged.filter(({ isFamily }) => isFamily).length / judged.length
    const exact = judged.filter(({ isExact }) => isExact).length / judged.length
    t.diagnostic(`${name}: family ${family.toFixed(3)}, exact ${exact.toFixed(3)}`)
    assert.ok(family >= floor.family, `family ${family}`)
    assert.ok(exact >= floor.exact, `exact ${exact}`)
  })
}

for (const name of ['battery-1.csv', 'battery-2.csv', 'battery-3.csv', 'battery-4.csv']) {
  test(`of the wordings of ${name} 95 in 100 get their leaf and 99 their family`, () => {
    const judged = judgeBattery(name)
    const [exact, family] = (['isExact', 'isFamily'] as const).map((what) => {
      return judged.filter((one) => one[what]).length / judged.length
    })
    assert.ok(exact! >= 0.95 && family! >= 0.99, `exact ${exact}, family ${family}`)
  })
}
