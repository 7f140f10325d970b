import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { ErrorCode } from '../../src/platform/errors/catalogue.ts'
import { listErrors } from '../../src/platform/http/openapi/document.ts'
import { listStatuses } from '../../src/platform/http/openapi/errors.ts'
import { getMethod, getPath } from '../../src/platform/route.ts'
import { openApiDocument } from '../../src/resources/docs/openapi.ts'
import { ROUTES } from '../../src/resources/index.ts'
import { findFaults, resolve, type Operation, type Response } from './openapi.ts'

const FILE = new URL('../../openapi.json', import.meta.url)
/** Each field once, without a reference to it, is 520 kB; the heads of operations are 100 kB. */
const BYTES_MAX = 1460 * 1024
const document = openApiDocument(ROUTES, 'http://localhost:3100')
const { paths } = document as { paths: Record<string, Record<string, Operation>> }
const OPERATIONS = ROUTES.filter(({ browser }) => browser !== 'page').map((declared) => {
  const path = getPath(declared).replace(/:(\w+)/g, '{$1}')
  return { declared, path, operation: paths[path]![getMethod(declared).toLowerCase()]! }
})

test('the document is valid OpenAPI 3.1, and every reference in it leads somewhere', () => {
  assert.deepEqual(findFaults(document as Record<string, unknown>), [])
})

test('a fault of a document is caught, with its place', () => {
  const responses = { 200: { $ref: '#/components/responses/Gone' }, 2000: { description: 'OK' } }
  const operation = { operationId: 'get_deals', responses }
  const broken = {
    openapi: '3.0.0',
    info: { title: 'Deals' },
    paths: { '/v1/deals/{id}': { get: operation, fetch: operation } },
    components: { schemas: { 'a b': { type: 'thing', require: ['id'] } } },
  }
  assert.deepEqual(findFaults(broken), [
    'components/schemas/a b/require: not a field of a schema',
    'components/schemas/a b/type: not a type: thing',
    'components/schemas/a b: not a name',
    'components/schemas/a b: nothing refers to it',
    'info: lacks version',
    'openapi: 3.0.0 is not 3.1',
    'paths//v1/deals/{id}/fetch: 2000 is not a status',
    "paths//v1/deals/{id}/fetch: get_deals is another's name",
    'paths//v1/deals/{id}/fetch: not a field of a path',
    'paths//v1/deals/{id}/fetch: {id} is not declared',
    'paths//v1/deals/{id}/get/responses/200: #/components/responses/Gone leads nowhere',
    'paths//v1/deals/{id}/get: 2000 is not a status',
    'paths//v1/deals/{id}/get: {id} is not declared',
  ])
})

test('every operation lists each error with its status, and no other', () => {
  for (const { declared, operation } of OPERATIONS) {
    const { default: common, ...own } = errorsIn(operation)
    const left = new Set(common)
    const listed = Object.entries(own).flatMap(([status, codes]) => {
      // A status that an operation lists stands for itself; the default is what no status lists.
      const isOfStatus = (code: ErrorCode) => listStatuses(declared, code).includes(Number(status))
      for (const code of common!.filter(isOfStatus)) left.delete(code)
      assert.deepEqual(
        codes.filter((code) => !isOfStatus(code)),
        [],
        status,
      )
      return codes
    })
    const all = [...new Set([...listed, ...left])].toSorted()
    assert.deepEqual(all, listErrors(declared), declared.endpoint)
  }
})

test('every operation lists the statuses of its success', () => {
  for (const { declared, operation } of OPERATIONS) {
    const statuses = [declared.status ?? 200, ...(declared.alsoStatus ?? [])].map(String)
    const { responses } = operation
    const listed = Object.keys(responses).filter((status) => !isError(responses[status]!))
    assert.deepEqual(listed, statuses.toSorted(), declared.endpoint)
  }
})

test('every operation is described, has a refusal among its statuses, and declares its headers', () => {
  for (const { declared, operation } of OPERATIONS) {
    assert.ok(operation.description, declared.endpoint)
    const statuses = Object.keys(operation.responses)
    assert.ok(
      statuses.some((status) => status.startsWith('4')),
      declared.endpoint,
    )
    for (const response of Object.values(operation.responses)) {
      const { headers } = resolve(document, response)
      assert.ok(headers && 'X-Request-Id' in headers, declared.endpoint)
    }
  }
})

test('the committed file has one line for each operation and component, and is not too long', () => {
  const text = readFileSync(FILE, 'utf8')
  assert.deepEqual(JSON.parse(text), document)
  assert.ok(Buffer.byteLength(text) <= BYTES_MAX, `${text.length} bytes, at most ${BYTES_MAX}`)
  const lines = text.split('\n').filter((line) => /"operationId":"(?!receive)/.test(line))
  assert.equal(lines.length, OPERATIONS.length)
})

/** The codes of an operation's errors by what it lists them under. */
function errorsIn(operation: Operation): Record<string, ErrorCode[]> {
  const errors = Object.entries(operation.responses).filter(([, response]) => isError(response))
  return Object.fromEntries(errors.map(([status, response]) => [status, codesIn(response)]))
}

/** All errors are named, and nothing else has such a name. */
function isError({ $ref }: Response): boolean {
  return $ref?.startsWith('#/components/responses/Error') ?? false
}

function codesIn(response: Response): ErrorCode[] {
  const { content } = resolve(document, response)
  return content['application/json']!.schema.allOf[1]!.properties.error.properties.code.enum
}
