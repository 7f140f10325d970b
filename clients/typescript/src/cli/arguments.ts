import { parseArgs, type ParseArgsConfig } from 'node:util'

/** The command is not understood. */
export class UsageError extends Error {}

type Options = NonNullable<ParseArgsConfig['options']>
type Parsed<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>

/** Flags and words of a command; throws `UsageError` for what it does not know. */
export function readArguments<O extends Options>(args: readonly string[], options: O): Parsed<O> {
  try {
    return parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
      strict: true,
    }) as Parsed<O>
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The only word of a command. */
export function readOne(words: readonly string[], name: string): string {
  const [first, ...more] = words
  if (first === undefined || more.length > 0) throw new UsageError(`Give one ${name}.`)
  return first
}

/** Milliseconds of a flag in seconds; none is for ever. */
export function readSeconds(value: string | undefined): number {
  if (value === undefined) return Number.POSITIVE_INFINITY
  const seconds = Number(value)
  if (!(seconds > 0)) throw new UsageError('--for is a number of seconds.')
  return seconds * 1_000
}
