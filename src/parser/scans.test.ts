import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { drawStatement, openReader, pdf, statementPicture } from '../../test/scans.ts'
import type { PdfReader } from '../core/statements/pdf/pdfium.ts'
import { pictureSoftware } from '../core/statements/authenticity/evidence/picture-software.ts'
import { readStatement } from '../core/statements/read-statement.ts'
import { IMAGE_TYPES } from '../core/statements/formats/image-types.ts'
import { MAX_SCANNED_PAGES } from '../core/statements/pdf/page-limits.ts'
import type { Reading, ReadingHints } from '../core/statements/statement.ts'
import { createImageReader } from './images.ts'
import { findNativeOcr } from './native-ocr.ts'
import { createScanTools } from './scan-tools.ts'

const ROWS = ['2025-01-05 7500', '2025-01-09 -2500']

/** The file with another size in its header: what is refused is not unpacked. */
function sizedPng(png: Buffer, [width, height]: [number, number]): Buffer {
  const sized = Buffer.from(png)
  sized.writeUInt32BE(width, 16)
  sized.writeUInt32BE(height, 20)
  sized.writeUInt32BE(crc32(sized.subarray(12, 29)), 29)
  return sized
}

function sizedJpeg(jpeg: Buffer, [width, height]: [number, number]): Buffer {
  const sized = Buffer.from(jpeg)
  const frame = Math.max(sized.indexOf('ffc0', 'hex'), sized.indexOf('ffc2', 'hex'))
  sized.writeUInt16BE(height, frame + 5)
  sized.writeUInt16BE(width, frame + 7)
  return sized
}

function listRows({ statements }: Reading): string[] {
  return statements.flatMap(({ rows }) => rows.map(({ date, amount }) => `${date} ${amount}`))
}

