import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Index } from './brands.ts'

const VERSION = '8.0.20260918'

/** name-suggestion-index (BSD-3-Clause) as npm has it at a fixed version; nothing is installed. */
export function fetchIndex(): Index {
  const folder = mkdtempSync(join(tmpdir(), 'assay-registry-'))
  try {
    const npm = ['pack', '--silent', `name-suggestion-index@${VERSION}`]
    execFileSync('npm', npm, { cwd: folder })
    execFileSync('tar', ['xzf', `name-suggestion-index-${VERSION}.tgz`], { cwd: folder })
    return JSON.parse(readFileSync(join(folder, 'package/dist/json/nsi.min.json'), 'utf8')).nsi
  } finally {
    rmSync(folder, { recursive: true })
  }
}
