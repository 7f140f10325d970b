export function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** A line to standard error: for people, not for what reads the output. */
export function printError(text: string): void {
  process.stderr.write(`${text}\n`)
}

/** `12:04:09` of an instant, in the time of this machine. */
export function formatTime(instant: string): string {
  return new Date(instant).toTimeString().slice(0, 8)
}
