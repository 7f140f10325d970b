import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The sink, as its parent sees it. */
export interface Sink {
  url: string
  /** From now on: settles after so many responses. */
  expect(count: number): Promise<{ received: Promise<void> }>
  close(): void
}

export async function startSink(): Promise<Sink> {
  const child = fork(`${import.meta.dirname}/sink.ts`)
  const [port] = (await once(child, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    expect: async (count) => {
      child.send(count)
      await once(child, 'message')
      return { received: once(child, 'message').then(() => {}) }
    },
    close: () => child.disconnect(),
  }
}
