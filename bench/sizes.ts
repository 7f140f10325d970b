/** Whether the sizes are asked for that the goals are of, some of which take minutes to fill. */
export function isBig(): boolean {
  return process.argv.includes('--big')
}
