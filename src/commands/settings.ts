import { SETTINGS } from '../settings.ts'
import { FAULT_POINTS } from '../platform/faults.ts'
import { getMethod } from '../platform/route.ts'

export async function printSettings(): Promise<void> {
  for (const [name, { fallback, meaning }] of Object.entries(SETTINGS)) {
    process.stdout.write(`${name.padEnd(26)} ${(fallback || '-').padEnd(10)} ${meaning}\n`)
  }
}

/** The points, and the operations that pass them: every write of the API and every job. */
export async function printFaultPoints(): Promise<void> {
  const [{ ROUTES }, { JOBS }] = await Promise.all([
    import('../resources/index.ts'),
    import('../jobs.ts'),
  ])
  const writes = ROUTES.filter((declared) => getMethod(declared) !== 'GET')
  const operations = [
    ...writes.map(({ endpoint }) => endpoint),
    ...JOBS.map(({ kind }) => `job ${kind}`),
  ]
  process.stdout.write(`Points, of any operation or as <operation> > <point>:
${indented(FAULT_POINTS)}
  <verb> <table>, such as insert documents: after each statement of an operation
Operations (FAULT=*:note prints the points that are passed):
${indented(operations)}
`)
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n')
}
