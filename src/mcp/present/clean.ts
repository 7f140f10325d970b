/**
 * The marks of the fence, and what nobody sees: controls, zero-width characters, tags, and those
 * that turn the order of a text.
 */
const UNSAFE = /[⟦⟧\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2028\u2029]|(?![\t\n])\p{Cc}/gu

/** What a person would not see, or takes for ours, is removed from a text of others. */
export function cleanText(text: string): string {
  return text.replace(UNSAFE, '')
}

/** What a model must not take for instructions: everything that came in with a deal. */
export function fence(text: string): string {
  return `⟦data⟧\n${text}\n⟦/data⟧`
}
