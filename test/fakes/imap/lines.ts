/** A command with its literals put in place. */
export type Token = string | Token[]

interface Sinks {
  onCommand: (text: Token[]) => void
  onLiteral: () => void
}

/** Cuts what a client sends into commands, each a list of words, strings and lists of them. */
export function createLineReader({ onCommand, onLiteral }: Sinks): (bytes: Buffer) => void {
  let buffer = ''
  let parts: string[] = []
  let literal: number | null = null
  return (bytes) => {
    buffer += bytes.toString('latin1')
    for (;;) {
      if (literal !== null) {
        if (buffer.length < literal) return
        parts.push(JSON.stringify(buffer.slice(0, literal)))
        buffer = buffer.slice(literal)
        literal = null
      }
      const end = buffer.indexOf('\r\n')
      if (end < 0) return
      const line = buffer.slice(0, end)
      buffer = buffer.slice(end + 2)
      // A1 LOGIN {5}, or {5+} of a client that does not wait
      const [, size, plus] = /\{(\d+)(\+?)\}$/.exec(line) ?? []
      parts.push(size === undefined ? line : line.slice(0, line.lastIndexOf('{')))
      if (size !== undefined) {
        literal = Number(size)
        if (plus === '') onLiteral()
        continue
      }
      const text = parts.join('')
      parts = []
      onCommand(tokenize(text))
    }
  }
}

// a "quoted string", a parenthesis, or a word, in which brackets may hold blanks: BODY.PEEK[HEADER]
const WORD = /"((?:[^"\\]|\\.)*)"|([()])|((?:[^\s()"[]|\[[^\]]*\])+)/g

function tokenize(text: string): Token[] {
  const stack: Token[][] = [[]]
  for (const [, quoted, bracket, word] of text.matchAll(WORD)) {
    if (bracket === '(') stack.push([])
    else if (bracket === ')') {
      const list = stack.pop()!
      ;(stack.at(-1) ?? stack[stack.push([]) - 1]!).push(list)
    } else stack.at(-1)!.push(quoted === undefined ? word! : quoted.replace(/\\(.)/g, '$1'))
  }
  return stack[0]!
}
