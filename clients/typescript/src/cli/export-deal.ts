import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { readArguments, readOne } from './arguments.ts'
import { openService } from './credentials.ts'
import { print } from './terminal.ts'

/** Saves a deal with its files and reports as one archive. */
export async function exportDeal(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { out: { type: 'string' } })
  const deal = readOne(positionals, 'deal')
  const service = await openService()
  const { content, filename } = await service.submissions.export(deal)
  // The name comes from the service: its folder, if it has one, is not ours to write to.
  const path = values.out ?? basename(filename ?? 'deal.zip')
  writeFileSync(path, content)
  print(`${path} (${content.length.toLocaleString('en')} bytes)`)
}
