import { RE2JS, RE2JSException } from 're2js'

/** States of a compiled pattern; time is at most this many steps for each character. */
const STATES_MAX = 250
/** Longer texts fit no pattern. */
const TEXT_MAX = 255

/**
 * Whether a text as a whole fits a pattern of RE2 syntax, in time linear in the text; null when it
 * is not such a pattern (back references and look-around are not) or unfolds to too many states.
 */
export function compilePattern(source: string): ((text: string) => boolean) | null {
  try {
    const pattern = RE2JS.compile(source)
    if (pattern.programSize() > STATES_MAX) return null
    return (text) => text.length <= TEXT_MAX && pattern.testExact(text)
  } catch (error) {
    if (error instanceof RE2JSException) return null
    throw error
  }
}
