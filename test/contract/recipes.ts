import { execFile } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const PARTS =
  'src test scripts fixtures bench docs migrations .env.example bootstrap.mjs openapi.json package.json package-lock.json tsconfig.json clients dashboard'
const run = promisify(execFile)

/** A row of the table of CONTRIBUTING.md. */
export interface Recipe {
  name: string
  /** What to write and where to list it, as printed. */
  text: string
  /** `1 + 8`: files to write without tests, and generated files. */
  counts: string
}

export function readRecipes(markdown: string): Recipe[] {
  const rows = markdown.split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.map((row) => row.slice(2, -2).split(' | '))
  const recipes = cells.filter((row) => row.length === 4 && row[0] !== 'to add')
  return recipes.map(([name, write, list, counts]) => ({
    name: name!.replace(/ ✓$/, ''),
    text: `${write} ${list}`,
    counts: counts!,
  }))
}

/** Every path, symbol and command in backticks that does not exist, as `recipe: name`. */
export function findUnknownNames(recipes: readonly Recipe[]): string[] {
  const paths = globSync('{src,test,scripts,fixtures,bench,docs,migrations,clients,dashboard}/**', {
    cwd: ROOT,
  })
  const root = globSync('*.{md,ts,json,mjs}', { cwd: ROOT })
  const code = globSync('{src,test,scripts,fixtures,bench}/**/*.ts', { cwd: ROOT })
  const text = code.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n')
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const isKnown = (name: string): boolean => {
    const command = /^npm run (?<script>\w+)/.exec(name)?.groups?.script
    if (command) return command in scripts
    if (/[/.]/.test(name.replace(/…/g, ''))) return isPath(name, [...paths, ...root])
    return isWord(name, text)
  }
  return recipes.flatMap((recipe) =>
    listNames(recipe.text)
      .filter((name) => !isKnown(name))
      .map((name) => `${recipe.name}: ${name}`),
  )
}

/** `src/{a,b}.ts` names two files. */
function listNames(text: string): string[] {
  const names = [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
  return names.flatMap((name) => {
    const [, before, choice, after] = /^(.*)\{(.+)\}(.*)$/.exec(name) ?? []
    return choice ? choice.split(',').map((one) => `${before}${one}${after}`) : [name]
  })
}

/** A path from the root or the end of one; `<noun>` stands for any name. */
function isPath(name: string, paths: readonly string[]): boolean {
  const pattern = escape(name.replace(/\/$/, '')).replace(/<[^>]+>/g, '[^/]+')
  const path = new RegExp(`(?:^|/)${pattern}$`)
  return paths.some((one) => path.test(one))
}

/** A name that the code declares or sets: `pagedList`, `job(…)`, `isTestOnly: true`, `…_sealed`. */
function isWord(name: string, code: string): boolean {
  const word = /^(?:await )?(?<word>…?\w+)/.exec(name)?.groups?.word
  if (!word) return false
  const pattern = word.replace('…', '\\w+')
  return new RegExp(
    `\\b(?:function|const|interface|type|class) ${pattern}\\b|\\b${pattern}\\??['"]?[:,]`,
  ).test(code)
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The smallest addition of its kind. Its marker stands in each generated file that it changes. */
export interface Walk {
  recipe: string
  marker: string
  edits: readonly Edit[]
}

/** Text behind the first `after` in a file or a folder's files; at the end when there is none. */
export interface Edit {
  in: string
  after?: string
  text: string
}

export interface Walked {
  recipe: string
  sources: string[]
  goldens: string[]
}

/**
 * Makes all additions in one copy of the tree and writes its goldens, except those that need a
 * database. Throws when an addition does not load, or changes a golden without its marker.
 */
export async function walkRecipes(walks: readonly Walk[]): Promise<Walked[]> {
  const copy = mkdtempSync(join(tmpdir(), 'assay-recipes-'))
  try {
    for (const part of PARTS.split(' ')) {
      cpSync(join(ROOT, part), join(copy, part), { recursive: true })
    }
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    const sources = walks.map((walk) => new Set(walk.edits.map((edit) => addText(copy, edit))))
    await writeGoldens(copy)
    const changed = findChanged(copy, sources)
    const walked = walks.map(({ recipe, marker }, index) => ({
      recipe,
      sources: [...sources[index]!],
      goldens: changed
        .filter(({ text }) => text.toLowerCase().includes(marker))
        .map(({ path }) => path),
    }))
    const named = new Set(walked.flatMap(({ goldens }) => goldens))
    const unnamed = changed.filter(({ path }) => !named.has(path)).map(({ path }) => path)
    if (unnamed.length > 0) throw new Error(`Changed without a marker: ${unnamed.join(', ')}`)
    return walked
  } finally {
    rmSync(copy, { recursive: true })
  }
}

function addText(copy: string, { in: place, after, text }: Edit): string {
  const paths = /\.\w+$/.test(place)
    ? [place]
    : globSync(`${place}/**/*.ts`, { cwd: copy }).toSorted()
  const path = paths.find((one) => readFileSync(join(copy, one), 'utf8').includes(after ?? ''))
  if (!path) throw new Error(`${place} has no "${after}"`)
  const before = readFileSync(join(copy, path), 'utf8')
  const at = after ? before.indexOf(after) + after.length : before.length
  writeFileSync(join(copy, path), before.slice(0, at) + text + before.slice(at))
  return path
}

async function writeGoldens(copy: string): Promise<void> {
  const tests = globSync('{src,test,scripts,fixtures}/**/*.test.ts', { cwd: copy }).filter(
    (path) => {
      const text = readFileSync(join(copy, path), 'utf8')
      return /\bmatchGolden\b|\bUPDATE_GOLDEN\b/.test(text) && !/\/context\.ts'/.test(text)
    },
  )
  const env = { ...process.env, UPDATE_GOLDEN: '1', NODE_TEST_CONTEXT: undefined }
  const args = ['--test', '--test-isolation=none', ...tests]
  await run(process.execPath, args, { cwd: copy, env }).catch(({ stdout }) => {
    throw new Error(`The goldens cannot be written:\n${stdout}`)
  })
}

/** Files that were not edited and differ from the tree's. */
function findChanged(
  copy: string,
  sources: readonly Set<string>[],
): { path: string; text: string }[] {
  const edited = new Set(sources.flatMap((paths) => [...paths]))
  const paths = globSync(['**/*.{json,md}', '.env.example'], {
    cwd: copy,
    // What is printed of the clients follows openapi.json, and is not counted beside it.
    exclude: ['node_modules', 'clients/**'],
  })
  return paths
    .filter((path) => !edited.has(path))
    .flatMap((path) => {
      const text = readFileSync(join(copy, path), 'utf8')
      return text === readFileSync(join(ROOT, path), 'utf8') ? [] : [{ path, text }]
    })
}
