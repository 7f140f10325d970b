import { test } from 'node:test'
import { matchGolden } from '../../test/golden.ts'
import { compileRegistry } from './compile.ts'

test('the registry that the service opens is that of the lists', () => {
  matchGolden('src/core/enrichment/registry/registry.json', compileRegistry())
})
