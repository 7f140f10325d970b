import { readArguments, readOne } from './arguments.ts'
import { openService } from './credentials.ts'
import { print } from './terminal.ts'

/** Lets an event happen, with realistic data; test keys alone may. */
export async function trigger(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, { deal: { type: 'string' } })
  const type = readOne(positionals, 'event, such as submission.processed')
  const service = await openService()
  const deal = values.deal === undefined ? {} : { submission_id: values.deal }
  print(JSON.stringify(await service.sandbox.sendEvent({ type, ...deal })))
}
