import { relative } from 'node:path'

interface TestEvent {
  type: string
  data: { file?: string; nesting?: number; details?: { duration_ms?: number } }
}

/** A reporter of the test runner: a line for each test that stands by itself, `seconds,file`. */
// oxlint-disable-next-line import/no-default-export -- the test runner takes what a reporter exports by default
export default async function* reportSeconds(events: AsyncIterable<TestEvent>) {
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    if (data.nesting !== 0 || data.file === undefined) continue
    const seconds = (data.details?.duration_ms ?? 0) / 1000
    yield `${seconds.toFixed(3)},${relative(process.cwd(), data.file)}\n`
  }
}
