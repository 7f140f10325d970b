import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PrintLine } from '../pdf/lines.ts'
import { readTables } from '../table/read-tables.ts'
import { groupLines } from '../pdf/lines.ts'
import { amountForms, bareForms } from './proof/amount-forms.ts'
import { doubtfulWords } from './proof/doubtful-words.ts'
import { rotated, turned, type GrayImage } from './image/gray-image.ts'
import { readHocr } from './hocr.ts'
import type { OcrEngine, OcrLine, OcrWord } from './ocr.ts'
import { toDisplayed } from './uprighting.ts'
import { printScan, type PrintedPage, type ScanTools } from './printed-page.ts'
import { proveScans } from './proof/prove.ts'
import { proveInOtherWays } from './proof/read-again.ts'
import { findSkew, isSideways } from './image/skew.ts'
import { buildScanWords } from './scan-words.ts'

const DPI = 200

/** Dark bars where lines of print would be. */
function lined(width = 800, height = 600): GrayImage {
  const data = new Uint8Array(width * height).fill(255)
  for (let top = 60; top < height - 60; top += 40) {
    for (let x = 80; x < width - 80; x += 1) {
      if (x % 60 > 48) continue
      for (let y = top; y < top + 14; y += 1) data[y * width + x] = 0
    }
  }
  return { width, height, data }
}

test('print that lies askew is found to lie so, to a twentieth of a degree', () => {
  for (const degrees of [-3, -0.7, 0.5, 2.2]) {
    const skew = findSkew(rotated(lined(), degrees))
    assert.ok(Math.abs(skew + degrees) <= 0.1, `${degrees} is straightened by ${skew}`)
  }
  assert.equal(findSkew(lined()), 0)
})

test('text that runs up the page is distinguished from text that runs across it', () => {
  assert.equal(isSideways(lined()), false)
  assert.equal(isSideways(turned(lined(), 90)), true)
})

test('a place on the upright page is found again on the page as displayed', () => {
  const upright = { skew: 0, width: 600, height: 800 }
  const box: [number, number, number, number] = [10, 20, 110, 40]
  assert.deepEqual(toDisplayed(box, { ...upright, turn: 0 }), box)
  assert.deepEqual(toDisplayed(box, { ...upright, turn: 180 }), [490, 760, 590, 780])
  // The displayed page is 800 wide and 600 high; a quarter clockwise made it upright.
  assert.deepEqual(toDisplayed(box, { ...upright, turn: 90 }), [20, 490, 40, 590])
  assert.deepEqual(toDisplayed(box, { ...upright, turn: 270 }), [760, 10, 780, 110])
})

test('lines, words, places and confidences are taken from hOCR', () => {
  const [line, ...others] = readHocr(`
    <span class='ocr_line' id='l1' title="bbox 10 20 110 50; baseline 0 -6; x_size 30; x_descenders 6">
      <span class='ocrx_word' id='w1' title='bbox 10 20 60 44; x_wconf 91'>R&amp;D</span>
      <span class='ocrx_word' id='w2' title='bbox 70 20 110 44; x_wconf 40'><strong>1.00</strong></span>
    </span>
    <span class='ocr_line' id='l2' title="bbox 0 90 9 99"></span>`)
  assert.deepEqual(others, [])
  assert.equal(line!.baseline, 44)
  assert.deepEqual(
    line!.words.map(({ text, confidence, x1 }) => [text, confidence, x1]),
    [
      ['R&D', 91, 60],
      ['1.00', 40, 110],
    ],
  )
})

test('rules and dirt are no words, and a number broken in two is one', () => {
  const words = buildScanWords(
    [
      ocrLine(100, [
        ['|', 10],
        ['1,', 100],
        ['234.56', 122],
        ['—', 400],
      ]),
    ],
    DPI,
  )
  assert.deepEqual(
    words.map(({ text }) => text),
    ['1,234.56', '—'].slice(0, words.length),
  )
  assert.equal(words[0]!.text, '1,234.56')
})

test('a number with one mark for groups and decimals gets both, a small A is a caret', () => {
  const line = ocrLine(100, [
    ['2016', 60],
    ['A', 160],
    ['68.46', 300],
    ['35.019.13', 500],
  ])
  line.words[1]!.y0 = 88
  const texts = buildScanWords([line], DPI).map(({ text }) => text)
  assert.deepEqual(texts, ['2016', '68.46', '35,019.13'])
})

test('letters and marks become digits and marks, a digit never another digit', () => {
  assert.deepEqual(amountForms('l,2O4.S6', 'point').at(-1), '1204.56')
  assert.deepEqual(amountForms('177.84-', 'comma'), ['177,84-'])
  assert.ok(amountForms('S1,250.00', 'point').includes('$1250.00'))
  assert.deepEqual(amountForms('123.45', 'point'), ['123.45'])
  assert.deepEqual(amountForms('STORE', 'point'), [])
})

test('of a group of four digits one is too many, and each may be it', () => {
  const forms = amountForms('-$1,5681.92', 'point')
  assert.ok(forms.includes('-$1581.92') && forms.includes('-$1681.92'))
  assert.ok(!forms.includes('-$15681.92'))
})

