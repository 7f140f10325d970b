import type { Label, OtherSide } from './row.ts'
import type { RowTable, Texts } from './row-table.ts'

/** Grows with every change of how a table is written; bytes of another format are not read. */
export const ROWS_FORMAT = 1

/** What stands before the columns; lengths are in bytes. */
interface Head {
  size: number
  texts: [id: number, description: number, normalizedDescription: number]
  labels: readonly Label[]
  others: readonly OtherSide[]
}

/** Columns begin where their numbers may: at a multiple of eight bytes. */
const ALIGNMENT = 8

/** A table as bytes: the length of its head, the head as JSON, numbers, texts. */
export function toBytes(table: RowTable): Uint8Array {
  const texts = TEXTS.map((name) => encode(table[name].text))
  const head: Head = {
    size: table.size,
    texts: texts.map(({ length }) => length) as Head['texts'],
    labels: table.labels,
    others: table.others,
  }
  const headBytes = encode(JSON.stringify(head))
  const parts = [Uint32Array.of(headBytes.length), headBytes, ...listNumberColumns(table), ...texts]
  const places = computeOffsets(parts.map(({ byteLength }) => byteLength))
  const bytes = new Uint8Array(places.at(-1)!)
  parts.forEach((part, index) => {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), places[index])
  })
  return bytes
}

/** The table that was written; its columns are views of the bytes, which must not change. */
export function fromBytes(bytes: Uint8Array): RowTable {
  const aligned = bytes.byteOffset % ALIGNMENT === 0 ? bytes : bytes.slice()
  const { buffer, byteOffset } = aligned
  const headLength = new Uint32Array(buffer, byteOffset, 1)[0]!
  const head = JSON.parse(decode(aligned.subarray(ALIGNMENT, ALIGNMENT + headLength))) as Head
  const { size, texts } = head
  const widths = [4, 8, 8, 4, 4, 4, 4, 4, 4]
  const places = computeOffsets([4, headLength, ...widths.map((width) => width * size), ...texts])
  const at = (part: number): number => byteOffset + places[part + 2]!
  const text = (index: number, ends: number): Texts => {
    const from = places[widths.length + 2 + index]!
    return {
      text: decode(aligned.subarray(from, from + texts[index]!)),
      ends: new Uint32Array(buffer, at(ends), size),
    }
  }
  return {
    size,
    day: new Int32Array(buffer, at(0), size),
    amount: new Float64Array(buffer, at(1), size),
    balance: new Float64Array(buffer, at(2), size),
    label: new Uint32Array(buffer, at(3), size),
    labels: head.labels,
    other: new Uint32Array(buffer, at(4), size),
    others: head.others,
    match: new Int32Array(buffer, at(5), size),
    id: text(0, 6),
    description: text(1, 7),
    normalizedDescription: text(2, 8),
  }
}

const TEXTS = ['id', 'description', 'normalizedDescription'] as const

function listNumberColumns(table: RowTable): (Int32Array | Uint32Array | Float64Array)[] {
  const ends = TEXTS.map((name) => table[name].ends)
  return [table.day, table.amount, table.balance, table.label, table.other, table.match, ...ends]
}

/** Where each part begins, and last where all end. */
function computeOffsets(lengths: readonly number[]): number[] {
  let end = 0
  const starts = lengths.map((length) => {
    const start = end
    end = Math.ceil((start + length) / ALIGNMENT) * ALIGNMENT
    return start
  })
  return [...starts, end]
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
