/** A field of a SWIFT message: `:61:` with its lines, and the line of the file it begins on. */
export interface SwiftField {
  tag: string
  value: string
  line: number
}

/** One message: the fields from `:20:` to the `-` that ends it. */
export type SwiftMessage = SwiftField[]

/**
 * The messages of a file, whether they stand in SWIFT's blocks (`{4:` … `-}`) or, as banks hand
 * them out, without. Lines that are no field and belong to none (a bank's own first lines) are
 * passed over.
 */
export function readMessages(text: string): SwiftMessage[] {
  const messages: SwiftMessage[] = []
  let open: SwiftMessage | null = null
  for (const [index, whole] of text.split(/\r\n?|\n/).entries()) {
    const line = withoutBlocks(whole)
    // :61:2408130813D12,50NTRFNONREF
    const field = /^:(\d{2}[A-Z]?):(.*)$/.exec(line)
    if (field) {
      if (open === null || field[1] === '20') messages.push((open = []))
      open.push({ tag: field[1]!, value: field[2]!, line: index + 1 })
    } else if (/^-\}?\s*$|^-\}/.test(line)) open = null
    else if (open?.length) open.at(-1)!.value += `\n${line}`
  }
  return messages
}

/** What stands behind the last block header of a line: `{1:F01…}{2:I940…}{4:`. */
function withoutBlocks(line: string): string {
  const at = line.startsWith('{') ? line.indexOf('{4:') : -1
  return at < 0 ? line : line.slice(at + 3)
}
