#!/usr/bin/env node
// `assay`: what it can do is the list of verbs.
import { ServiceError } from '../errors.ts'
import { VERSION } from '../generated/resources.ts'
import { UsageError } from './arguments.ts'
import { print, printError } from './terminal.ts'
import { VERBS, type Verb } from './verbs.ts'

const READS = 'SERVICE_API_URL and SERVICE_API_KEY come first, then what `assay login` keeps.'

process.exitCode = await run(process.argv.slice(2))

/** 0 when all went well, 1 when something did not, 2 when the command is not understood. */
async function run(args: readonly string[]): Promise<number> {
  const found = findVerb(args)
  if (!found) return showHelp(args)
  const { verb, rest } = found
  try {
    await verb.run(rest)
    return 0
  } catch (error) {
    return explain(error, verb)
  }
}

/** The verb of the most words that the arguments begin with. */
function findVerb(args: readonly string[]): { verb: Verb; rest: string[] } | null {
  for (const length of [2, 1]) {
    const name = args.slice(0, length).join(' ')
    const verb = VERBS.find((one) => one.name === name)
    if (verb && args.length >= length) return { verb, rest: args.slice(length) }
  }
  return null
}

function showHelp([first]: readonly string[]): number {
  if (first === '--version') print(VERSION)
  const isHelp = first === undefined || first === 'help' || first === '--help' || first === '-h'
  if (first === '--version') return 0
  const width = Math.max(...VERBS.map(({ usage }) => usage.length))
  const lines = VERBS.map(({ usage, summary }) => `  assay ${usage.padEnd(width)}  ${summary}`)
  const text = ['The Assay API from a terminal.', '', ...lines, '', READS].join('\n')
  if (isHelp) print(text)
  else printError(`There is no command ${first}.\n\n${text}`)
  return isHelp ? 0 : 2
}

function explain(error: unknown, { usage }: Verb): number {
  if (error instanceof UsageError) {
    printError(`${error.message}\nUsage: assay ${usage}`)
    return 2
  }
  if (!(error instanceof ServiceError)) {
    printError(error instanceof Error ? error.message : String(error))
    return 1
  }
  const { message, code, param, docUrl, requestId } = error
  printError(`${message} (${[code, param].filter(Boolean).join(', ')})`)
  if (docUrl) printError(`  ${docUrl}`)
  if (requestId) printError(`  request ${requestId}`)
  return 1
}
