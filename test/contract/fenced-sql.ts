import { Visitor } from 'oxc-parser'
import { codePaths, getLineNumber, parse, type SourceTree } from './source-tree.ts'

/** Where the statements of the lists and records are written that stores declare. */
const DECLARED = ['src/platform/db/paged-list.ts', 'src/platform/db/record-store.ts']

/**
 * Every SQL text of a `store.ts` that names a fenced table and not its environment, and of the
 * mechanisms of lists and records, which get their tables as values, every one that reads any.
 */
export function findUnfencedSql(tree: SourceTree): string[] {
  return [
    ...findUnfencedTables(tree),
    ...DECLARED.flatMap((path) => findUnfencedDeclared(path, tree.get(path) ?? '')),
  ]
}

function findUnfencedDeclared(path: string, text: string): string[] {
  return readSqlTexts(path, text)
    .filter(({ sql }) => /\b(?:from|update) /i.test(sql) && !/\benvironment_id = \$/.test(sql))
    .map(
      ({ start }) => `${path}:${getLineNumber(text, start)} reads a table and not its environment`,
    )
}

function findUnfencedTables(tree: SourceTree): string[] {
  const fenced = readFencedTables(tree)
  const named = /\b(?:from|join|into|update)\s+(?:only\s+)?"?(?<table>[a-z_]+)/gi
  return codePaths(tree, (path) => /^src\/.*\/store\.ts$/.test(path)).flatMap((path) => {
    const text = tree.get(path)!
    return readSqlTexts(path, text).flatMap(({ sql, start }) => {
      if (/environment_?id/i.test(sql)) return []
      const tables = [...sql.matchAll(named)].map((match) => match.groups!.table!.toLowerCase())
      const at = `${path}:${getLineNumber(text, start)}`
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
export function findJoinsAcross(tree: SourceTree): string[] {
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
          const at = `${path}:${getLineNumber(text, start)}`
          return `${at} joins ${groups!.table!} without its environment_id`
        }),
    )
  })
}

/**
 * Every SQL text on what brokers own that does not name the broker: those of one tenant share its
 * environment.
 */
export function findUnownedSql(tree: SourceTree): string[] {
  const owned = /\b(?:from|join|into|update)\s+broker_(?:submissions|files)\b/i
  const stores = (path: string) => /^src\/resources\/broker\/.*store\.ts$/.test(path)
  return codePaths(tree, stores).flatMap((path) => {
    const text = tree.get(path)!
    return readSqlTexts(path, text)
      .filter(
        ({ sql }) => owned.test(sql) && !/broker_id\b[^]*(?:=|brokerId)|withinBroker/.test(sql),
      )
      .map(({ start }) => `${path}:${getLineNumber(text, start)} does not name the broker`)
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
      if (tag.type === 'Identifier' && tag.name === 'sql')
        found.push({ sql: text.slice(start, end), start })
    },
  }).visit(parse(path, text).program)
  return found
}
