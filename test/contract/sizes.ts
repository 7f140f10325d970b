import { dirname } from 'node:path'
import { Visitor, type Node, type Span } from 'oxc-parser'
import { codePaths, isTestCode, getLineNumber, parse, type SourceTree } from './source-tree.ts'

const FUNCTION_LINES_MAX = 70
const FILE_LINES_MAX = 400
const FOLDER_FILES_MAX = 12
/** Comments; the formatter keeps code within the same width wherever it can break it. */
const COMMENT_COLUMNS_MAX = 100
/** What it cannot break: texts, patterns and SQL. */
const LINE_COLUMNS_MAX = 160

/** Folders of variants, one file each: a thirteenth is no sign of two things in one place. */
const COLLECTIONS =
  /(?:^|\/)(?:layouts|nodes|templates|providers|metrics|reports|classes|commands)$/
/** The list of resources grows with the interface. */
const NOUNS = /^src\/resources$/

/** Everything of `src/` over a limit of architecture (d), as `place: measure`. */
export function findOversized(tree: SourceTree): string[] {
  const paths = codePaths(tree, (path) => path.startsWith('src/') && !isTestCode(path))
  return [...paths.flatMap((path) => measureFile(path, tree.get(path)!)), ...measureFolders(paths)]
}

function measureFile(path: string, text: string): string[] {
  const lines = text.trimEnd().split('\n')
  const functions = readFunctions(path, text)
  return [
    ...(isDataList(path, text, functions) ? [] : measureLines(path, lines)),
    ...functions.flatMap((span) => measureFunction(path, text, span)),
  ]
}

function measureLines(path: string, lines: string[]): string[] {
  const wide = lines.findIndex((line) => [...line].length > columnsMax(line))
  return [
    ...(lines.length > FILE_LINES_MAX
      ? [`${path}: ${lines.length} lines, at most ${FILE_LINES_MAX}`]
      : []),
    ...(wide >= 0 ? [`${path}:${wide + 1}: over ${columnsMax(lines[wide]!)} columns`] : []),
  ]
}

function columnsMax(line: string): number {
  return /^\s*(?:\/\/|\/?\*)/.test(line) ? COMMENT_COLUMNS_MAX : LINE_COLUMNS_MAX
}

function measureFunction(path: string, text: string, { start, end }: Span): string[] {
  const first = getLineNumber(text, start)
  const length = getLineNumber(text, end) - first + 1
  if (length <= FUNCTION_LINES_MAX) return []
  return [`${path}:${first}: a function of ${length} lines, at most ${FUNCTION_LINES_MAX}`]
}

function readFunctions(path: string, text: string): Span[] {
  const found: Span[] = []
  const note = ({ start, end }: Span) => void found.push({ start, end })
  const visitor = { FunctionDeclaration: note, FunctionExpression: note }
  new Visitor({ ...visitor, ArrowFunctionExpression: note }).visit(parse(path, text).program)
  return found
}

/** A list of data may be as long as its subject: nine tenths of it declare values. */
function isDataList(path: string, text: string, functions: Span[]): boolean {
  const statements = parse(path, text).program.body
  const data = statements
    .filter((node) => isDeclaredValue(node))
    .filter((node) => !functions.some((one) => node.start <= one.start && one.end <= node.end))
  return sumLengths(data) > 0.9 * sumLengths(statements)
}

function isDeclaredValue(node: Node): boolean {
  const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
  return declaration?.type === 'VariableDeclaration'
}

function sumLengths(spans: Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0)
}

function measureFolders(paths: string[]): string[] {
  const folders = Map.groupBy(paths, (path) => dirname(path))
  return [...folders]
    .filter(([folder]) => !COLLECTIONS.test(folder) && !NOUNS.test(folder))
    .filter(([, files]) => files.length > FOLDER_FILES_MAX)
    .map(([folder, files]) => `${folder}: ${files.length} files, at most ${FOLDER_FILES_MAX}`)
}
