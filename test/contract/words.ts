import { Visitor, type Node } from 'oxc-parser'
import { codePaths, isTestCode, lineOf, parse, type SourceTree } from './source-tree.ts'

/** A word of the language that belongs in a few places only. */
export interface WordRule {
  word: Word
  /** Where the rule holds; everywhere in `src/` when it is not said. */
  within?: string
  /** Where the word may stand all the same: a pattern of paths. */
  except?: RegExp
  why: string
}

type Word =
  | 'process.env'
  | 'Date.now'
  | 'new Date()'
  | 'Temporal.Now'
  | 'performance.now'
  | 'Math.random'
  | 'sql`…`'
  | 'export default'
  | 'eval()'
  | 'new Function()'
  | 'fetch()'
  | 'shell:'
  | 'rejectUnauthorized:'

const CLOCKS: Word[] = ['Date.now', 'new Date()', 'Temporal.Now', 'performance.now', 'Math.random']

export const WORD_RULES: WordRule[] = [
  {
    word: 'process.env',
    except: /^src\/config\.ts$/,
    why: 'config.ts reads the environment once and checks it',
  },
  ...CLOCKS.map((word) => ({
    word,
    within: 'src/core/',
    why: 'time and chance come into core as data, so that an answer can be repeated',
  })),
  {
    word: 'sql`…`',
    except: /^src\/(?:platform\/|events\.ts$|.*\/store\.ts$)/,
    why: 'SQL stands in store.ts, in platform and under emit(), one function per statement',
  },
  { word: 'eval()', why: 'no text becomes code' },
  { word: 'new Function()', why: 'no text becomes code' },
  {
    word: 'fetch()',
    why: 'platform/egress is the only way out; it checks where a call really goes',
  },
  {
    word: 'shell:',
    why: 'a program is started with its arguments as they are, never through a shell',
  },
  { word: 'rejectUnauthorized:', why: 'the other side of a TLS connection is always verified' },
  { word: 'export default', why: 'an import must use the name that the file gives' },
]

/** Where `pagedList` writes the statements of the lists that stores declare. */
const LISTS = 'src/platform/db/paged-list.ts'

/** Every misplaced word as `file:line has …: why`. Tests may use all of them. */
export function findMisplacedWords(tree: SourceTree): string[] {
  const paths = codePaths(tree, (path) => path.startsWith('src/') && !isTestCode(path))
  return paths.flatMap((path) => {
    const rules = WORD_RULES.filter(
      ({ within = 'src/', except }) => path.startsWith(within) && !except?.test(path),
    )
    const text = tree.get(path)!
    return readWords(path, text).flatMap(({ word, start }) => {
      const rule = rules.find((one) => one.word === word)
      return rule ? [`${path}:${lineOf(text, start)} has ${word}: ${rule.why}`] : []
    })
  })
}

/**
 * Every SQL text of a `store.ts` that names a fenced table and not its environment, and of the
 * mechanism of lists, which is told its tables, every one that reads any.
 */
export function findUnfencedSql(tree: SourceTree): string[] {
  return [...findUnfencedTables(tree), ...findUnfencedLists(tree)]
}

function findUnfencedLists(tree: SourceTree): string[] {
  const text = tree.get(LISTS) ?? ''
  return readSqlTexts(LISTS, text)
    .filter(({ sql }) => /\bfrom\b/i.test(sql) && !/\benvironment_id = \$/.test(sql))
    .map(({ start }) => `${LISTS}:${lineOf(text, start)} reads a table and not its environment`)
}

function findUnfencedTables(tree: SourceTree): string[] {
  const fenced = readFencedTables(tree)
  const named = /\b(?:from|join|into|update)\s+(?:only\s+)?"?(?<table>[a-z_]+)/gi
  return codePaths(tree, (path) => /^src\/.*\/store\.ts$/.test(path)).flatMap((path) => {
    const text = tree.get(path)!
    return readSqlTexts(path, text).flatMap(({ sql, start }) => {
      if (/environment_?id/i.test(sql)) return []
      const tables = [...sql.matchAll(named)].map((match) => match.groups!.table!.toLowerCase())
      const at = `${path}:${lineOf(text, start)}`
      return tables
        .filter((table) => fenced.has(table))
        .map((table) => `${at} names ${table} and not environment_id`)
    })
  })
}

/**
 * Every join of a fenced table whose condition leaves the environment out: with the rows of an
 * environment on one node, only such a join would have to look at others.
 */
export function findStrayJoins(tree: SourceTree): string[] {
  const fenced = readFencedTables(tree)
  // join accounts a on a.environment_id = t.environment_id and …
  const joined =
    /\bjoin\s+(?<table>[a-z_]+)\b(?<rest>[^]*?)(?=\b(?:join|where|group by|order by|limit|union|returning|for update|on conflict|set)\b|`|$)/gi
  return codePaths(tree, (path) => /^src\/.*\/store\.ts$/.test(path)).flatMap((path) => {
    const text = tree.get(path)!
    return readSqlTexts(path, text).flatMap(({ sql, start }) =>
      [...sql.matchAll(joined)]
        .filter(
          ({ groups }) => fenced.has(groups!.table!) && !/environment_?id/i.test(groups!.rest!),
        )
        .map(({ groups }) => {
          const at = `${path}:${lineOf(text, start)}`
          return `${at} joins ${groups!.table!} without its environment_id`
        }),
    )
  })
}

/** The tables that migrations put behind the fence between environments. */
export function readFencedTables(tree: SourceTree): Set<string> {
  const migrations = [...tree].filter(([path]) => path.endsWith('.sql')).map(([, text]) => text)
  // call fence('submissions');
  const fences = migrations.flatMap((text) => [
    ...text.matchAll(/^call fence\('(?<table>\w+)'\)/gm),
  ])
  return new Set(fences.map((match) => match.groups!.table!))
}

function readSqlTexts(path: string, text: string): { sql: string; start: number }[] {
  const found: { sql: string; start: number }[] = []
  new Visitor({
    TaggedTemplateExpression({ tag, start, end }) {
      if (isNamed(tag, 'sql')) found.push({ sql: text.slice(start, end), start })
    },
  }).visit(parse(path, text).program)
  return found
}

function readWords(path: string, text: string): { word: Word; start: number }[] {
  const found: { word: Word; start: number }[] = []
  new Visitor({
    MemberExpression(node) {
      const { object, property } = node
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return
      const word = `${object.name}.${property.name}`
      if (isWord(word)) found.push({ word, start: node.start })
    },
    CallExpression({ callee, start }) {
      for (const name of ['eval', 'fetch'] as const)
        if (isNamed(callee, name)) found.push({ word: `${name}()`, start })
    },
    Property({ key, start }) {
      for (const name of ['shell', 'rejectUnauthorized'] as const)
        if (isNamed(key, name)) found.push({ word: `${name}:`, start })
    },
    NewExpression({ callee, arguments: given, start }) {
      if (isNamed(callee, 'Function')) found.push({ word: 'new Function()', start })
      if (isNamed(callee, 'Date') && given.length === 0) found.push({ word: 'new Date()', start })
    },
    TaggedTemplateExpression({ tag, start }) {
      if (isNamed(tag, 'sql')) found.push({ word: 'sql`…`', start })
    },
    ExportDefaultDeclaration({ start }) {
      found.push({ word: 'export default', start })
    },
  }).visit(parse(path, text).program)
  return found
}

function isNamed(node: Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

function isWord(word: string): word is Word {
  return WORD_RULES.some((rule) => rule.word === word)
}
