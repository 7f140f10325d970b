import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import type { GrayImage } from '../core/statements/scan/image/gray-image.ts'
import { readHocr } from '../core/statements/scan/hocr.ts'
import type { OcrEngine, OcrLine, OcrOptions } from '../core/statements/scan/ocr.ts'
import { SEGMENTATION, toPgm } from './pgm.ts'

/** The part of tesseract.js-core that is used; the package brings no types. */
interface Core {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => Api
}

interface Api {
  /** 0 when it went well. `1` selects the neural reader alone. */
  Init(path: null, language: string, mode: 1): number
  SetPageSegMode(mode: number): void
  SetVariable(name: string, value: string): boolean
  SetImageFile(exif: number, angle: number): void
  SetSourceResolution(dpi: number): void
  Recognize(progress: null): number
  GetHOCRText(page: number): string
  Clear(): void
}

const resolve = createRequire(import.meta.url).resolve
const CORE = 'tesseract.js-core/tesseract-core-relaxedsimd-lstm'
const LANGUAGE = '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'

/**
 * Tesseract compiled to WebAssembly, in this thread, from files of two packages: nothing is
 * installed on the machine, nothing is fetched. Throws when the packages are damaged.
 */
export async function createBuiltInOcr(): Promise<OcrEngine> {
  const { default: start } = (await import(`${CORE}.js`)) as {
    default: (options: { wasmBinary: Uint8Array }) => Promise<Core>
  }
  const core = await start({ wasmBinary: await readFile(resolve(`${CORE}.wasm`)) })
  core.FS.writeFile('eng.traineddata', gunzipSync(await readFile(resolve(LANGUAGE))))
  const api = new core.TessBaseAPI()
  if (api.Init(null, 'eng', 1) !== 0) throw new Error('The OCR engine does not take its language')
  return {
    name: `tesseract.js-core ${await readVersion()}`,
    recognize: async (image, options) => recognize(core, api, { image, options }),
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(resolve('tesseract.js-core/package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

function recognize(
  core: Core,
  api: Api,
  { image, options }: { image: GrayImage; options: OcrOptions },
): OcrLine[] {
  core.FS.writeFile('/input', toPgm(image))
  api.SetPageSegMode(SEGMENTATION[options.mode])
  api.SetVariable('tessedit_char_whitelist', options.alphabet ?? '')
  api.SetImageFile(1, 0)
  api.SetSourceResolution(options.dpi)
  api.Recognize(null)
  const lines = readHocr(api.GetHOCRText(0))
  api.Clear()
  return lines
}
