import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { whyNotLong } from '../long.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/** The program of CHROMIUM_PATH, or one of the search path; null where there is none. */
export function findChromium(): string | null {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** Without its sandbox only as root, where it has none. */
export function openChromium(executablePath: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0
  return chromium.launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] })
}

/** Why a walk through pages is skipped; false when it is made. */
export function whyNoWalk(program: string | null): string | false {
  return program === null && 'no chromium; CHROMIUM_PATH may name one'
}

/** The same of a walk that `npm test` has no time for; `npm run walks` makes it. */
export function whyNoLongWalk(program: string | null): string | false {
  return whyNotLong() || whyNoWalk(program)
}
