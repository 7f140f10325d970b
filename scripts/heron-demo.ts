// `npm run heron-demo -- folder`: an account of Heron is imported into a copy of the service that is
// thrown away. The import is killed in the middle and started again; the report is opened in a real browser
// and looked at, in light and dark, wide and narrow. The folder keeps the report and its pictures.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importHeron } from '../clients/typescript/src/migrate/heron/command.ts'
import { findChromium, openChromium } from '../test/browser/chromium.ts'
import { findFaults, LOOKS } from '../test/browser/accessibility.ts'
import { startFakeHeron } from '../test/fakes/heron.ts'
import { demoAccount } from '../test/fakes/heron/accounts.ts'
import { makeServiceCopy } from './service-process.ts'

const [, script, folder = 'heron-demo', part] = process.argv
if (part === 'import') {
  const print = (line: string): void => console.log(`  ${line}`)
  const args = ['--url', process.env.HERON_URL!, '--state', join(folder, 'import')]
  const around = { environment: process.env, print, printError: print }
  process.exitCode = await importHeron(args, around)
} else await show(resolve(folder))

async function show(own: string): Promise<void> {
  // The notes of an earlier demo are of a copy that is gone.
  rmSync(join(own, 'import'), { recursive: true, force: true })
  mkdirSync(own, { recursive: true })
  const account = demoAccount()
  const heron = await startFakeHeron([account])
  const copy = await makeServiceCopy({ RATE_LIMIT_PER_SECOND: '0' })
  try {
    await copy.start()
    const environment = {
      HERON_URL: heron.url,
      HERON_API_KEY: account.key,
      SERVICE_API_URL: copy.url,
      SERVICE_API_KEY: copy.readKey(),
    }
    console.log('First run, which is killed when the first rows are here:')
    console.log(`  ended by ${await runImport(own, environment, true)}`)
    console.log('Second run, which goes on:')
    console.log(`  exit code ${await runImport(own, environment, false)}`)
    await look(own)
  } finally {
    await copy.remove()
    await heron.close()
  }
}

/** In a process of its own, which can be killed. */
async function runImport(
  own: string,
  environment: Record<string, string>,
  isKilled: boolean,
): Promise<string> {
  const child = spawn(process.execPath, [script!, own, 'import'], {
    env: { ...process.env, ...environment },
    stdio: 'inherit',
  })
  const ended = new Promise<string>((done) => {
    child.on('exit', (code, signal) => done(signal ?? String(code)))
  })
  if (isKilled) {
    while (child.exitCode === null && !hasRows(own)) await sleep(5)
    child.kill('SIGKILL')
  }
  return ended
}

function hasRows(own: string): boolean {
  try {
    return readFileSync(join(own, 'import', 'transactions.jsonl'), 'utf8') !== ''
  } catch {
    return false
  }
}

async function look(own: string): Promise<void> {
  const report = join(own, 'import', 'report.html')
  const program = findChromium()
  if (program === null) return console.log(`There is no chromium; the report is ${report}.`)
  const browser = await openChromium(program)
  try {
    for (const { name, width, height, colorScheme } of LOOKS) {
      const page = await browser.newPage({ viewport: { width, height }, colorScheme })
      await page.goto(pathToFileURL(report).href)
      const faults = await findFaults(page)
      await page.screenshot({ path: join(own, `report-${name}.png`), fullPage: true })
      console.log(`  ${name}: ${faults.length === 0 ? 'no faults' : faults.join('\n    ')}`)
      await page.close()
    }
  } finally {
    await browser.close()
  }
  console.log(`Report and pictures: ${own}`)
}
