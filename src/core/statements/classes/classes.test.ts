import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_CLASSES, findDocumentClass } from './index.ts'
import { DOCUMENT_SUBTYPES } from './subtypes.ts'

test('there are 47 built-in classes, each name and alias standing for one of them', () => {
  assert.equal(DOCUMENT_CLASSES.length, 47)
  const names = DOCUMENT_CLASSES.flatMap((each) => [each.name, ...each.aliases])
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted())
  for (const name of names) assert.match(name, /^[a-z0-9][a-z0-9_]{1,63}$/)
})

test('every class with print of its own can reach twice the threshold by its cues', () => {
  for (const each of DOCUMENT_CLASSES) {
    if (each.name === 'other' || each.name === 'transaction_export') continue
    const { title, strong, weak } = each.cues
    assert.ok(title.length * 3 + strong.length * 2 + weak.length >= 8, each.name)
  }
})

test('every class with a form or line items says which fields are read', () => {
  for (const each of DOCUMENT_CLASSES.filter((one) => one.parser !== 'none')) {
    assert.ok(each.extractionFields.length > 0, each.name)
  }
})

test('a class is found by name and alias in any case, and an unknown name finds none', () => {
  assert.equal(findDocumentClass('bank_statement')!.name, 'bank_statement')
  assert.equal(findDocumentClass(' PNL_Statement ')!.name, 'profit_and_loss')
  assert.equal(findDocumentClass('bank_statment'), null)
})

test('subtypes belong to a class, and the one without cues comes last', () => {
  for (const [name, subtypes] of Map.groupBy(DOCUMENT_SUBTYPES, (each) => each.documentClass)) {
    assert.notEqual(findDocumentClass(name), null)
    const bare = subtypes.findIndex((each) => each.cues.length === 0)
    assert.ok(bare === -1 || bare === subtypes.length - 1, name)
  }
})
