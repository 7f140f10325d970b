/** Subfields of who and what for: booking text, purpose (two ranges), name of the other side. */
const PURPOSE = /^(?:2\d|6[0-3])$/
const NAME = /^3[23]$/

/**
 * The words of a structured MT940 text (`166?00GUTSCHRIFT?20SVWZ+RENT?32ACME LLC`) without the
 * codes, the bank and the account number of the other side: booking text, name, purpose. Lines of
 * the purpose are cut anywhere and joined as they are. Any other text comes back as it is. Source:
 * the subfields that banks of Central Europe use in field 86.
 */
export function plainStructured(text: string): string {
  // 166?00GUTSCHRIFT
  if (!/^\s*\d{3}\?\d{2}/.test(text)) return text
  const [, ...parts] = text.split(/\?(\d{2})/)
  const fields = parts.flatMap((code, index) =>
    index % 2 === 0 ? [{ code, value: parts[index + 1] ?? '' }] : [],
  )
  const joinFields = (pattern: RegExp) =>
    fields.flatMap(({ code, value }) => (pattern.test(code) ? [value] : [])).join('')
  return [joinFields(/^00$/), joinFields(NAME), joinFields(PURPOSE)].join(' ').trim()
}
