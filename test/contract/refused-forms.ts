/** Text between parentheses, with `()` for each that it contains, and those. */
interface Level {
  text: string
  /** What stands before it where it is contained. */
  before: string
  inner: Level[]
}

/** What names an instant or a day of the statement: stable, not immutable. */
const MOMENT = /\b(?:now|clock_timestamp|date_trunc) ?\(|\bcurrent_(?:date|timestamp)\b/
/** Functions of PostgreSQL that are stable, whatever they are given. */
const STABLE =
  /\b(?:jsonb?_build_(?:object|array)|to_jsonb?|row_to_json|concat|concat_ws|format|to_char|array_to_string|date_trunc) ?\(/
const UPDATE = /(?<!\bdo )(?<!\bfor )(?<!\bkey )\bupdate \w[^]*?\bset\b/
const UPSERT = /\bdo update set\b/
const WRITES = /\binsert into\b|\bdelete from\b|(?<!\bdo )(?<!\bfor )(?<!\bkey )\bupdate \w/

/** Forms that Citus 13.2 refused of tables that it spreads, and where they are. */
const FORMS: readonly { fault: string; isIn: (level: Level) => boolean }[] = [
  {
    fault: 'a setting that is not alone in its message',
    isIn: ({ text }) => /\bset local\b/.test(text) && /;|\bset local role\b/.test(text),
  },
  {
    fault: 'a moment within CASE or COALESCE of a write',
    isIn: (level) => WRITES.test(level.text) && listChoices(level).some((one) => MOMENT.test(one)),
  },
  {
    fault: 'a sub-select, or what is not immutable, within ON CONFLICT DO UPDATE',
    isIn: (level) => {
      const upsert = getPart(level, UPSERT)
      return [/\bselect\b/, MOMENT, STABLE].some((form) => form.test(upsert))
    },
  },
  {
    fault: 'a sub-select within VALUES',
    isIn: (level) =>
      / values ?(?:\(\), ?)*$/.test(level.before) && /\bselect\b/.test(expand(level)),
  },
  {
    fault: 'INSERT … SELECT without RETURNING or ON CONFLICT',
    isIn: ({ text }) =>
      /\binsert into \w+ (?:as \w+ )?(?:\(\) )?(?:select|with)\b/.test(text) &&
      !/\breturning\b|\bon conflict\b/.test(text),
  },
  {
    fault: 'rows of a function of the system beside a table',
    isIn: (level) =>
      /(?:\bfrom|\bjoin|,|\blateral) system_\w+ ?\(/.test(level.text) && readsMore(level),
  },
  {
    fault: 'a function of a column that is not immutable, or its text as an array, within UPDATE',
    isIn: (level) =>
      /(?:\b[a-z]\w*\.\w+|\])::\w+\[\]/.test(getPart(level, UPDATE, true)) ||
      STABLE.test(getPart(level, UPDATE)),
  },
]

/** The forms of a message that Citus refuses. */
export function findRefusedForms(text: string): string[] {
  const levels = listLevels(readLevel(simplify(text)))
  return FORMS.filter(({ isIn }) => levels.some(isIn)).map(({ fault }) => fault)
}

/** Without comments and texts, in lower case and with single spaces. */
function simplify(text: string): string {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim()
}

function readLevel(sql: string): Level {
  const open: Level[] = [{ text: '', before: '', inner: [] }]
  for (const mark of sql) {
    const level = open.at(-1)!
    if (mark === ')' && open.length > 1) {
      open.pop()
      open.at(-1)!.text += ')'
      continue
    }
    level.text += mark
    if (mark !== '(') continue
    const next = { text: '', before: level.text.slice(0, -1).trimEnd(), inner: [] }
    level.inner.push(next)
    open.push(next)
  }
  return open[0]!
}

function listLevels(level: Level): Level[] {
  return [level, ...level.inner.flatMap(listLevels)]
}

/** The text from one place of it to another, with all that it contains. */
function expand({ text, inner }: Level, from = 0, to = text.length): string {
  const skipped = text.slice(0, from).split('()').length - 1
  return text
    .slice(from, to)
    .split('()')
    .reduce((before, part, place) => `${before}(${expand(inner[skipped + place - 1]!)})${part}`)
}

/** What an update sets, and where; with the tables that it takes the values from if they are wanted. */
function getPart(level: Level, begin: RegExp, isWhole = false): string {
  const found = begin.exec(level.text)
  if (!found) return ''
  const from = found.index + found[0].length
  const end = (isWhole ? /\breturning\b/ : /\breturning\b|\bfrom\b/).exec(level.text.slice(from))
  return expand(level, from, end ? from + end.index : undefined)
}

/** The texts of CASE … END and COALESCE (…). */
function listChoices(level: Level): string[] {
  const sql = expand(level)
  const calls = listLevels(level).filter(({ before }) => before.endsWith('coalesce'))
  return [...calls.map((call) => expand(call)), ...(sql.match(/\bcase\b[^]*?\bend\b/g) ?? [])]
}

/** Whether it reads rows of more than one table. */
function readsMore(level: Level): boolean {
  const [, ...inner] = listLevels(level)
  return (
    /\bjoin\b|\bfrom [^]*?, (?:lateral )?[a-z]/.test(fromClause(level.text)) ||
    inner.some(({ text }) => /\bfrom\b/.test(text))
  )
}

function fromClause(text: string): string {
  return /\bfrom\b[^]*?(?=\bwhere\b|\border by\b|\bgroup by\b|\blimit\b|$)/.exec(text)?.[0] ?? ''
}
