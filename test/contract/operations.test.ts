import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameByPath, nameOperation } from '../../src/platform/http/openapi/operation-names.ts'
import { TAGS, toTag } from '../../src/resources/docs/tags.ts'
import { ROUTES } from '../../src/resources/index.ts'

const OPERATIONS = ROUTES.filter(({ browser }) => browser !== 'page')

test('every operation has a name of its own: a verb and what it is done to', () => {
  const owners = Map.groupBy(OPERATIONS, nameOperation)
  const shared = [...owners].filter(([, own]) => own.length > 1)
  assert.deepEqual(Object.fromEntries(shared), {})
  // The names of methods are no verbs of a person: `getDeal`, yes, but never `postDeal`.
  const odd = [...owners.keys()].filter((name) => !/^(?!post|put|patch)[a-z]+([A-Z]|$)/.test(name))
  assert.deepEqual(odd, [])
})

test('no route declares the name that the rule gives it anyway', () => {
  const needless = OPERATIONS.filter((declared) => declared.operationId === nameByPath(declared))
  assert.deepEqual(
    needless.map(({ endpoint }) => endpoint),
    [],
  )
})

test('every operation has a tag that is described, and every tag has an operation', () => {
  const used = new Set(OPERATIONS.map(toTag))
  assert.deepEqual([...used].toSorted(), TAGS.map(({ name }) => name).toSorted())
})
