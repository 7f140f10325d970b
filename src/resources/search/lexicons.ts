import { createLexicon, type Lexicon } from '../../core/search/lexicon.ts'
import { isSpelt } from '../../core/search/words.ts'
import type { Context } from '../../platform/context.ts'
import { createHouseCache } from '../../platform/lru.ts'
import { listWords } from './store.ts'

/** Words of one environment that are known: those of most descriptors. */
const WORDS_MAX = 50_000
/** Words of all environments that a process holds; about 1 KB each, filed. */
const BUDGET_WORDS = 400_000

interface Held {
  lexicon: Lexicon
  /** When words were last read, by the database’s clock. */
  since: string
}

const getCache = createHouseCache<Held>(BUDGET_WORDS)

/** The known words of the environment. When one of these is missing, newer words are read first. */
export async function getLexicon(ctx: Context, wanted: readonly string[]): Promise<Lexicon> {
  const all = getCache(ctx.house)
  const { id } = ctx.environment
  const held = all.get(id)
  if (held && wanted.every((word) => !isSpelt(word) || held.lexicon.has(word))) return held.lexicon
  const lexicon = held?.lexicon ?? createLexicon()
  const { words, now } = await listWords(ctx, held?.since ?? null, WORDS_MAX)
  lexicon.add(words)
  all.set(id, { lexicon, since: now }, Math.max(1, lexicon.size()))
  return lexicon
}
