import { Collector, type ReadOptions } from './collect.ts'
import { codat } from './codat.ts'
import { decisionLogic } from './decision-logic.ts'
import { flinks } from './flinks.ts'
import type { Imported } from './imported.ts'
import { inscribe } from './inscribe.ts'
import { mastercard } from './mastercard.ts'
import { moneythumb } from './moneythumb.ts'
import { mx } from './mx.ts'
import { ocrolus } from './ocrolus.ts'
import { parseJsonPayload, parseXmlPayload } from './payload/parse.ts'
import { child, items, rootPlace, type Place } from './payload/place.ts'
import { plaid } from './plaid.ts'
import type { Provider } from './provider.ts'
import { yodlee } from './yodlee.ts'

/** Every provider whose payloads are read, in the order in which they are tried. */
export const PROVIDERS: readonly Provider[] = [
  plaid,
  ocrolus,
  yodlee,
  mastercard,
  decisionLogic,
  inscribe,
  moneythumb,
  mx,
  flinks,
  codat,
]

/** The provider of a JSON payload, as far as its names show; null when it is of none of them. */
export function detectProvider(root: unknown): Provider | null {
  const place = rootPlace(root)
  return PROVIDERS.find((each) => each.detects(place)) ?? null
}

/**
 * What a payload of this provider holds: JSON, one JSON value a line, or XML. One that is neither,
 * that lacks the lists of its kind or holds nothing at all has problems that name the places.
 */
export function readPayload(text: string, name: string, options: ReadOptions): Imported {
  const collector = new Collector(options)
  const provider = PROVIDERS.find((each) => each.name === name)
  const root = parsePayload(text, collector)
  if (root !== undefined && provider)
    for (const page of listPages(rootPlace(root))) provider.read(page, collector)
  const { imported } = collector
  if (!isEmpty(imported) || imported.isPage || imported.problems.length > 0) return imported
  collector.problem(rootPlace(root), 'missing_list', 'The payload holds no transaction.')
  return imported
}

/** Whether there is nothing to keep. */
export function isEmpty({ rows, removed, statements }: Imported): boolean {
  return rows.length + removed.length + statements.length === 0
}

/** What came page by page is kept as `{"pages": […]}`, each as the provider wrote it. */
function listPages(root: Place): Place[] {
  const pages = child(root, 'pages')
  return Array.isArray(pages.value) ? items(pages) : [root]
}

function parsePayload(text: string, collector: Collector): unknown {
  const plain = text.replace(/^\uFEFF/, '').trimStart()
  const root = rootPlace(undefined)
  if (plain.startsWith('<')) {
    const parsed = parseXmlPayload(plain)
    if ('root' in parsed) return parsed.root
    collector.problem(root, 'invalid_payload', parsed.fault)
    return undefined
  }
  const value = parseJsonPayload(plain) ?? parseLines(plain)
  if (value === undefined)
    collector.problem(root, 'invalid_payload', 'The payload is neither JSON nor XML.')
  return value
}

function parseLines(text: string): unknown {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const values = lines.length < 2 ? [] : lines.map(parseJsonPayload)
  return values.length === 0 || values.includes(undefined) ? undefined : values
}
