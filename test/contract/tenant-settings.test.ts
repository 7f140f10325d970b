import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TENANT_SETTINGS } from '../../src/resources/settings/list.ts'
import { codePaths, isTestCode, readSourceTree } from './source-tree.ts'

const LIST = 'src/resources/settings/list.ts'
/** Where a shape alone would look like a reader. */
const SHAPES = ['src/core/analytics/settings/schemas.ts', LIST]

test('every setting of a tenant is read by the service, or by the dashboard that it is for', () => {
  const tree = readSourceTree()
  const code = (folder: string): string =>
    codePaths(tree, (path) => path.startsWith(folder) && !isTestCode(path))
      .filter((path) => !SHAPES.includes(path))
      .map((path) => tree.get(path)!)
      .join('\n')
  const [service, desk] = [code('src/'), code('dashboard/src/')]
  const unread = Object.entries(TENANT_SETTINGS).filter(([key, { readBy }]) => {
    // 'key' of a call, values.key, or { key } of a pattern; analytics takes its own by name.
    const reads = new RegExp(
      `'${key}'|\\.${key}\\b|\\{[^{}]*\\b${key}(?:: \\w+)?[,\\s}][^{}]*\\} = `,
    )
    return !reads.test(readBy.includes('dashboard') ? desk : service)
  })
  assert.deepEqual(
    unread.map(([key]) => key),
    [],
  )
})
