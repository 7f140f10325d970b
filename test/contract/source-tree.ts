import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseSync, type EcmaScriptModule, type Program } from 'oxc-parser'

/** The text of files by their path in the repository; a test may make one up. */
export type SourceTree = ReadonlyMap<string, string>

/** One file that names another file, a package or a part of Node. */
export interface Edge {
  from: string
  to: string
  kind: 'file' | 'package' | 'builtin'
}

const ROOT = join(import.meta.dirname, '../..')
const CODE = '**/*.{ts,tsx,mjs}'
const FOLDERS = ['src', 'test', 'scripts', 'fixtures', 'bench', 'mcp', 'dashboard', 'clients']
const parsed = new Map<string, { program: Program; module: EcmaScriptModule }>()

/** The code of this repository, with the manifests that declare its packages. */
export function readSourceTree(): SourceTree {
  const patterns = FOLDERS.flatMap((folder) => [`${folder}/${CODE}`, `${folder}/**/package.json`])
  const others = [
    'package.json',
    'bootstrap.mjs',
    'migrations/**/*.sql',
    '*.md',
    '{docs,src,bench}/**/*.md',
    'src/**/*.{json,jsonl,csv}',
  ]
  const paths = globSync([...patterns, ...others], {
    cwd: ROOT,
    // What made the files of a round has packages of its own; what is printed is its printer's.
    exclude: [
      '**/node_modules/**',
      '**/dist/**',
      'fixtures/first-contact/**/make/**',
      'clients/typescript/src/generated/**',
    ],
  })
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]))
}

/** The paths of the code in a tree that `matches` accepts. */
export function codePaths(tree: SourceTree, matches = (_path: string) => true): string[] {
  return [...tree.keys()].filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && matches(path))
}

/** True for a test and for what only tests use. */
export function isTestCode(path: string): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path)
}

/** The syntax tree of a file. A file that does not parse is the type checker's to report. */
export function parse(path: string, text: string): { program: Program; module: EcmaScriptModule } {
  const key = `${path}\n${text}`
  let result = parsed.get(key)
  if (!result) {
    const { program, module } = parseSync(path, text)
    parsed.set(key, (result = { program, module }))
  }
  return result
}

/** The line of an offset, for a message one can click on. */
export function getLineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** All edges of a tree: imports, re-exports, types, literal `import()`, and scripts run by URL. */
export function readEdges(tree: SourceTree): Edge[] {
  return codePaths(tree).flatMap((from) => {
    const specifiers = readSpecifiers(from, tree.get(from)!)
    return [...new Set(specifiers)].map((specifier) => toEdge(from, specifier))
  })
}

function readSpecifiers(path: string, text: string): string[] {
  const { module } = parse(path, text)
  const imported = module.staticImports.map((one) => one.moduleRequest.value)
  const reexported = module.staticExports.flatMap((one) =>
    one.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
  )
  const literals = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) =>
    readLiteral(text.slice(start, end)),
  )
  // new URL('./child.ts', import.meta.url)  typeof import('./rows.ts')
  const named = /(?:new URL|(?<!await )import)\(\s*'(?<specifier>\.[^']+\.(?:ts|mjs))'/g
  const others = [...text.matchAll(named)].map((match) => match.groups!.specifier!)
  return [...imported, ...reexported, ...literals, ...others]
}

function readLiteral(source: string): string[] {
  return /^(['"]).*\1$/.test(source) ? [source.slice(1, -1)] : []
}

function toEdge(from: string, specifier: string): Edge {
  if (specifier.startsWith('node:')) return { from, to: specifier, kind: 'builtin' }
  if (specifier.startsWith('.')) {
    return { from, to: posix.join(posix.dirname(from), specifier), kind: 'file' }
  }
  const parts = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1)
  return { from, to: parts.join('/'), kind: 'package' }
}
