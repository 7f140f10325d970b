import { ApiError } from '../errors/api-error.ts'

const DEPTH_MAX = 32
const KEYS_MAX = 200_000

/**
 * Parses a request body. Beyond JSON.parse it refuses what would be read differently by different
 * parsers or break later: repeated keys, `__proto__`, nesting deeper than 32, NUL characters and
 * lone surrogates (PostgreSQL cannot store the first and would silently change the second).
 */
export function parseStrictJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new ApiError('invalid_json')
  }
  if (!text.isWellFormed() || /\\u(?:0000|[dD][89a-fA-F])/.test(text)) refuseBadText(value)
  if (text.includes('\u0000')) throw new ApiError('invalid_json', 'The body has a NUL character.')
  refuseBadKeys(text)
  return value
}

/** Looks at the parsed texts, since `\ud83d\ude00` is a pair and fine. */
function refuseBadText(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\u0000'))
      throw new ApiError('invalid_json', 'The body has a NUL character.')
    if (!value.isWellFormed())
      throw new ApiError('invalid_json', 'The body has a lone surrogate, which is not text.')
  } else if (value !== null && typeof value === 'object') {
    for (const [key, held] of Object.entries(value)) {
      refuseBadText(key)
      refuseBadText(held)
    }
  }
}

/** One pass over text already known to be JSON: only strings, braces and brackets matter. */
function refuseBadKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let keys = 0
  let isKey = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') {
      const end = endOfString(text, at)
      if (isKey) {
        remember(open.at(-1)!, text.slice(at, end + 1))
        keys += 1
      }
      isKey = false
      at = end
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : null)
      isKey = char === '{'
    } else if (char === '}' || char === ']') {
      open.pop()
      isKey = false
    } else if (char === ',') {
      isKey = open.at(-1) !== null
    }
    if (open.length > DEPTH_MAX)
      throw new ApiError('invalid_json', `The body is nested deeper than ${DEPTH_MAX} levels.`)
    if (keys > KEYS_MAX)
      throw new ApiError('invalid_json', `The body has more than ${KEYS_MAX} keys.`)
  }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at
}

function remember(seen: Set<string>, quoted: string): void {
  const key = JSON.parse(quoted) as string
  if (key === '__proto__') throw new ApiError('invalid_json', 'The body has a key __proto__.')
  if (seen.has(key))
    throw new ApiError('invalid_json', `The body has the key ${key.slice(0, 64)} twice.`)
  seen.add(key)
}