test('digits without their mark may be an amount, and an amount is nothing else', () => {
  assert.deepEqual(bareForms('312766', 'point'), ['3127.66'])
  assert.deepEqual(bareForms('4.33747', 'comma'), ['4337,47'])
  for (const text of ['3,127.66', '12', 'A12345']) assert.deepEqual(bareForms(text, 'point'), [])
})

const WIDTH = 20

function ocrLine(baseline: number, words: [string, number][]): OcrLine {
  const placed = words.map(([text, x0]): OcrWord => {
    const x1 = x0 + WIDTH * text.length
    return { text, confidence: 90, x0, x1, y0: baseline - 22, y1: baseline }
  })
  return { words: placed, baseline, fontHeight: 30, descent: 6 }
}

/** A page of a statement whose second amount is printed 25.00 and read as `amount`. */
function statementLines(amount: string): OcrLine[] {
  const row = (at: number, cells: string[]): OcrLine => {
    const ends = [240, 900, 1250, 1550]
    return ocrLine(
      at,
      cells.map((text, index) => [text, ends[index]! - WIDTH * text.length]),
    )
  }
  return [
    ocrLine(100, [
      ['Statement', 100],
      ['period', 320],
      ['01/01/2025', 480],
      ['-', 700],
      ['01/31/2025', 740],
    ]),
    ocrLine(160, [
      ['Beginning', 100],
      ['balance', 320],
      ['$100.00', 700],
    ]),
    ocrLine(220, [
      ['Ending', 100],
      ['balance', 320],
      ['$150.00', 700],
    ]),
    row(300, ['Date', 'Description', 'Amount', 'Balance']),
    row(360, ['01/05', 'Deposit', '75.00', '175.00']),
    row(420, ['01/09', 'Purchase', amount, '150.00']),
  ]
}

/**
 * An engine that reads the page as given, and says of every part it looks at again what is given.
 */
async function proven(amount: string, again: (pixels: number) => string) {
  const engine: OcrEngine = {
    name: 'given',
    recognize: async ({ width }, { mode }) =>
      mode === 'page' ? statementLines(amount) : [ocrLine(30, [[again(width), 5]])],
  }
  const tools: ScanTools = {
    images: {
      open: async () => ({ file: null, failure: 'corrupt_file' }),
      stored: async () => null,
    },
    ocr: async () => engine,
  }
  const page = await printScan(1, async () => ({ image: lined(1700, 800), dpi: DPI }), tools)
  const read = (lines: readonly PrintLine[]) => readTables(lines, { filename: 'a' }, null)
  return proveScans([page as PrintedPage], read, tools)
}

test('a misread digit is put right when a closer look says so and the balances prove it', async () => {
  const { statements, repairs } = await proven('-26.00', () => '-25.00')
  assert.deepEqual(
    repairs.map(({ word, text }) => [word.text, text]),
    [['-26.00', '-25.00']],
  )
  assert.equal(statements[0]!.reconciliation.status, 'reconciled')
})

test('a figure that the closer look shows as it was read stays, however much it is off', async () => {
  const { statements, repairs } = await proven('-26.00', () => '-26.00')
  assert.deepEqual(repairs, [])
  assert.equal(statements[0]!.reconciliation.status, 'unreconciled')
})

test('a closer look that the balances do not prove changes nothing', async () => {
  const { statements, repairs } = await proven('-26.00', () => '-28.00')
  assert.deepEqual(repairs, [])
  assert.equal(statements[0]!.rows[1]!.amount, -2600)
})

test('an amount read with letters in it is taken for what the balances prove', async () => {
  const { statements, repairs } = await proven('-2S.0O', () => '')
  assert.deepEqual(
    repairs.map(({ text }) => text),
    ['-25.00'],
  )
  assert.equal(statements[0]!.reconciliation.status, 'reconciled')
})

/** What comes of a page that reads so at the first resolution and so at the second. */
async function provenAgain(first: string, second: string, other?: string) {
  const engine = (name: string, read: (dpi: number) => string): OcrEngine => ({
    name,
    recognize: async (_, { mode, dpi }) => (mode === 'page' ? statementLines(read(dpi)) : []),
  })
  const tools: ScanTools = {
    images: {
      open: async () => ({ file: null, failure: 'corrupt_file' }),
      stored: async () => null,
    },
    ocr: async () => engine('first', (dpi) => (dpi === DPI ? first : second)),
    otherOcr: async () => (other === undefined ? null : engine('other', () => other)),
  }
  // The same size at both resolutions, so that the lines stand where they did.
  const page = await printScan(1, async (dpi) => ({ image: lined(1700, 800), dpi }), tools)
  const read = (lines: readonly PrintLine[]) => readTables(lines, { filename: 'a' }, null)
  const { pages, statements } = await proveInOtherWays([page!], read, tools)
  const { rows, reconciliation } = statements[0]!
  return [rows.at(-1)!.amount, reconciliation.status, pages[0]!.scan!.engine]
}

