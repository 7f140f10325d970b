import { test } from 'node:test'
import { GENERATED_FILES } from '../../scripts/docs.ts'
import { matchGolden } from '../golden.ts'

for (const [path, write] of Object.entries(GENERATED_FILES)) {
  test(`${path} says what the lists say`, () => matchGolden(path, write()))
}
