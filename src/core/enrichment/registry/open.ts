import type { Funder } from '../data/funders.ts'
import { openTrie, startsStem, type PhraseTrie } from '../text/phrases.ts'
import type { Scan } from '../text/scan.ts'
import file from './registry.json' with { type: 'json' }
import { readSense, type ListedFee, type Merchant, type Sense } from './senses.ts'

/** A merchant with the words that name it. */
export interface ListedMerchant extends Merchant {
  aliases: readonly string[]
  /** The distinctive words of its name, which two spellings of one name share. */
  nameKey: string
}

/** A financier with its id and the distinctive words of its name. */
interface ListedFunder extends Funder {
  id: string
  nameKey: string
}

/** Changes with every entry. */
export const REGISTRY_VERSION: string = file.version

/** Financiers, funders first. */
export const LISTED_FUNDERS = file.funders as readonly ListedFunder[]

let merchants: ListedMerchant[] | null = null
let trie: PhraseTrie<Sense> | null = null

/** The merchants in the order of their lists; one may be in several. */
export function listedMerchants(): readonly ListedMerchant[] {
  return (merchants ??= file.merchants.map(readMerchant))
}

// home-depot|Home Depot|income.vendor_refund|cogs.materials|THE HOME DEPOT, HOMEDEPOT|HOME DEPOT
function readMerchant(line: string): ListedMerchant {
  const [id, name, into, out, aliases, nameKey] = line.split('|') as [string, ...string[]]
  return {
    id,
    name: name!,
    in: into || null,
    out: out || null,
    aliases: aliases ? aliases.split(', ') : [],
    nameKey: nameKey!,
  }
}

/** Every phrase of the registries; decoded on first use. */
export function phraseTrie(): PhraseTrie<Sense> {
  return (trie ??= openPhrases())
}

// 1800FLOWERS, 7ELEVEN, 401K
const NUMBERED = /[^ ]*\d[^ ]*/g

let numbered: Set<number> | null = null

/** Whether a phrase may have this word with digits of a scan: 1800FLOWERS, 7ELEVEN. */
export function isKnownReference({ codes, starts, ends }: Scan, word: number): boolean {
  numbered ??= new Set(file.words.match(NUMBERED)!.map(markOfText))
  const [start, end] = [starts[word]!, ends[word]!]
  const mark = packMark(end - start, codes[start]!, codes[end - 1]!)
  return numbered.has(mark) || startsStem(phraseTrie(), codes, start)
}

function markOfText(word: string): number {
  return packMark(word.length, word.charCodeAt(0), word.charCodeAt(word.length - 1))
}

/** The length and the end letters of a word: cheap, and a false match costs little. */
function packMark(length: number, first: number, last: number): number {
  return (length << 14) | (first << 7) | last
}

function openPhrases(): PhraseTrie<Sense> {
  const entries = {
    funders: LISTED_FUNDERS,
    notFunders: file.notFunders,
    feeRules: file.feeRules as readonly ListedFee[],
    merchants: listedMerchants(),
  }
  const senses: (Sense | undefined)[] = []
  const senseIds = new Uint16Array(decodeBase64(file.senseIds))
  const table = {
    words: file.words.split(' '),
    childCounts: new Uint16Array(decodeBase64(file.childCounts)),
    wordIds: new Uint16Array(decodeBase64(file.wordIds)),
    endingCounts: new Uint8Array(decodeBase64(file.endingCounts)),
    endings: new Uint32Array(decodeBase64(file.endings)),
  }
  return openTrie(table, (phrase) => {
    const id = senseIds[phrase]!
    return (senses[id] ??= readSense(file.senses[id]!, entries))
  })
}

function decodeBase64(text: string): ArrayBuffer {
  return Uint8Array.fromBase64(text).buffer
}
