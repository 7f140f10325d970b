// `npm run registry`: writes src/core/enrichment/data/brands.json from name-suggestion-index
// (BSD-3-Clause), fetched from npm at the version below; nothing of it is installed with Assay.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brandsByLeaf, type Index } from './registry/brands.ts'

const VERSION = '8.0.20260918'
const TARGET = join(import.meta.dirname, '../src/core/enrichment/data/brands.json')

const folder = mkdtempSync(join(tmpdir(), 'assay-registry-'))
try {
  const { nsi } = fetchIndex(folder)
  const leaves = brandsByLeaf(nsi)
  const lines = Object.entries(leaves).map(
    ([slug, names]) => `  ${JSON.stringify(slug)}: ${JSON.stringify(names)}`,
  )
  writeFileSync(TARGET, `{\n${lines.join(',\n')}\n}\n`)
  const count = Object.values(leaves).reduce((sum, names) => sum + names.length, 0)
  console.log(`${count} brands of ${lines.length} leaves`)
} finally {
  rmSync(folder, { recursive: true })
}

function fetchIndex(cwd: string): { nsi: Index } {
  execFileSync('npm', ['pack', '--silent', `name-suggestion-index@${VERSION}`], { cwd })
  execFileSync('tar', ['xzf', `name-suggestion-index-${VERSION}.tgz`], { cwd })
  return JSON.parse(readFileSync(join(cwd, 'package/dist/json/nsi.min.json'), 'utf8'))
}
