import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { scanPages } from '../../../../../../bench/scans.ts'
import { patchedJpeg, type PatchQualities } from '../../../../../../fixtures/patched.ts'
import { drawStatement, openReader, pdf } from '../../../../../../test/scans.ts'
import { createScanTools } from '../../../../../parser/scan-tools.ts'
import type { PdfReader } from '../../../pdf/pdfium.ts'
import { readStatement } from '../../../read-statement.ts'
import { cropped, type GrayImage } from '../../../scan/image/gray-image.ts'
import type { Signal } from '../../signal.ts'

const FIXTURES = fileURLToPath(new URL('../../../../../../fixtures/statements', import.meta.url))
const WEAR = { name: 'scanner', dpi: 200, skew: 0, noise: 1.5, jpegQuality: 90 }
/** Of the page on paper; the part is off the grid of the page. */
const WIDTH = 612
const PART = { x0: 803, y0: 405, x1: 1513, y1: 520 }

describe('a scanned page of which a part', () => {
  let reader: PdfReader
  let page: GrayImage

  before(async () => {
    reader = await openReader()
    const file = readFileSync(`${FIXTURES}/signed-ledger/funded/statement.pdf`)
    const [whole] = scanPages(reader, file, WEAR)
    page = cropped(whole!, { x0: 0, x1: whole!.width, y0: 400, y1: 1050 })
  })

  /** The ghosts of the page behind one of text, so that no page is read from its image. */
  async function ghosts(qualities: PatchQualities): Promise<Signal[]> {
    const jpeg = await patchedJpeg(page, PART, qualities)
    const bytes = await pdf((doc) => {
      drawStatement(doc)
      const size: [number, number] = [WIDTH, (page.height * WIDTH) / page.width]
      doc.addPage({ size, margin: 0 }).image(jpeg, 0, 0, { width: WIDTH })
    })
    const tools = { pdf: reader, scan: createScanTools(() => {}) }
    const { signals } = await readStatement(bytes, { filename: 'a.pdf', ocr: 'never' }, tools)
    return signals.filter(({ code }) => code === 'jpeg_ghost')
  }

  test('was added after its compression is found, with its place', async () => {
    for (const qualities of [
      { page: 75, part: null, saved: 92 },
      { page: 61, part: 90, saved: 85 },
    ]) {
      const found = await ghosts(qualities)
      assert.ok(found.length > 0, JSON.stringify(qualities))
      const points = WIDTH / page.width
      for (const { page: number, box } of found) {
        assert.equal(number, 2)
        const [x0, y0, x1, y1] = box!.map((point) => point / points) as [
          number,
          number,
          number,
          number,
        ]
        const isInside =
          x0 > PART.x0 - 40 && y0 > PART.y0 - 40 && x1 < PART.x1 + 40 && y1 < PART.y1 + 40
        assert.ok(isInside, String([x0, y0, x1, y1]))
      }
    }
  })

  test('is as the rest has no signal, however often it was compressed', async () => {
    const honest = [
      { page: null, part: null, saved: 75 },
      { page: 75, part: 75, saved: 92 },
      { page: 59, part: 59, saved: 95 },
    ]
    for (const qualities of honest) {
      assert.deepEqual(await ghosts(qualities), [], JSON.stringify(qualities))
    }
  })
})
