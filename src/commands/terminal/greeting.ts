import type { FirstKeys } from './first-keys.ts'

export interface Greeting {
  url: string
  /** Where the first keys are kept. */
  keysPath: string
  /** Of the first start; null later, and where a log would keep them. */
  newKeys: FirstKeys | null
  /** For the three lines; null when it is not known or no longer opens anything. */
  testKey: string | null
  /** Null where the log goes to standard output. */
  logPath: string | null
}

/** The sample that the three lines make a deal of. */
const SAMPLE = 'one-advance'

/** What a start prints when the service is ready. */
export function greetingText({ url, keysPath, newKeys, testKey, logPath }: Greeting): string {
  const keys = newKeys
    ? [
        `  live key   ${newKeys.live_key}`,
        `  test key   ${newKeys.test_key}`,
        `             (kept in ${keysPath}, for you alone to read)`,
      ]
    : [`  keys       ${testKey ? 'kept' : 'when this copy made them:'} in ${keysPath}`]
  const log = logPath
    ? ['', `  Deals appear here; requests are logged in ${logPath}. Ctrl-C stops.`]
    : []
  return [
    '',
    `Assay is ready at ${url}   reference: ${url}/docs`,
    '',
    ...keys,
    '',
    '  A first scorecard, in three lines:',
    ...firstScorecard(url, testKey ?? '<test key>').map((line) => `  ${line}`),
    ...log,
    '',
    '',
  ].join('\n')
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
