// `npm run registry`: writes src/core/enrichment/data/brands.json and trains the model of names
// (src/core/enrichment/model/weights.json) on name-suggestion-index and our own lists. What the
// service opens of the lists (src/core/enrichment/registry/registry.json) is a golden.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brandsByLeaf } from './registry/brands.ts'
import { fetchIndex } from './registry/index-file.ts'
import { namesToLearn } from './registry/names.ts'
import { trainModel } from './registry/train.ts'

const ENRICHMENT = join(import.meta.dirname, '../src/core/enrichment')

const index = fetchIndex()
const leaves = brandsByLeaf(index)
const lines = Object.entries(leaves).map(
  ([slug, names]) => `  ${JSON.stringify(slug)}: ${JSON.stringify(names)}`,
)
writeFileSync(join(ENRICHMENT, 'data/brands.json'), `{\n${lines.join(',\n')}\n}\n`)
const count = Object.values(leaves).reduce((sum, names) => sum + names.length, 0)
console.log(`${count} brands of ${lines.length} leaves`)

const { file, report } = trainModel(namesToLearn(index))
writeFileSync(join(ENRICHMENT, 'model/weights.json'), `${JSON.stringify(file)}\n`)
console.log(report)
