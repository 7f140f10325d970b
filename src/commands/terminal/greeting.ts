import type { FirstKeys } from '../../resources/tenants/first-keys.ts'

export interface Greeting {
  url: string
  /** Where the first keys are kept. */
  keysPath: string
  /** Of a first start. */
  newKeys: FirstKeys | null
  /** Keys are not printed in production, where many read what a process prints. */
  isProduction: boolean
  /** For the three lines; null when it is not known or no longer opens anything. */
  testKey: string | null
  /** Null where the log goes to standard output. */
  logPath: string | null
  /** With which the first owner is made; null when there is one, or the link is old. */
  setupLink: string | null
}

/** The sample that the three lines make a deal of. */
const SAMPLE = 'one-advance'

/** What a start prints when the service is ready. */
export function greetingText(greeting: Greeting): string {
  const { url, testKey, logPath } = greeting
  const log = logPath
    ? ['', `  Deals appear here; requests are logged in ${logPath}. Ctrl-C stops.`]
    : []
  return [
    '',
    `Assay is ready at ${url}   reference: ${url}/docs`,
    '',
    ...keyLines(greeting),
    ...setupLines(greeting),
    '',
    '  A first scorecard, in three lines:',
    ...firstScorecard(url, testKey ?? '<test key>').map((line) => `  ${line}`),
    ...log,
    '',
    '',
  ].join('\n')
}

function keyLines({ newKeys, keysPath, isProduction, testKey }: Greeting): string[] {
  if (newKeys === null) {
    const where = testKey ? 'kept' : 'when this copy made them:'
    return [`  keys       ${where} in ${keysPath}`]
  }
  if (isProduction) return [`  keys       made, in ${keysPath}, which its owner alone can read`]
  return [
    `  live key   ${newKeys.live_key}`,
    `  test key   ${newKeys.test_key}`,
    `             (kept in ${keysPath}, for you alone to read)`,
  ]
}

/** What opens the copy to whoever has it is printed like a key: not in production. */
function setupLines({ setupLink, isProduction }: Greeting): string[] {
  if (setupLink === null) return []
  const where = isProduction ? 'npm run assay -- setup-link   prints the link for it' : setupLink
  return ['', '  To sign in with a password, make the owner, within a day:', `  ${where}`]
}

/** Shell lines that work in any folder, without files of this repository. */
export function firstScorecard(url: string, key: string): string[] {
  const header = '-H "X-Api-Key: $KEY"'
  const deal = `-H 'Content-Type: application/json' -d '{"sample":"${SAMPLE}"}'`
  return [
    `KEY=${key.startsWith('<') ? `'${key}'` : key}`,
    `ID=$(curl -s ${url}/v1/sandbox/deals ${header} ${deal} | cut -d'"' -f6)`,
    `curl -s "${url}/v1/submissions/$ID/scorecard?wait=25&format=text" ${header}`,
  ]
}
