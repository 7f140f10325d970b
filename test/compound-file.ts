const SECTOR = 512
const END_OF_CHAIN = 0xfffffffe
const FREE = 0xffffffff
const IS_FAT = 0xfffffffd
/** Streams below this size would live in the mini stream. */
const SMALLEST_STREAM = 4096

/** A compound file of Microsoft (MS-CFB, version 3) with one stream: what `.xls` is wrapped in. */
export function compoundFile(name: string, content: Uint8Array): Uint8Array {
  const size = Math.max(SMALLEST_STREAM, Math.ceil(content.length / SECTOR) * SECTOR)
  const stream = Buffer.alloc(size)
  stream.set(content)
  const sectors = size / SECTOR
  const directory = Buffer.concat([
    directoryEntry('Root Entry', { type: 5, child: 1, start: END_OF_CHAIN, size: 0 }),
    directoryEntry(name, { type: 2, child: FREE, start: 2, size }),
    Buffer.alloc(256),
  ])
  return Buffer.concat([header(), allocation(sectors), directory, stream])
}

/** Sector 0 is the allocation table, 1 the directory, the rest the stream. */
function allocation(sectors: number): Buffer {
  if (sectors + 2 > SECTOR / 4) throw new Error('One table of sectors holds 126 sectors of content')
  const table = new Uint32Array(SECTOR / 4).fill(FREE)
  table[0] = IS_FAT
  table[1] = END_OF_CHAIN
  for (let at = 0; at < sectors; at += 1) table[2 + at] = at === sectors - 1 ? END_OF_CHAIN : 3 + at
  return Buffer.from(table.buffer)
}

function header(): Buffer {
  const bytes = Buffer.alloc(SECTOR)
  bytes.write('d0cf11e0a1b11ae1', 0, 'hex')
  for (const [at, word] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    bytes.writeUInt16LE(word, at)
  for (const [at, number] of [
    [44, 1],
    [48, 1],
    [56, SMALLEST_STREAM],
    [60, END_OF_CHAIN],
    [68, END_OF_CHAIN],
  ] as const)
    bytes.writeUInt32LE(number, at)
  for (let at = 76; at < SECTOR; at += 4) bytes.writeUInt32LE(at === 76 ? 0 : FREE, at)
  return bytes
}

function directoryEntry(
  name: string,
  entry: { type: number; child: number; start: number; size: number },
): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 'utf16le')
  bytes.writeUInt16LE((name.length + 1) * 2, 64)
  bytes.writeUInt8(entry.type, 66)
  bytes.writeUInt8(1, 67)
  bytes.writeUInt32LE(FREE, 68)
  bytes.writeUInt32LE(FREE, 72)
  bytes.writeUInt32LE(entry.child, 76)
  bytes.writeUInt32LE(entry.start, 116)
  bytes.writeUInt32LE(entry.size, 120)
  return bytes
}
