import { Link } from '@tanstack/react-router'
import type { SearchQueryResult } from '../../../../clients/typescript/src/index.ts'
import { api } from '../../data/session.ts'
import { toWords } from '../../format/values.ts'
import { Choice, Typed } from '../../parts/filter-fields.tsx'
import { Empty, PageHead } from '../../parts/page.tsx'
import { RecordsTable, type Column } from '../../parts/records/records-table.tsx'
import { Guarded } from '../../parts/records/section.tsx'
import { useRecords } from '../../parts/records/use-records.ts'
import { useAddress } from '../../parts/use-address.ts'
import { toHitTarget } from '../../shell/hit-target.ts'
import { describeHit } from '../../shell/palette-hits.tsx'
import { splitMarks } from './marks.ts'

const KINDS: Readonly<Record<string, string>> = {
  submission: 'Deal',
  transaction: 'Transaction',
  merchant: 'Merchant',
}

const COLUMNS: readonly Column<SearchQueryResult>[] = [
  { head: 'Found', cell: ({ title }) => title },
  { head: 'Kind', cell: ({ type }) => KINDS[type] ?? toWords(type) },
  { head: 'Where', cell: (hit) => <Where hit={hit} /> },
  { head: 'About', cell: (hit) => describeHit(hit) },
  {
    head: 'Deal',
    cell: ({ type, submission_id }) =>
      type === 'transaction' && submission_id !== null ? (
        <Link to="/deals/$id" params={{ id: submission_id }}>
          Open the deal
        </Link>
      ) : (
        ''
      ),
  },
]

/** Deals, rows of statements and merchants by words, amounts, dates and numbers. */
export function Search() {
  const [{ q, type }, change] = useAddress<'q' | 'type'>()
  return (
    <Guarded scope="submissions:read">
      <PageHead title="Search" />
      <div className="mb-3 flex flex-wrap items-center gap-2 no-print" role="search">
        <Typed
          label="Search for"
          placeholder="square deposit amount:>500"
          className="w-[360px] max-w-full"
          value={q}
          onChange={(next) => change({ q: next })}
        />
        <Choice
          label="Kind"
          value={type}
          options={[
            ['', 'Everything'],
            ['submissions', 'Deals'],
            ['transactions', 'Transactions'],
            ['merchants', 'Merchants'],
          ]}
          onChange={(next) => change({ type: next })}
        />
      </div>
      <section className="panel" aria-label="Found">
        {q ? <Found q={q} type={type} /> : <Hints />}
      </section>
    </Guarded>
  )
}

function Found({ q, type }: { q: string; type: string | undefined }) {
  const records = useRecords<SearchQueryResult>({
    key: ['search', q, type],
    read: (page) => api.search.query({ ...page, q, ...(type && { type: [type] }) }),
  })
  return (
    <RecordsTable
      label="what was found"
      records={records}
      toKey={({ type: kind, id }) => `${kind} ${id}`}
      columns={COLUMNS}
      toTarget={toHitTarget}
      empty={<Empty title={`Nothing with “${q}”`}>Fewer words find more.</Empty>}
    />
  )
}

/** The words in their text, as far as the search shows where it found them. */
function Where({ hit: { highlights } }: { hit: SearchQueryResult }) {
  const [first] = highlights
  if (first === undefined) return null
  return (
    <span className="text-muted">
      {splitMarks(first.fragment).map(({ text, isMarked }, index) =>
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  )
}

const HINTS = [
  ['square deposit', 'words; each finds what begins with it'],
  ['"cash app"', 'words that follow each other'],
  ['transfer -zelle', 'without a word'],
  ['amount:>500', 'amounts above, or amount:100..200 between'],
  ['date:2025-10', 'a month, a day, or a range of days'],
  ['7505', 'the last four digits of an account, an EIN, or your id of a deal'],
] as const

function Hints() {
  return (
    <dl className="facts p-4">
      {HINTS.map(([example, meaning]) => (
        <div key={example} className="contents">
          <dt>
            <Link to="/search" search={{ q: example }}>
              <code>{example}</code>
            </Link>
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
