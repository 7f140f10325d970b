import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import type { GrayImage } from '../core/statements/scan/gray-image.ts'
import { readHocr } from '../core/statements/scan/hocr.ts'
import type { OcrEngine, OcrWish } from '../core/statements/scan/ocr.ts'
import { SEGMENTATION, toPgm } from './built-in-ocr.ts'

/** One page; a page that takes longer has no print that could be read. */
const TIMEOUT_MS = 20_000

/** More threads on one page wait for each other: 45 times slower on two busy cores. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', OMP_THREAD_LIMIT: '1' }

/** The machine's own tesseract, one process per page, which ends with it. */
export function createNativeOcr(command = 'tesseract'): OcrEngine {
  return {
    name: 'tesseract',
    recognize: async (image, wish) => readHocr(await run(command, image, wish)),
  }
}

/** Everything through pipes: no file is written, and no word of a document is an argument. */
async function run(command: string, image: GrayImage, wish: OcrWish): Promise<string> {
  const child = spawn(command, argumentsOf(wish), {
    env: ENVIRONMENT,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close')
  // A process that ends early leaves a broken pipe behind; how it ended says why.
  child.stdin.on('error', () => {})
  child.stdin.end(toPgm(image))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  if (child.exitCode === 0) return output
  throw new Error(
    `${command} ended with ${child.signalCode ?? child.exitCode}: ${errors.slice(-500)}`,
  )
}

function argumentsOf({ mode, dpi, alphabet }: OcrWish): string[] {
  const options = [
    '--oem',
    '1',
    '--psm',
    String(SEGMENTATION[mode]),
    '--dpi',
    String(Math.round(dpi)),
  ]
  const only = alphabet === undefined ? [] : ['-c', `tessedit_char_whitelist=${alphabet}`]
  return ['stdin', 'stdout', '-l', 'eng', ...options, ...only, '-c', 'tessedit_create_hocr=1']
}
