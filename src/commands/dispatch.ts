import { ConfigError } from '../config.ts'
import { didYouMean } from '../core/values/text.ts'

export interface Command {
  name: string
  summary: string
  load: () => Promise<(args: string[]) => Promise<void>>
}

/** The commands of one program, and how it is called in a terminal. */
export interface Program {
  call: string
  commands: readonly Command[]
}

const HELP = ['help', '--help', '-h']

/**
 * Runs one command. What keeps it from its work is a sentence, and the exit code 2; a fault of our
 * own code keeps its stack, and ends with 1.
 */
export async function dispatch(
  program: Program,
  [name = 'help', ...args]: string[],
): Promise<void> {
  if (HELP.includes(name)) return print(usage(program))
  const command = program.commands.find((known) => known.name === name)
  if (!command) return fail(unknownCommand(program, name))
  if (args.some((arg) => HELP.includes(arg))) return print(line(command))
  try {
    await (
      await command.load()
    )(args)
  } catch (error) {
    await failWith(command, error)
  }
}

async function failWith(command: Command, error: unknown): Promise<void> {
  const { code, message, stack } = error as NodeJS.ErrnoException
  if (error instanceof ConfigError) await fail(message)
  else if (code?.startsWith('ERR_PARSE_ARGS_'))
    await fail(`${message.split('. ', 1)[0]}; ${command.name}: ${command.summary}`)
  else await fail(stack ?? String(error), 1)
}

/** Whatever is still open, the process ends: there is nothing more for it to do. */
async function fail(text: string, code = 2): Promise<void> {
  await new Promise((resolve) => process.stderr.write(`${text}\n`, resolve))
  process.exit(code)
}

function unknownCommand({ call, commands }: Program, name: string): string {
  const near = didYouMean(
    name,
    commands.map((command) => command.name),
  )
  return `There is no command ${name}.${near} \`${call}\` lists them.`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function usage({ call, commands }: Program): string {
  const separator = call.startsWith('npm ') ? ' --' : ''
  const example = `${call}${separator} ${commands[0]?.name}`
  return `Commands, as in \`${example}\`:\n${commands.map(line).join('\n')}`
}

function line({ name, summary }: Command): string {
  return `  ${name.padEnd(15)} ${summary}`
}
