import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments, readOne } from '../arguments.ts'
import { openService } from '../credentials.ts'
import { print } from '../terminal.ts'
import { readState } from './state.ts'

/** Writes one file for each rule, policy, template, webhook and workflow. */
export async function exportConfig(args: readonly string[]): Promise<void> {
  const { positionals } = readArguments(args, {})
  const folder = readOne(positionals, 'folder')
  const things = await readState(await openService())
  for (const { path, fields } of things) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), `${JSON.stringify(fields, null, 2)}\n`)
    print(path)
  }
  print(`${things.length} files in ${folder}`)
}
