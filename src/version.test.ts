import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { readCommit } from './version.ts'

const HASH = 'a'.repeat(40)
const made: string[] = []

after(() => {
  for (const folder of made) rmSync(folder, { recursive: true })
})

/** A folder with these files. */
function folderWith(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'assay-commit-'))
  made.push(root)
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), `${text}\n`)
  }
  return root
}

test('the commit of a checkout is found on a branch, packed, detached and in a worktree', () => {
  const head = 'ref: refs/heads/main'
  const checkouts: Record<string, string>[] = [
    { '.git/HEAD': head, '.git/refs/heads/main': HASH },
    { '.git/HEAD': head, '.git/packed-refs': `# pack-refs with: peeled\n${HASH} refs/heads/main` },
    { '.git/HEAD': HASH },
    {
      '.git': 'gitdir: house/worktrees/w',
      'house/worktrees/w/HEAD': head,
      'house/worktrees/w/commondir': '../..',
      'house/refs/heads/main': HASH,
    },
  ]
  for (const files of checkouts) assert.equal(readCommit(folderWith(files)), HASH)
})

test('a copy that is no checkout, or has no commit yet, has no commit', () => {
  const copies: Record<string, string>[] = [
    {},
    { '.git/HEAD': 'ref: refs/heads/main' },
    { '.git': 'nothing' },
    { '.git/HEAD': 'ref: refs/heads/main', '.git/refs/heads/main': 'no hash' },
  ]
  for (const files of copies) assert.equal(readCommit(folderWith(files)), null)
})
