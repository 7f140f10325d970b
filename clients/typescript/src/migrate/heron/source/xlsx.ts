import { inflateRawSync } from 'node:zlib'
import { toRow } from './csv.ts'

/** More than any export of a deal has; a hostile file would unpack to everything there is. */
const UNPACKED_BYTES_MAX = 256 * 1024 * 1024

/** Rows of the first sheet of a workbook, whose first row has the names. Values are texts. */
export function readXlsx(bytes: Buffer): Record<string, string>[] {
  const files = readZip(bytes)
  const sheet = [...files.keys()]
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
    .sort()[0]
  if (sheet === undefined) throw new Error('it is no workbook')
  const shared = readShared(files.get('xl/sharedStrings.xml')?.() ?? '')
  const [header = [], ...lines] = readRows(files.get(sheet)!(), shared)
  return lines.filter((line) => line.some(Boolean)).map((line) => toRow(header, line))
}

function readRows(xml: string, shared: string[]): string[][] {
  return [...xml.matchAll(/<row\b[^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g)].map(([, cells = '']) => {
    const row: string[] = []
    // <c r="B2" t="s"><v>3</v></c>
    for (const [, head = '', body = ''] of cells.matchAll(
      /<c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
    )) {
      const column = /\br="([A-Z]+)\d+"/.exec(head)?.[1]
      row[column === undefined ? row.length : columnNumber(column)] = readCell(head, body, shared)
    }
    return Array.from(row, (value) => value ?? '')
  })
}

function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readCell(head: string, body: string, shared: string[]): string {
  const type = /\bt="(\w+)"/.exec(head)?.[1]
  if (type === 'inlineStr') return readText(body)
  const value = unescape(/<v\b[^>]*>([\s\S]*?)<\/v>/.exec(body)?.[1] ?? '')
  return type === 's' ? (shared[Number(value)] ?? '') : value
}

function readShared(xml: string): string[] {
  return [...xml.matchAll(/<si\b[^>]*>([\s\S]*?)<\/si>/g)].map(([, item = '']) => readText(item))
}

function readText(xml: string): string {
  return [...xml.matchAll(/<t\b[^>]*>([\s\S]*?)<\/t>/g)]
    .map(([, part = '']) => unescape(part))
    .join('')
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  return text.replace(/&(#x?)?(\w+);/gi, (all: string, mark: string | undefined, name: string) => {
    if (mark === undefined) return NAMED[name] ?? all
    const code = Number.parseInt(name, mark === '#' ? 10 : 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

/** Each file of an archive by its name, unpacked when it is read. */
function readZip(bytes: Buffer): Map<string, () => string> {
  const files = new Map<string, () => string>()
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('it is no archive')
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28)
    const place = { at, start: bytes.readUInt32LE(at + 42) }
    files.set(bytes.toString('utf8', at + 46, at + 46 + nameLength), () => unpack(bytes, place))
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return files
}

function unpack(bytes: Buffer, { at, start }: { at: number; start: number }): string {
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const packed = bytes.subarray(from, from + bytes.readUInt32LE(at + 20))
  const isStored = bytes.readUInt16LE(at + 10) === 0
  const content = isStored
    ? packed
    : inflateRawSync(packed, { maxOutputLength: UNPACKED_BYTES_MAX })
  return content.toString('utf8')
}
