import { choice, text } from '../../values/rows/cells.ts'
import { readRows } from '../../values/rows/rows.ts'
import { GROUPED_LISTS, PLAIN_LISTS, type Vocabulary } from './vocabulary.ts'

const MONTHS = Array.from({ length: 12 }, (_, place) => `months.${place + 1}`)

const LIST = choice(
  [
    ...PLAIN_LISTS,
    ...MONTHS,
    ...Object.entries(GROUPED_LISTS).flatMap(([list, keys]) => keys.map((key) => `${list}.${key}`)),
  ],
  'a list of a vocabulary',
)

/** As printed in the United States, Canada, Britain, Australia, New Zealand and Singapore. */
export const ENGLISH = readLanguage('en', 'english.csv')

/** The languages read by default, English first. */
export const LANGUAGES: readonly Vocabulary[] = [
  ENGLISH,
  // As printed in Canada, France, Belgium and Switzerland.
  readLanguage('fr', 'french.csv'),
  // As printed in Germany, Austria and Switzerland.
  readLanguage('de', 'german.csv'),
  // As printed in Spain, Mexico and Puerto Rico.
  readLanguage('es', 'spanish.csv'),
  // As printed in the Netherlands and Belgium.
  readLanguage('nl', 'dutch.csv'),
  // As printed in Italy and Ticino.
  readLanguage('it', 'italian.csv'),
  // As printed in Portugal and Brazil.
  readLanguage('pt', 'portuguese.csv'),
  readLanguage('da', 'danish.csv'),
  readLanguage('sv', 'swedish.csv'),
  readLanguage('nb', 'norwegian.csv'),
  readLanguage('is', 'icelandic.csv'),
  readLanguage('fi', 'finnish.csv'),
  readLanguage('pl', 'polish.csv'),
  readLanguage('cs', 'czech.csv'),
  readLanguage('sk', 'slovak.csv'),
  readLanguage('hu', 'hungarian.csv'),
  readLanguage('ro', 'romanian.csv'),
  readLanguage('tr', 'turkish.csv'),
  readLanguage('el', 'greek.csv'),
  readLanguage('hr', 'croatian.csv'),
  readLanguage('sl', 'slovenian.csv'),
  readLanguage('et', 'estonian.csv'),
  readLanguage('lv', 'latvian.csv'),
  readLanguage('lt', 'lithuanian.csv'),
  // As printed in Indonesia and Malaysia.
  readLanguage('id', 'indonesian.csv'),
  readLanguage('vi', 'vietnamese.csv'),
  readLanguage('ja', 'japanese.csv'),
  readLanguage('ko', 'korean.csv'),
  // As printed in China, Hong Kong and Taiwan.
  readLanguage('zh', 'chinese.csv'),
]

/** Institutions whose names hold no banking word, or are printed alone; folded as phrases are. */
export const BANK_NAMES: readonly string[] = readRows(
  new URL('banks.csv', import.meta.url),
  { name: text },
  ['name'],
).map(({ name }) => name)

/** A row is a phrase of a list: `columns.date,posting date`, `months.1,january`, `totals,total`. */
function readLanguage(language: string, file: string): Vocabulary {
  const rows = readRows(new URL(file, import.meta.url), { list: LIST, phrase: text }, [
    'list',
    'phrase',
  ])
  const phrases = Map.groupBy(rows, ({ list }) => list)
  const phrasesIn = (list: string): string[] =>
    (phrases.get(list) ?? []).map(({ phrase }) => phrase)
  // Of two meanings of a phrase the first one in the file stays.
  const grouped = Object.keys(GROUPED_LISTS).map((list) => {
    const keys = [...phrases.keys()].filter((key) => key.startsWith(`${list}.`))
    return [
      list,
      Object.fromEntries(keys.map((key) => [key.slice(list.length + 1), phrasesIn(key)])),
    ]
  })
  const months = MONTHS.flatMap((list, place) => phrasesIn(list).map((name) => [name, place + 1]))
  return {
    language,
    months: Object.fromEntries(months),
    ...Object.fromEntries(PLAIN_LISTS.map((list) => [list, phrasesIn(list)])),
    ...Object.fromEntries(grouped),
  } as unknown as Vocabulary
}
