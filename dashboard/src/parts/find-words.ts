/** How well a choice fits what is typed: every word must be there; what begins with it comes first. */
export function findWords(value: string, text: string): number {
  const [name, wanted] = [value.toLowerCase(), text.toLowerCase().trim()]
  if (name.startsWith(wanted)) return 1
  return wanted.split(/\s+/).every((word) => name.includes(word)) ? 0.5 : 0
}
