import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { findUnknownNames, readRecipes, walkRecipes, type Walk } from './recipes.ts'

const RECIPES = readRecipes(readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8'))

const WALKS: readonly Walk[] = [
  {
    recipe: 'a metric',
    marker: 'walkedmetric',
    edits: [
      {
        in: 'src/core/analytics/metrics',
        after: 'export const DEPOSIT_METRICS: readonly Metric[] = [',
        text: `
  flow({
    name: 'walkedmetric',
    label: 'Walked',
    unit: 'n',
    formulaId: 'D1',
    formula: 'One',
    compute: () => ({ value: 1, inputs: {} }),
  }),`,
      },
    ],
  },
  {
    recipe: 'an anomaly',
    marker: 'walkedanomaly',
    edits: [
      {
        in: 'src/core/analytics/anomalies',
        after: 'export const DEPOSIT_DETECTORS: readonly Detector[] = [',
        text: `
  {
    kind: 'walkedanomaly',
    title: 'Walked',
    threshold: { default: 1, meaning: 'nothing' },
    detect: () => [],
  },`,
      },
    ],
  },
  {
    recipe: 'a column of a report',
    marker: 'walkedcolumn',
    edits: [
      {
        in: 'src/core/analytics/reports',
        after: '\n  required_months: Type.Integer(),',
        text: '\n  walkedcolumn: Type.Integer(),',
      },
      {
        in: 'src/core/analytics/reports',
        after: '\n    required_months: months,',
        text: '\n    walkedcolumn: 1,',
      },
    ],
  },
  {
    recipe: 'a signal of alteration',
    marker: 'walkedsignal',
    edits: [
      {
        in: 'src/core/statements/authenticity/rules/signals.csv',
        text: `document,walkedsignal,arithmetic,low,0.5,1,Never,Never found.\n`,
      },
      {
        in: 'src/core/statements/authenticity/rules',
        after: 'export const ARITHMETIC_DETECTORS: Detectors<Evidence> = {',
        text: `
  walkedsignal: () => [],`,
      },
    ],
  },
  {
    recipe: 'a document class',
    marker: 'walkedclass',
    edits: [
      {
        in: 'src/core/statements/classes/classes.csv',
        text: 'walkedclass,Walked,other,form,,,,Never read.\n',
      },
      { in: 'src/core/statements/classes/cues.csv', text: 'walkedclass,title,walked class\n' },
    ],
  },
  {
    recipe: 'a category',
    marker: 'walkedcategory',
    edits: [
      {
        in: 'src/core/values/data/categories.csv',
        text: 'expenses.walkedcategory,Walked,Never used.,out,no,no,Operating expenses,9,,,,\n',
      },
    ],
  },
  {
    recipe: 'a merchant',
    marker: 'walkedmerchant',
    edits: [
      {
        in: 'src/core/enrichment/data/merchants/best-known.csv',
        text: 'Walkedmerchant,,expenses.rent,,\n',
      },
    ],
  },
  {
    recipe: 'a funder',
    marker: 'walkedfunder',
    edits: [
      { in: 'src/core/enrichment/data/funders.csv', text: 'Walkedfunder Capital,mca,1.3,,\n' },
    ],
  },
  {
    recipe: 'a word of the enrichment',
    marker: 'walkedword',
    edits: [{ in: 'src/core/enrichment/data/cues.csv', text: 'expenses.rent,WALKEDWORD\n' }],
  },
  {
    recipe: 'an error',
    marker: 'walkederror',
    edits: [
      {
        in: 'src/platform/errors/catalogue.json',
        after: '{',
        text: `
  "walkederror": {"type":"conflict_error","message":"Walked.","fix":"Nothing."},`,
      },
      { in: 'src/resources/categories/routes.ts', after: 'errors: [', text: `'walkederror', ` },
    ],
  },
  {
    recipe: 'a webhook event',
    marker: 'walkedevent',
    edits: [
      {
        in: 'src/events.ts',
        after: 'export const EVENTS = [',
        text: `
  declare('submission.walkedevent', 'Walked.', SubmissionData, SAMPLE_SUBMISSION),`,
      },
      {
        in: 'src/resources/submissions',
        after: `await emit(ctx, { type: 'submission.created', submissionId: id, data })`,
        text: `
  await emit(ctx, { type: 'submission.walkedevent', submissionId: id, data })`,
      },
    ],
  },
  {
    recipe: 'a setting',
    marker: 'walkedsetting',
    edits: [
      {
        in: 'src/settings.ts',
        after: 'export const SETTINGS = {',
        text: `
  WALKEDSETTING: setting('', 'Nothing.', optionalText),`,
      },
      {
        in: 'src/config.ts',
        after: 'export interface Config {',
        text: `
  walked: string | null`,
      },
      {
        in: 'src/config.ts',
        after: 'mailOutboxDir: values.MAIL_OUTBOX_DIR,',
        text: `
    walked: values.WALKEDSETTING,`,
      },
    ],
  },
  {
    recipe: 'a setting of a tenant',
    marker: 'walkedtenant',
    edits: [
      {
        in: 'src/resources/settings/list.ts',
        after: 'export const TENANT_SETTINGS: Readonly<Record<string, TenantSetting>> = {',
        text: `
  walkedtenant: { schema: Flag(), fallback: false, meaning: 'Nothing.', readBy: 'a walk' },`,
      },
    ],
  },
  {
    recipe: 'a file name or an amount that fails on purpose',
    marker: 'walkedfile',
    edits: [
      {
        in: 'src/resources/records/sandbox/magic.ts',
        after: 'export const MAGIC_FILES: readonly MagicFile[] = [',
        text: `
  { ending: '.walkedfile', effect: 'fail', meaning: 'fails' },`,
      },
    ],
  },
  {
    recipe: 'an invariant that `verify` checks',
    marker: 'walkedinvariant',
    edits: [
      {
        in: 'src/resources/health/invariants/store.ts',
        after: 'export const ROW_INVARIANTS: readonly RowInvariant[] = [',
        text: `
  {
    name: 'walkedinvariant',
    meaning: 'Always.',
    faults: (id) => sql\`select 'none' as fault where \${id} is null\`,
  },`,
      },
    ],
  },
]

test('every path, name and command of a recipe exists', () => {
  assert.ok(RECIPES.length > 40)
  assert.deepEqual(findUnknownNames(RECIPES), [])
})

test('a path, a name and a command that do not exist are found', () => {
  const gone = ['gone', 'List'].join('')
  const text = `\`src/resources/<noun>/routes.ts\` \`gone.ts\` \`pagedList\` \`${gone}\` \`npm run gone\``
  const found = findUnknownNames([{ name: 'a thing', text, counts: '1' }])
  assert.deepEqual(found, ['a thing: gone.ts', `a thing: ${gone}`, 'a thing: npm run gone'])
})

test('the smallest addition takes as many files and goldens as its recipe states', async () => {
  const walked = await walkRecipes(WALKS)
  for (const { recipe, sources, goldens } of walked) {
    const counted = goldens.length > 0 ? [sources.length, goldens.length] : [sources.length]
    const files = [...sources, ...goldens].join(', ')
    assert.equal(getLeast(recipe), counted.join(' + '), `${recipe}: ${files}`)
  }
})

/** `1–4 + 2` → `1 + 2`: what the smallest addition takes. */
function getLeast(recipe: string): string | undefined {
  return RECIPES.find(({ name }) => name === recipe)?.counts.replaceAll(/–\d+/g, '')
}
