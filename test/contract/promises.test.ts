import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { route } from '../../src/platform/route.ts'
import { Fields, List, StringEnum } from '../../src/platform/wire/shapes.ts'
import { ROUTES } from '../../src/resources/index.ts'
import {
  listBroken,
  listWrongStatuses,
  parseNames,
  readPromises,
  readStatuses,
} from './promises.ts'

test('every endpoint has the parameters, fields, values and errors that it promises', () => {
  assert.deepEqual(
    readPromises().flatMap((promised) => listBroken(promised, ROUTES)),
    [],
  )
})

test('every promised error is in the catalogue, with its status', () => {
  assert.deepEqual(listWrongStatuses(readStatuses()), [])
})

test('a field, value, parameter or error that is missing is named with its endpoint', () => {
  const returns = List(Fields({ id: Type.String(), kind: StringEnum(['a']) }))
  const endpoint = 'GET /v1/deals'
  const deals = route({
    endpoint,
    summary: 'List deals',
    scope: null,
    shapes: { query: Fields({ q: Type.String() }), returns },
    handle: async () => ({ data: [] }),
  })
  const broken = (part: 'query' | 'returns' | 'errors', names: string) =>
    listBroken({ endpoint, part, names: parseNames(names) }, [deals])
  assert.deepEqual(broken('returns', 'id kind=a/b owner{name}'), [
    'GET /v1/deals returns kind: lacks b',
    'GET /v1/deals returns owner',
    'GET /v1/deals returns owner.name',
  ])
  assert.deepEqual(broken('query', 'q limit'), ['GET /v1/deals query limit'])
  assert.deepEqual(broken('errors', 'internal_error deal_not_found'), [
    'GET /v1/deals lacks deal_not_found',
  ])
  assert.deepEqual(listBroken({ endpoint: 'GET /v1/loans', part: 'query', names: [] }, [deals]), [
    'GET /v1/loans does not exist',
  ])
})
