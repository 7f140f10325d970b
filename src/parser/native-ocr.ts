import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { readHocr } from '../core/statements/scan/hocr.ts'
import type { OcrEngine, OcrOptions } from '../core/statements/scan/ocr.ts'
import { SEGMENTATION, toPgm } from './pgm.ts'

/**
 * One page on a machine that is busy. The processor time of a page counts for its document, which
 * has 20 s more for each.
 */
const TIMEOUT_MS = 200_000

/** More threads on one page wait for each other: 45 times slower on two busy cores. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', OMP_THREAD_LIMIT: '1' }

/**
 * The machine's own tesseract, one process per page, which ends with it. Null when it does not
 * start or lacks the language.
 */
export async function findNativeOcr(command = 'tesseract'): Promise<OcrEngine | null> {
  const languages = await run(command, ['--list-langs'], new Uint8Array()).catch(() => '')
  if (!/^eng$/m.test(languages)) return null
  const version = await run(command, ['--version'], new Uint8Array()).catch(() => '')
  return {
    // tesseract 5.3.0
    name: /^tesseract v?[\d.]+\S*/.exec(version)?.[0] ?? 'tesseract',
    recognize: async (image, options) =>
      readHocr(await run(command, buildArguments(options), toPgm(image))),
  }
}

/** Everything through pipes: no file is written, and no word of a document is an argument. */
async function run(command: string, words: string[], input: Uint8Array): Promise<string> {
  const options = { env: ENVIRONMENT, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const
  const child = spawn(command, words, options)
  const ended = once(child, 'close')
  // A process that ends early leaves a broken pipe behind; how it ended says why.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (child.exitCode === 0) return output
  const how = child.signalCode ?? child.exitCode
  throw new Error(`${command} ended with ${how}: ${errors.slice(-500)}`)
}

function buildArguments({ mode, dpi, alphabet }: OcrOptions): string[] {
  const page = ['--psm', String(SEGMENTATION[mode]), '--dpi', String(Math.round(dpi))]
  const only = alphabet === undefined ? [] : ['-c', `tessedit_char_whitelist=${alphabet}`]
  const form = ['-c', 'tessedit_create_hocr=1']
  return ['stdin', 'stdout', '-l', 'eng', '--oem', '1', ...page, ...only, ...form]
}
