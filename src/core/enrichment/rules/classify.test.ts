import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toEnrichInput } from '../../../../fixtures/deals/enrich-input.ts'
import { generateDeals } from '../../../../fixtures/deals/generate.ts'
import { createReader } from '../descriptor/lexicon.ts'
import { wordsIn } from '../descriptor/reading.ts'
import { scanDescriptor } from '../descriptor/normalize.ts'
import { REFERENCE } from '../descriptor/outline.ts'
import { findPhrases } from '../text/phrases.ts'
import { readWords } from '../text/scan.ts'
import { matchPairs } from '../matching/pairs.ts'
import { phraseTrie } from '../registry/open.ts'
import { toRows } from '../row.ts'
import { buildCoverage } from '../covered-days.ts'
import { detectSeries } from '../streams/series.ts'
import { EMPTY_TENANT_LAYER, indexTenantLayer } from '../tenant-layer.ts'
import { buildContext } from './context.ts'
import { explainRow } from './explain.ts'
import { classifyRow, createClassifier } from './classify.ts'

const tenantIndex = indexTenantLayer(EMPTY_TENANT_LAYER)

for (const deal of generateDeals({ seed: 'said', count: 6 })) {
  const { transactions, accounts, company, periods } = toEnrichInput(deal)
  const rows = toRows(transactions, { accounts, ownName: company.name, tenantIndex })
  const series = detectSeries(rows, buildCoverage(periods))
  const context = buildContext(rows, { company, partners: matchPairs(rows), series, tenantIndex })

  test(`the cached classification of the same words is that of each row alone: ${deal.id}`, () => {
    const classify = createClassifier(context)
    for (const row of rows) {
      const classification = classify(row)
      assert.deepEqual(classification, classifyRow(row, context), row.tx.description)
      const { slug } = explainRow(row, context).find(({ chosen }) => chosen)!
      assert.equal(classification.categories[0]!.slug, slug, row.tx.description)
    }
  })

  test(`references that are left out hide no phrase: ${deal.id}`, () => {
    for (const { tx, reading } of rows) {
      const isOwn = createReader([])(tx.description).reading !== reading
      if (isOwn) continue
      const printed = readWords(scanDescriptor(tx.description).scan)
      const found = findPhrases(phraseTrie(), printed)
      assert.deepEqual(findPhrases(phraseTrie(), wordsIn(reading)), found, tx.description)
    }
  })
}

test('no phrase contains the placeholder of references', () => {
  assert.equal(phraseTrie().idOf.has(REFERENCE), false)
})
