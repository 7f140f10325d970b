import { createHash } from 'node:crypto'
import { FEE_RULES } from '../../src/core/enrichment/data/fee-rules.ts'
import { NOT_FUNDERS } from './not-funders.ts'
import { toNameKey } from '../../src/core/enrichment/descriptor/party.ts'
import { tabulate } from '../../src/core/enrichment/text/phrases.ts'
import { allPhrases, FINANCIERS, formatLine, MERCHANTS, registryId } from './phrases.ts'

/**
 * The lists of `src/core/enrichment/data` as the service opens them: what each phrase means, and a
 * table to find phrases by. An entry has a line of its own, so that the file reads well as a diff.
 */
export function compileRegistry(): string {
  const entries = {
    funders: FINANCIERS.map((funder) => ({
      id: registryId(funder.name),
      nameKey: toNameKey(funder.name),
      ...funder,
    })),
    notFunders: NOT_FUNDERS.map(({ in: into, out }) => ({ in: into, out })),
    feeRules: FEE_RULES.map(({ slug, feeKind }) => ({ slug, feeKind })),
    merchants: MERCHANTS.map(({ name, in: into, out, aliases }) =>
      formatLine(
        registryId(name),
        name,
        into ?? '',
        out ?? '',
        aliases.join(', '),
        toNameKey(name),
      ),
    ),
  }
  const version = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16)
  return print({ version, ...entries, ...compilePhrases() })
}

function compilePhrases(): Record<string, string | string[]> {
  const spoken = [...allPhrases()]
  const ids = new Map<string, number>()
  for (const { sense } of spoken) if (!ids.has(sense)) ids.set(sense, ids.size)
  const table = tabulate(spoken.map(({ phrase }) => phrase))
  return {
    senses: [...ids.keys()],
    words: table.words.join(' '),
    senseIds: toBase64(Uint16Array.from(spoken, ({ sense }) => ids.get(sense)!)),
    childCounts: toBase64(table.childCounts),
    wordIds: toBase64(table.wordIds),
    endingCounts: toBase64(table.endingCounts),
    endings: toBase64(table.endings),
  }
}

function toBase64({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array | Uint16Array | Uint32Array): string {
  return new Uint8Array(buffer, byteOffset, byteLength).toBase64()
}

function print(file: Readonly<Record<string, string | readonly unknown[]>>): string {
  const parts = Object.entries(file).map(([key, value]) => {
    if (typeof value === 'string') return `"${key}": ${JSON.stringify(value)}`
    return `"${key}": [\n${value.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}
