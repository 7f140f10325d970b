/** Whether to use the sizes of the goals, some of which take minutes to fill. */
export function isBig(): boolean {
  return process.argv.includes('--big')
}
