/** Where the tags of a picture may begin, and how far behind the mark. */
const EXIF_MARKS = [
  // In a JPEG, and in a PDF that holds one: APP1.
  { mark: 'Exif\0\0', skip: 6 },
  // The chunk of a PNG.
  { mark: 'eXIf', skip: 4 },
]
const SOFTWARE = 0x0131
const ASCII = 2
const ENTRIES_MAX = 200
const BLOCKS_MAX = 40
const NAME_MAX = 120
// tEXtSoftware\0GIMP 2.10.36   (the chunk of a PNG)
const PNG_SOFTWARE = 'tEXtSoftware\0'
// <xmp:CreatorTool>Adobe Photoshop 25.0</xmp:CreatorTool>   xmp:CreatorTool="Pixlr"
const CREATOR_TOOL = /xmp:CreatorTool(?:>|=["'])([^<"']{1,200})/

/**
 * The programs that pictures name as their writer (EXIF 2.3, tag 305; XMP; PNG). Empty for a
 * picture that names none or cannot be parsed.
 */
export function pictureSoftware(bytes: Uint8Array): string[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const blocks = [0, ...EXIF_MARKS.flatMap(({ mark, skip }) => findOffsets(file, mark, skip))]
  const tags = blocks.map((at) => softwareTag(file, at))
  const chunks = findOffsets(file, PNG_SOFTWARE, PNG_SOFTWARE.length).map((at) => {
    // The length of the chunk stands before its name.
    const length = file.readUInt32BE(Math.max(0, at - PNG_SOFTWARE.length - 4))
    return file.toString('latin1', at, at + Math.min(NAME_MAX, length - 'Software\0'.length))
  })
  const names = [...tags, ...chunks, ...creatorToolsIn(file)].map((name) => name?.trim() ?? '')
  return [...new Set(names.filter((name) => name !== ''))]
}

/** The programs named by uncompressed XMP. */
export function creatorToolsIn(file: Buffer): string[] {
  return findOffsets(file, 'xmp:CreatorTool', 0).flatMap((at) => {
    const name = CREATOR_TOOL.exec(file.toString('utf8', at, at + 400))?.[1]?.trim()
    return name ? [name] : []
  })
}

function findOffsets(file: Buffer, mark: string, skip: number): number[] {
  const places: number[] = []
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
    places.push(at + skip)
    if (places.length >= BLOCKS_MAX) break
  }
  return places
}

/** The Software tag of the first directory of a TIFF header at `base`; null when there is none. */
function softwareTag(file: Buffer, base: number): string | null {
  const order = file.toString('latin1', base, base + 2)
  if (order !== 'II' && order !== 'MM') return null
  const isLittle = order === 'II'
  const read = (at: number, size: 2 | 4): number => {
    if (base + at + size > file.length) return 0
    return isLittle ? file.readUIntLE(base + at, size) : file.readUIntBE(base + at, size)
  }
  const directory = read(4, 4)
  const count = Math.min(read(directory, 2), ENTRIES_MAX)
  for (let entry = 0; entry < count; entry += 1) {
    const at = directory + 2 + entry * 12
    if (read(at, 2) !== SOFTWARE || read(at + 2, 2) !== ASCII) continue
    const length = read(at + 4, 4)
    const start = base + (length <= 4 ? at + 8 : read(at + 8, 4))
    return file.toString('latin1', start, start + Math.min(length, NAME_MAX)).replace(/\0.*$/s, '')
  }
  return null
}
