// `npm run tour`: a new copy of the service, from its setup link to a decided deal, in a real browser, with a
// picture of each screen in docs/tour. The browser is the program of CHROMIUM_PATH, or one of the search path.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { findChromium, openChromium } from '../test/browser/chromium.ts'
import { makeServiceCopy, type ServiceCopy } from './service-process.ts'
import type { Call } from '../test/browser/demo-desk.ts'
import { STOPS } from './tour/stops.ts'

const FOLDER = `${import.meta.dirname}/../docs/tour`
const SIZE = { width: 1280, height: 860 }

const program = findChromium()
if (program === null) {
  console.error('There is no chromium on the search path; CHROMIUM_PATH may name one.')
  process.exitCode = 2
} else {
  await tour(program)
}

async function tour(executablePath: string): Promise<void> {
  const copy = await makeServiceCopy({ LOG_LEVEL: 'info' })
  const browser = await openChromium(executablePath)
  try {
    const service = await copy.start()
    const page = await browser.newPage({ baseURL: copy.url, viewport: SIZE })
    page.setDefaultTimeout(90_000)
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(FOLDER, { recursive: true })
    await page.goto(findLink(service.output()))
    const startedAt = performance.now()
    for (const [index, { shows, visit }] of STOPS.entries()) {
      await visit(page, callWith(copy))
      await page.screenshot({ path: `${FOLDER}/${toFile(index)}` })
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      console.log(`${String(seconds).padStart(4)} s  ${shows}`)
    }
    writeFileSync(`${FOLDER}/README.md`, describeTour())
  } finally {
    await browser.close()
    await copy.remove()
  }
}

/** The API with the test key of the copy, for what is there before somebody sits down. */
function callWith(copy: ServiceCopy): Call {
  return async (method, url, body) => {
    const response = await fetch(`${copy.url}${url}`, {
      method: method.toUpperCase(),
      headers: { authorization: `Bearer ${copy.readKey()}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${url}: ${await response.text()}`)
    return ((await response.json()) as { data: unknown }).data
  }
}

/** `03-overview.png` */
function toFile(index: number): string {
  return `${String(index + 1).padStart(2, '0')}-${STOPS[index]!.name}.png`
}

function findLink(output: string): string {
  const [link] = /http\S+\/setup\S*/.exec(output) ?? []
  if (link === undefined) throw new Error(`No link was printed:\n${output}`)
  return link
}

function describeTour(): string {
  const pictures = STOPS.map(
    ({ name, shows }, index) => `${shows}\n\n![${name}](${toFile(index)})\n`,
  )
  const head = 'From the setup link to a decided deal, on a new copy. Made by `npm run tour`.\n'
  return ['# A deal, screen by screen\n', head, ...pictures].join('\n')
}
