// A tenant that sends requests as fast as it can, in a process of its own: `noise.ts <url> <key> <callers>`.
// Ends when its standard input does.
import { Agent, request } from 'undici'

const [url, key, callers] = process.argv.slice(2) as [string, string, string]
const dispatcher = new Agent({ connections: Number(callers), pipelining: 1 })
const headers = { authorization: `Bearer ${key}` }
const counts = { served: 0, refused: 0 }
const over = new AbortController()
process.stdin.on('end', () => over.abort()).resume()

await Promise.all(Array.from({ length: Number(callers) }, call))
process.stdout.write(JSON.stringify(counts))
await dispatcher.destroy()

async function call(): Promise<void> {
  while (!over.signal.aborted) {
    const { statusCode, body } = await request(url, { headers, dispatcher })
    await body.dump()
    if (statusCode === 200) counts.served += 1
    else counts.refused += 1
  }
}
