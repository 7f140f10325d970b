import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useTestHouse } from '../context.ts'
import { PACKAGES } from './packages.ts'

const FILE = `${import.meta.dirname}/../../fixtures/statements/card/new-year/statement.pdf`
const house = useTestHouse()

/** What each package printed, to be compared with the others. */
const printed = new Map<string, unknown>()

for (const { name, skip, run } of PACKAGES) {
  test(
    `the ${name} installs into an empty folder and underwrites a first deal there`,
    { skip },
    async () => {
      const url = await listen()
      const { testKey } = await house.tenant()
      const output = await run(FILE, { SERVICE_API_URL: url, SERVICE_API_KEY: testKey })
      const found = JSON.parse(output) as { metrics: Record<string, unknown>; revenue: number[] }
      assert.ok(Object.keys(found.metrics).length > 20, output)
      printed.set(name, found)
    },
  )
}

test('what the packages print of one deal is the same', (t) => {
  const [first, ...others] = printed.values()
  if (first === undefined) return t.skip('no package could be tried here')
  for (const other of others) assert.deepEqual(other, first)
})

async function listen(): Promise<string> {
  const { server } = house.app
  if (!server.listening) await house.app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