test('a page whose figures prove nothing is read at a second resolution, then by another engine', async () => {
  assert.deepEqual(await provenAgain('-26.00', '-25.00', '-99.00'), [-2500, 'reconciled', 'first'])
  assert.deepEqual(await provenAgain('-26.00', '-27.00', '-25.00'), [-2500, 'reconciled', 'other'])
})

test('a reading that proves no more than the first is not taken', async () => {
  assert.deepEqual(await provenAgain('-26.00', '-27.00', '-28.00'), [
    -2600,
    'unreconciled',
    'first',
  ])
})

/** Words with these confidences, the others with enough. */
function withConfidence(print: readonly OcrLine[], confidences: Record<string, number>): OcrLine[] {
  const confidence = ({ text }: OcrWord): number => confidences[text] ?? 95
  return print.map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, confidence: confidence(word) })),
  }))
}

interface Doubting {
  print?: readonly OcrLine[]
  /** What a closer look reads for a word, at the first and at the second enlargement. */
  closer?: Record<string, [OcrWord, OcrWord]>
}

/** What is said of a page whose words the engine is sure of, but for those of these texts. */
async function listDoubts(
  confidences: Record<string, number>,
  { print = statementLines('-25.00'), closer = {} }: Doubting = {},
): Promise<string[]> {
  const words = buildScanWords(withConfidence(print, confidences), DPI)
  const image = async () => lined(1700, 800)
  const page = { number: 1, lines: groupLines(words, 1), scan: { words, image, dpi: DPI } }
  const statements = readTables(page.lines, { filename: 'a' }, null)
  const looks = words
    .filter(({ text }) => text in confidences)
    .flatMap(({ text }) => closer[text] ?? [])
  const engine: OcrEngine = {
    name: 'closer',
    recognize: async () => {
      const word = looks.shift()
      return word ? [{ words: [word], baseline: 20, fontHeight: 24, descent: 4 }] : []
    },
  }
  const scans = [page as unknown as PrintedPage]
  const problems = await doubtfulWords(scans, statements, { ocr: async () => engine })
  return problems.map(({ message }) => message)
}

function seen(text: string, confidence: number): OcrWord {
  return { text, confidence, x0: 0, y0: 0, x1: 20 * text.length, y1: 24 }
}

/** The statement with decimal commas. */
function foreignLines(): OcrLine[] {
  return statementLines('-25,00').map((line) => ({
    ...line,
    words: line.words.map((word) => ({ ...word, text: word.text.replace(/\.(?=\d\d$)/, ',') })),
  }))
}

test('a word of a row with low confidence is reported with its row', async () => {
  assert.deepEqual(await listDoubts({ Purchase: 89 }), ['Words of row 2 may be misread: Purchase.'])
  assert.deepEqual(await listDoubts({ Deposit: 60, Purchase: 40 }), [
    'Words of rows 1, 2 may be misread: Deposit, Purchase.',
  ])
})

test('a word that every enlargement reads alike with confidence is no doubtful word', async () => {
  const closer: Doubting['closer'] = { Purchase: [seen('Purchase', 96), seen('Purchase', 94)] }
  assert.deepEqual(await listDoubts({ Purchase: 60 }, { closer }), [])
})

test('a word stays doubtful where one enlargement differs from the page or is unsure', async () => {
  const doubt = ['Words of row 2 may be misread: Purchase.']
  for (const second of [seen('Purchose', 96), seen('Purchase', 91), seen('', 96)]) {
    const closer: Doubting['closer'] = { Purchase: [seen('Purchase', 96), second] }
    assert.deepEqual(await listDoubts({ Purchase: 88 }, { closer }), doubt)
  }
})

test('no closer look confirms a word that may have lost a space', async () => {
  const closer: Doubting['closer'] = { Purchase: [seen('Purchase', 96), seen('Purchase', 96)] }
  assert.deepEqual(await listDoubts({ Purchase: 50 }, { closer }), [
    'Words of row 2 may be misread: Purchase.',
  ])
})

test('no closer look confirms a word of a language that the engine does not read', async () => {
  const closer: Doubting['closer'] = { Purchase: [seen('Purchase', 96), seen('Purchase', 96)] }
  assert.deepEqual(await listDoubts({ Purchase: 80 }, { print: foreignLines(), closer }), [
    'Words of row 2 may be misread: Purchase.',
  ])
})

test('figures, which sums prove, and words outside of rows are no doubtful words', async () => {
  assert.deepEqual(await listDoubts({ '-25.00': 30, '175.00': 30, Beginning: 30 }), [])
})

test('a word of a language that the engine does not read is doubtful where it is no known word', async () => {
  assert.deepEqual(await listDoubts({ Purchase: 92 }), [])
  assert.deepEqual(await listDoubts({ Purchase: 92 }, { print: foreignLines() }), [
    'Words of row 2 may be misread: Purchase.',
  ])
})

test('where no account number was found, doubtful digits behind a mask may be one', async () => {
  const number = ocrLine(40, [
    ['Member', 100],
    ['*****x*(562', 400],
  ])
  const print = [number, ...statementLines('-25.00')]
  assert.deepEqual(await listDoubts({ '*****x*(562': 19 }, { print }), [
    'The account number may be misread.',
  ])
})
