/** The entities of SGML, XML and OFX 1, and signs of currencies and dashes of HTML. */
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  ndash: '–',
  mdash: '—',
  minus: '−',
  middot: '·',
  ordm: 'º',
  ordf: 'ª',
  deg: '°',
  szlig: 'ß',
  oslash: 'ø',
  Oslash: 'Ø',
  aelig: 'æ',
  AElig: 'Æ',
  rsquo: '’',
  lsquo: '‘',
}

/** `eacute` is an e with the mark of `acute`. */
const MARKS: Record<string, string> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030A',
}

/**
 * Text of a markup file with its predefined and numeric entities as characters. Entities that a
 * file declares itself are not expanded, since a small file could become large that way.
 */
export function decodeEntities(text: string): string {
  // &amp; &#39; &#x27; &eacute;
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,7});/gi, (whole, name: string) => {
    if (!name.startsWith('#'))
      return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? markedLetter(name) ?? whole
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

function markedLetter(name: string): string | null {
  const mark = MARKS[name.slice(1)]
  return mark === undefined ? null : `${name[0]!}${mark}`.normalize('NFC')
}
