import { Visitor } from 'oxc-parser'
import { codePaths, getLineNumber, parse, type SourceTree } from './source-tree.ts'

/** What PostgreSQL 15, the oldest that is promised, does not know. */
const NEWER: readonly { what: string; pattern: RegExp }[] = [
  // A column of a table: body bytea storage external
  {
    what: 'storage of a column within "create table"',
    pattern: /(?<!\bset )\bstorage (?:plain|external|extended|main|default)\b/i,
  },
  { what: 'any_value', pattern: /\bany_value\s*\(/i },
  {
    what: 'a JSON constructor or query of the standard',
    pattern:
      /\bjson_(?:array|arrayagg|objectagg|scalar|serialize|exists|value|query|table)\s*\(|\bis (?:not )?json\b/i,
  },
  {
    what: 'a function of 16 or later',
    pattern:
      /\b(?:array_sample|array_shuffle|array_sort|array_reverse|random_normal|date_add|date_subtract|to_bin|to_oct|to_base|casefold|uuidv4|uuidv7|uuid_extract_\w+|crc32c?|gamma|lgamma|erfc?|unicode_assigned|xmltext)\s*\(/i,
  },
  { what: 'random within bounds', pattern: /\brandom\s*\(\s*[^)\s]/i },
  { what: 'system_user', pattern: /\bsystem_user\b/i },
  // 0xff, 1_000
  {
    what: 'a number with a prefix or with underscores',
    pattern: /(?<![\w$'-])(?:0[xob][0-9a-f]+|\d+_\d+)\b/i,
  },
  {
    what: 'merge with returning or by source',
    pattern: /\bmerge into\b[^]*\b(?:returning|by source)\b|\bmerge_action\b/i,
  },
  { what: 'old or new in returning', pattern: /\breturning\b[^;)]*\b(?:old|new)\s*\./i },
  { what: 'a virtual column', pattern: /\bgenerated always as \([^]*?\) virtual\b/i },
  {
    what: 'a constraint over time or not enforced',
    pattern: /\bwithout overlaps\b|\bnot enforced\b/i,
  },
  { what: 'transaction_timeout', pattern: /\btransaction_timeout\b/i },
  { what: 'copy with on_error or default', pattern: /\bcopy\b[^]*\bon_error\b/i },
  { what: 'grant with set or inherit', pattern: /\bgrant\b[^;]*\bwith (?:set|inherit)\b/i },
]

/** Every SQL text of the service and its migrations that PostgreSQL 15 would refuse. */
export function findNewerSql(tree: SourceTree): string[] {
  const scripts = [...tree].filter(
    ([path]) => path.endsWith('.sql') && !path.endsWith('schema.sql'),
  )
  const texts = [
    ...scripts.map(([path, text]) => ({ path, sql: text, line: 1 })),
    ...codePaths(tree, (path) => path.startsWith('src/')).flatMap((path) =>
      readTexts(path, tree.get(path)!),
    ),
  ]
  return texts.flatMap(({ path, sql, line }) => {
    const bare = withoutWords(sql)
    const found = NEWER.filter(({ pattern }) => pattern.test(bare)).map(({ what }) => what)
    const unnamed = findUnnamed(bare).map((at) => `a subquery in FROM without a name: ${at}`)
    return [...found, ...unnamed].map((what) => `${path}:${line} ${what}`)
  })
}

interface SqlText {
  path: string
  sql: string
  line: number
}

const IS_SQL = /\b(?:select|insert into|update|delete from|join|lateral)\b/i

/** Of the code, each text that could be a statement or a part of one. */
function readTexts(path: string, text: string): SqlText[] {
  const found: SqlText[] = []
  const keep = (start: number, end: number): void => {
    const sql = text.slice(start + 1, end - 1)
    if (IS_SQL.test(sql)) found.push({ path, sql, line: getLineNumber(text, start) })
  }
  new Visitor({
    TemplateLiteral: ({ start, end }) => keep(start, end),
    Literal: ({ value, start, end }) => {
      if (typeof value === 'string') keep(start, end)
    },
  }).visit(parse(path, text).program)
  return found
}

/** Without comments, and with a word for each value that code puts in; quoted texts are empty. */
function withoutWords(sql: string): string {
  return sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, ' placed ')
    .replaceAll(/'(?:[^']|'')*'/g, (text) =>
      IS_SQL.test(text) ? ` ; ${text.slice(1, -1)} ; ` : "''",
    )
}

/** Words that begin the next part of a statement, so that none of them names what stands before. */
const NEXT =
  /^(?:where|on|using|group|order|having|limit|offset|fetch|for|union|except|intersect|join|left|right|full|inner|cross|natural|window|returning|set|loop|tablesample|placed|\W)$/i
const BEGINS_ROWS = /^(?:select|values|with|placed|table)$/i

interface Level {
  /** Whether this level is a list of tables at the moment. */
  isFrom: boolean
  /** Where it began, when it stands for a table. */
  tableAt: string | null
}

/** The beginnings of subqueries that stand in a list of tables and have no name. */
function findUnnamed(sql: string): string[] {
  const tokens = sql.match(/[a-z_][\w$.]*|\S/gi) ?? []
  const levels: Level[] = [{ isFrom: false, tableAt: null }]
  const unnamed: string[] = []
  for (const [index, token] of tokens.entries()) {
    const level = levels.at(-1)!
    const before = tokens[index - 1] ?? ''
    if (token === '(') {
      levels.push({
        isFrom: false,
        tableAt: isTable(tokens, index, level) ? context(tokens, index) : null,
      })
    } else if (token === ')') {
      const { tableAt } = levels.length > 1 ? levels.pop()! : level
      const next = tokens[index + 1] ?? ';'
      if (tableAt !== null && NEXT.test(next)) unnamed.push(tableAt)
    } else if (/^(?:from|join)$/i.test(token)) level.isFrom = !/^distinct$/i.test(before)
    else if (
      /^(?:select|where|on|group|order|having|set|;|loop|values|returning|limit)$/i.test(token)
    )
      level.isFrom = false
  }
  return unnamed
}

function isTable(tokens: string[], index: number, level: Level): boolean {
  const before = tokens[index - 1] ?? ''
  const stands = /^lateral$/i.test(before) || (level.isFrom && /^(?:from|join|,)$/i.test(before))
  return stands && BEGINS_ROWS.test(tokens[index + 1] ?? '')
}

function context(tokens: string[], index: number): string {
  return tokens.slice(index, index + 8).join(' ')
}
