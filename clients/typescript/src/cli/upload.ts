import type { Service } from '../service.ts'
import { readArguments, UsageError } from './arguments.ts'
import { openService } from './credentials.ts'
import { print, printError } from './terminal.ts'

/** Uploads files to a deal, a new one unless its id is given, and shows what came of them. */
export async function upload(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    deal: { type: 'string' },
    wait: { type: 'boolean' },
    json: { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('Give at least one file.')
  if (!values.deal) throw new UsageError('--deal is the name of a new deal, or the id of one.')
  const service = await openService()
  const id = await findDeal(service, values.deal)
  for (const file of positionals) {
    await service.documents.upload(id, { file })
    printError(`uploaded ${file}`)
  }
  if (!values.wait) return print(values.json ? JSON.stringify({ id }) : id)
  await service.submissions.processAndWait(id, {
    onProgress: ({ stage, progress }) =>
      printError(`${stage ?? 'waiting'} ${Math.round(progress * 100)} %`),
  })
  if (values.json) return print(JSON.stringify(await service.submissions.scorecard(id)))
  const { content } = (await service.submissions.scorecard(id, { format: 'text' })) as unknown as {
    content: Uint8Array
  }
  print(new TextDecoder().decode(content).trimEnd())
  printError(`\ndeal ${id}`)
}

const ID = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|ext:.+)$/i

async function findDeal({ submissions }: Service, deal: string): Promise<string> {
  return ID.test(deal) ? deal : (await submissions.create({ name: deal })).id
}
