import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** The version of package.json; part of health, headers and the OpenAPI document. */
export const VERSION: string = (
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
).version

/** The commit that is checked out here; null where the copy is no checkout, such as an image. */
export const COMMIT: string | null = readCommit(ROOT)

/** What HEAD of a checkout names, through its branch; null without one. */
export function readCommit(root: string): string | null {
  try {
    const folder = findGitFolder(root)
    const head = readText(folder, 'HEAD')
    const branch = /^ref: (.+)$/.exec(head)?.[1]
    const hash = branch === undefined ? head : readBranch(folder, branch)
    return HASH.test(hash) ? hash : null
  } catch {
    return null
  }
}

/** A further worktree has a file there that names its folder. */
function findGitFolder(root: string): string {
  const place = join(root, '.git')
  if (statSync(place).isDirectory()) return place
  return resolve(root, readText(root, '.git').replace(/^gitdir: /, ''))
}

/** Branches stand in files of the checkout or of its repository, or in a list. */
function readBranch(folder: string, branch: string): string {
  const common = exists(folder, 'commondir')
    ? resolve(folder, readText(folder, 'commondir'))
    : folder
  if (exists(common, branch)) return readText(common, branch)
  const lines = readText(common, 'packed-refs').split('\n')
  return lines.find((line) => line.endsWith(` ${branch}`))?.split(' ')[0] ?? ''
}

function exists(folder: string, name: string): boolean {
  return statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined
}

function readText(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8').trim()
}
