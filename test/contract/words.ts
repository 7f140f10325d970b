import { Visitor, type Node } from 'oxc-parser'
import { codePaths, isTestCode, getLineNumber, parse, type SourceTree } from './source-tree.ts'

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
    except: /^src\/mcp\/calls\/api\.ts$/,
    why: 'platform/egress is the only way out; it checks where a call really goes (the tools for agents call one address, that of the settings)',
  },
  {
    word: 'shell:',
    why: 'a program is started with its arguments as they are, never through a shell',
  },
  { word: 'rejectUnauthorized:', why: 'the other side of a TLS connection is always verified' },
  { word: 'export default', why: 'an import must use the name that the file gives' },
]

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
      return rule ? [`${path}:${getLineNumber(text, start)} has ${word}: ${rule.why}`] : []
    })
  })
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

/** Words that only this house used for what the field has a word for. */
interface RefusedWords {
  words: string
  instead: string
  /** In comments and texts the word is plain English. */
  inNamesOnly?: true
}

export const REFUSED_WORDS: RefusedWords[] = [
  { words: 'wish wishes wished', instead: 'input, patch, options or query' },
  { words: 'glance glances', instead: 'a single read' },
  { words: 'workshop grip', instead: 'job runner, lock' },
  { words: 'told tell tells telling', instead: 'reported, describe, show' },
  { words: 'ask asks asked asking', instead: 'request, query, need' },
  { words: 'answer answers answered answering', instead: 'response, result, return' },
  { words: 'testimony testimonies', instead: 'claim' },
  { words: 'speaker speakers', instead: 'classifier' },
  { words: 'hunt hunts hunting', instead: 'search' },
  { words: 'stray strays adrift strand strands stranded', instead: 'unassigned lines' },
  { words: 'aside', instead: 'what it does' },
  { words: 'say says saying said', instead: 'classify, describe, state', inNamesOnly: true },
  { words: 'think thinks thinking thought', instead: 'classify, compute', inNamesOnly: true },
  { words: 'gather gathers gathered gathering', instead: 'collect', inNamesOnly: true },
  { words: 'hands', instead: 'pool', inNamesOnly: true },
  { words: 'eye eyes', instead: 'OCR region', inNamesOnly: true },
  { words: 'together beside', instead: 'what it does', inNamesOnly: true },
]

const REFUSED = new Map(
  REFUSED_WORDS.flatMap((refused) => refused.words.split(' ').map((word) => [word, refused])),
)
/** The list itself with its test, and the pages of sample banks, which print what banks print. */
const OTHER_VOICES = /^(?:test\/contract\/words(?:\.test)?\.ts$|fixtures\/layouts\/)/
/** Columns that the database has had from the start. */
const KEPT_NAMES = /\basked_at\b/g
const READ_BY_PEOPLE = /\.(?:ts|tsx|mjs|md)$/

/** Every refused word as `file:line has …: write …`, of code, comments, texts and documents. */
export function findRefusedWords(tree: SourceTree): string[] {
  const paths = [...tree.keys()].filter(
    (path) => READ_BY_PEOPLE.test(path) && !OTHER_VOICES.test(path),
  )
  return paths.flatMap((path) => {
    const text = tree.get(path)!.replaceAll(KEPT_NAMES, (name) => ' '.repeat(name.length))
    const words = [...readRefused(text, false), ...readRefusedNames(path, text)]
    return words.map(
      ({ word, refused, start }) =>
        `${path}:${getLineNumber(text, start)} has "${word}": write ${refused.instead}`,
    )
  })
}

interface FoundWord {
  word: string
  refused: RefusedWords
  start: number
}

/** Of a name like `askedAt` each part counts; capitals alone are the words of a bank. */
function readRefused(text: string, inNames: boolean): FoundWord[] {
  return [...text.matchAll(/[A-Z]?[a-z]+/g)].flatMap(({ 0: part, index }) => {
    const refused = REFUSED.get(part.toLowerCase())
    const isMeant = refused && (refused.inNamesOnly ?? false) === inNames
    return isMeant ? [{ word: part, refused, start: index }] : []
  })
}

function readRefusedNames(path: string, text: string): FoundWord[] {
  if (path.endsWith('.md')) return []
  const found: FoundWord[] = []
  new Visitor({
    Identifier({ name, start }) {
      for (const one of readRefused(name, true)) found.push({ ...one, word: name, start })
    },
  }).visit(parse(path, text).program)
  return found
}

/** Every function named `…Of` as `file:line: …`: a name says what is done, or is the thing's noun. */
export function findNamesWithoutVerb(tree: SourceTree): string[] {
  return codePaths(tree).flatMap((path) => {
    const text = tree.get(path)!
    const found: string[] = []
    const note = (node: Node | null | undefined): void => {
      if (node?.type !== 'Identifier' || !/[a-z]Of$/.test(node.name)) return
      found.push(
        `${path}:${getLineNumber(text, node.start)} ${node.name}: a function is a verb or a noun`,
      )
    }
    new Visitor({
      FunctionDeclaration: ({ id }) => note(id),
      VariableDeclarator({ id, init }) {
        if (init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression')
          note(id)
      },
    }).visit(parse(path, text).program)
    return found
  })
}