describe('scans and photos', () => {
  let reader: PdfReader
  /** The statement as a picture at 200 dpi. */
  let png: Buffer

  before(async () => {
    reader = await openReader()
    png = await statementPicture(reader)
  })

  function read(bytes: Uint8Array, hints: Partial<ReadingHints> = {}): Promise<Reading> {
    const tools = { pdf: reader, scan: createScanTools(() => {}) }
    return readStatement(bytes, { filename: 'scan', currency: 'USD', ...hints }, tools)
  }

  test('a statement is read from an image to the cent, with places on the page', async () => {
    const scanned = sharp(png).withMetadata({ density: 200 })
    for (const [format, image] of Object.entries({ png: scanned, tiff: scanned.clone().tiff() })) {
      const reading = await read(await image.toBuffer())
      assert.deepEqual([reading.facts.format, reading.failure], [format, null])
      assert.deepEqual(listRows(reading), ROWS, format)
      assert.equal(reading.statements[0]!.reconciliation.status, 'reconciled', format)
      assert.match(reading.facts.ocrEngine ?? '', /^tesseract\.js-core \d+\.\d+\.\d+$/)
      const [x0, y0, x1, y1] = reading.statements[0]!.rows[0]!.box!
      assert.ok(x0 > 50 && x0 < 70 && x1 < 500 && y0 > 190 && y1 < 220, `${x0} ${y0} ${x1} ${y1}`)
    }
  })

  test('of a TIFF every page is read', async () => {
    const { data, info } = await sharp(png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const { width, height } = info
    const both = Buffer.concat([data, Buffer.alloc(data.length, 255)])
    const raw = { width, height: 2 * height, channels: 3 as const, pageHeight: height }
    const image = sharp(both, { raw }).withMetadata({ density: 200 })
    const tiff = await image.tiff({ compression: 'none' }).toBuffer()
    const whole = await read(tiff)
    assert.deepEqual([whole.facts.pageCount, whole.facts.scannedPagesCount], [2, 2])
    assert.deepEqual([listRows(whole), whole.problems], [ROWS, []])
  })

  test('every format of images gives the same page', async () => {
    for (const image of [sharp(png), sharp(png).jpeg(), sharp(png).webp(), sharp(png).tiff()]) {
      const bytes = await image.withMetadata({ density: 200 }).toBuffer()
      assert.equal(IMAGE_TYPES.filter(({ is }) => is(bytes)).length, 1)
      const { file } = await createImageReader().open(bytes)
      const page = await file!.page(0, 200)
      assert.ok(page!.image.data.includes(255) && page!.image.data.some((shade) => shade < 64))
      assert.ok(page!.image.width > page!.image.height)
    }
  })

  test('a page that lies askew, on its side or on its head is read all the same', async () => {
    for (const degrees of [91.4, 180]) {
      const turned = await sharp(png)
        .withMetadata()
        .rotate(degrees, { background: '#fff' })
        .png()
        .toBuffer()
      const reading = await read(turned)
      assert.deepEqual(listRows(reading), ROWS, `turned by ${degrees}`)
    }
  })

  test('of a PDF only the pages without text are read from their image', async () => {
    const mixed = await pdf((doc) => {
      drawStatement(doc)
      doc.addPage().image(png, 0, 0, { width: 612 })
    })
    const reading = await read(mixed)
    assert.deepEqual([reading.facts.hasTextLayer, reading.facts.scannedPagesCount], [true, 1])
    assert.deepEqual(listRows(reading).length, 4)
    const never = await read(mixed, { ocr: 'never' })
    assert.equal(never.facts.scannedPagesCount, 0)
    assert.deepEqual(
      never.problems.map(({ code }) => code),
      ['page_without_text'],
    )
    const always = await read(mixed, { ocr: 'always', pages: { start: 1, end: 1 } })
    assert.deepEqual([always.facts.scannedPagesCount, listRows(always)], [1, ROWS])
  })

  test('an image cut short, one of too many pixels and one without print have codes of their own', async () => {
    const wide = {
      create: { width: 20_001, height: 5_000, channels: 3, background: '#fff' },
    } as const
    const huge = await sharp(wide).png().toBuffer()
    const white = await sharp({ create: { ...wide.create, width: 600, height: 800 } })
      .png()
      .toBuffer()
    const codes = []
    for (const bytes of [png.subarray(0, 5000), huge, white])
      codes.push((await read(bytes)).failure?.code)
    assert.deepEqual(codes, ['corrupt_file', 'image_too_large', 'no_text'])
  })

  test('an image that must be unpacked whole is refused from the size at which it fills the memory', async () => {
    const dot = { create: { width: 8, height: 8, channels: 3, background: '#fff' } } as const
    const interlaced = await sharp(dot).png({ progressive: true }).toBuffer()
    const plain = await sharp(dot).png().toBuffer()
    const readFailure = async (bytes: Buffer): Promise<string | null> =>
      (await createImageReader().open(bytes)).failure
    assert.equal(await readFailure(sizedPng(interlaced, [9_000, 8_000])), 'image_too_large')
    assert.equal(await readFailure(sizedPng(plain, [9_000, 8_000])), null)
    assert.equal(await readFailure(sizedPng(interlaced, [9_000, 7_000])), null)
  })

  test('a picture in a PDF that is too large to be unpacked is refused, and costs its page alone', async () => {
    const dot = { create: { width: 8, height: 8, channels: 3, background: '#fff' } } as const
    const baseline = sizedJpeg(await sharp(dot).jpeg().toBuffer(), [10_000, 9_000])
    const built = sizedJpeg(await sharp(dot).jpeg({ progressive: true }).toBuffer(), [6_000, 5_000])
    for (const jpeg of [baseline, built]) {
      const one = await pdf((doc) => doc.image(jpeg, 0, 0, { width: 612 }))
      assert.equal((await read(one)).failure?.code, 'image_too_large')
    }
    const mixed = await pdf((doc) => {
      drawStatement(doc)
      doc.addPage().image(baseline, 0, 0, { width: 612 })
    })
    const { problems, ...reading } = await read(mixed)
    assert.deepEqual(listRows({ problems, ...reading }), ROWS)
    assert.deepEqual(
      problems.map(({ code, where }) => [code, where]),
      [['unreadable_page', 'page 2']],
    )
  })

  test('a file of too many scanned pages is refused before one is read', async () => {
    const dot = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
      .png()
      .toBuffer()
    const many = await pdf((doc) => {
      doc.image(dot, 0, 0)
      for (let count = 0; count < MAX_SCANNED_PAGES; count += 1) doc.addPage().image(dot, 0, 0)
    })
    assert.equal((await read(many)).failure?.code, 'scanned_page_limit_exceeded')
  })

  test('a photo taken sideways is turned as its camera says', async () => {
    const photo = await sharp(png).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { file } = await createImageReader().open(photo)
    const page = await file!.page(0, 200)
    assert.ok(page!.image.width > page!.image.height)
    assert.deepEqual(listRows(await read(photo)), ROWS)
  })
})

describe('the native engine', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-ocr-'))
  after(() => rmSync(folder, { recursive: true }))

  function command(script: string): string {
    const file = join(folder, `tesseract-${Math.random()}`)
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
    return file
  }

  test('is taken when it has the language, and is given the page on its input alone', async () => {
    const hocr = `<span class='ocr_line' title='bbox 0 0 9 9; baseline 0 0; x_size 9'><span class='ocrx_word' title='bbox 0 0 9 9; x_wconf 80'>`
    const engine = await findNativeOcr(
      command(
        `[ "$1" = --list-langs ] && { echo eng; exit; }
         [ "$1" = --version ] && { echo 'tesseract 5.3.0'; exit; }
         echo "${hocr}$OMP_THREAD_LIMIT $* $(wc -c)</span>"`,
      ),
    )
    const image = { width: 3, height: 2, data: new Uint8Array(6) }
    const options = { mode: 'line' as const, dpi: 200, alphabet: '0123' }
    const [line] = await engine!.recognize(image, options)
    const text = line!.words[0]!.text
    assert.equal(engine!.name, 'tesseract 5.3.0')
    assert.match(
      text,
      /^1 stdin stdout -l eng --oem 1 --psm 7 --dpi 200 -c tessedit_char_whitelist=0123 /,
    )
    assert.match(text, / 17$/)
  })

  test('is none when it does not start, or reads another language', async () => {
    assert.equal(await findNativeOcr('/no/such/command'), null)
    assert.equal(await findNativeOcr(command('echo deu')), null)
  })

  test('that fails on a page says so', async () => {
    const engine = await findNativeOcr(
      command('[ "$1" = --list-langs ] && { echo eng; exit; }; exit 3'),
    )
    const image = { width: 1, height: 1, data: new Uint8Array(1) }
    await assert.rejects(engine!.recognize(image, { mode: 'page', dpi: 200 }), /ended with 3/)
  })
})

test('a picture names the program that saved it, in every format that keeps its name', async () => {
  const Software = 'Adobe Photoshop 25.0'
  const blank = sharp({ create: { width: 32, height: 32, channels: 3, background: '#fff' } })
  const tagged = blank.clone().withExif({ IFD0: { Make: 'Example', Software } })
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const bytes = await tagged.clone().toFormat(format).toBuffer()
    assert.deepEqual(pictureSoftware(bytes), [Software], format)
  }
  assert.deepEqual(pictureSoftware(await blank.clone().jpeg().toBuffer()), [])
})
