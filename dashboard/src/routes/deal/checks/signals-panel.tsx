import { useQuery } from '@tanstack/react-query'
import type { Document, DocumentSignal } from '../../../../../clients/typescript/src/index.ts'
import { documentsQuery, keyed } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted } from '../../../format/values.ts'
import { Empty, Loading, Panel } from '../../../parts/page.tsx'
import { useAddress } from '../../../parts/use-address.ts'
import { PageBox, PageFrame } from '../statement/page-picture.tsx'
import { SignalItem } from './signal-item.tsx'

interface SignalSearch {
  document?: string | undefined
  signal?: string | undefined
}

const LEVELS: Record<string, readonly [word: string, tone: string]> = {
  trusted: ['✓ trusted', 'positive'],
  review: ['▲ to review', 'caution'],
  suspicious: ['▲ suspicious', 'negative'],
  high_risk: ['✕ high risk', 'negative'],
}

/** Signs that a document was altered, each where it stands on the page. */
export function SignalsPanel({ id }: { id: string }) {
  const documents = useQuery(documentsQuery(id))
  const [search, change] = useAddress<keyof SignalSearch>()
  return (
    <Panel title="Authenticity" note="100 shows no sign of alteration">
      <Loading query={documents} height={220}>
        {(list) => {
          const scored = list
            .filter(({ authenticity }) => authenticity !== null)
            .toSorted((one, other) => one.authenticity!.score - other.authenticity!.score)
          const shown = scored.find((one) => one.id === search.document) ?? scored[0]
          if (shown === undefined)
            return (
              <Empty title="No document has been examined yet">It happens as each is read.</Empty>
            )
          return (
            <div className="grid grid-cols-1 gap-4">
              <DocumentChoice
                documents={scored}
                shown={shown.id}
                onChoose={(document) => change({ document, signal: undefined })}
              />
              <Signals
                key={shown.id}
                document={shown}
                chosen={search.signal}
                onChoose={(signal) => change({ document: shown.id, signal })}
              />
            </div>
          )
        }}
      </Loading>
    </Panel>
  )
}

interface ChoiceProps {
  documents: readonly Document[]
  shown: string
  onChoose: (id: string) => void
}

function DocumentChoice({ documents, shown, onChoose }: ChoiceProps) {
  return (
    <div className="flex flex-wrap gap-2 no-print" role="group" aria-label="Documents">
      {documents.map(({ id, display_name, authenticity }) => {
        const [word, tone] = LEVELS[authenticity!.level] ?? [authenticity!.level, '']
        return (
          <button
            key={id}
            type="button"
            className="button max-w-full !font-normal aria-pressed:bg-selected"
            aria-pressed={id === shown}
            onClick={() => onChoose(id)}
          >
            <span className="truncate">{display_name}</span>
            <strong>{Math.round(authenticity!.score)}</strong>
            <span className={tone}>{word}</span>
          </button>
        )
      })}
    </div>
  )
}

interface SignalsProps {
  document: Document
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The signs of one document, and its page with where they stand. */
export function Signals({ document, chosen, onChoose }: SignalsProps) {
  const { id, submission_id, display_name } = document
  const signals = useQuery({
    queryKey: keyed('deal', submission_id, 'signals', id),
    queryFn: () => api.documents.listSignals(id).toArray({ max: 500 }),
  })
  return (
    <Loading query={signals} height={160}>
      {(list) => {
        if (list.length === 0)
          return <p className="text-muted">{display_name} shows no sign of alteration.</p>
        const shown =
          list.find((one) => one.id === chosen) ?? list.find(({ bbox }) => bbox) ?? list[0]!
        return (
          <div className="grid gap-4 lg:grid-cols-2">
            <section aria-label={`Signals of ${display_name}`}>
              <h3 className="label">{formatCounted(list.length, 'signal')}</h3>
              <ul>
                {list.map((signal) => (
                  <SignalItem
                    key={signal.id}
                    signal={signal}
                    dealId={submission_id}
                    isShown={signal.id === shown.id}
                    onShow={() => onChoose(signal.id)}
                  />
                ))}
              </ul>
            </section>
            <Picture
              document={document}
              signals={list}
              shown={shown}
              isChosen={chosen !== undefined}
              onChoose={onChoose}
            />
          </div>
        )
      }}
    </Loading>
  )
}

interface PictureProps {
  document: Document
  signals: readonly DocumentSignal[]
  shown: DocumentSignal
  isChosen: boolean
  onChoose: (id: string) => void
}

function Picture({ document, signals, shown, isChosen, onChoose }: PictureProps) {
  const page = shown.page ?? 1
  return (
    <div className="signal-page" tabIndex={0} role="group" aria-label="Page with the signals">
      <PageFrame documentId={document.id} page={page} caption={shown.explanation}>
        {signals
          .filter((one) => one.page === page)
          .map(({ id, bbox, is_dismissed }) => (
            <PageBox
              key={id}
              bbox={bbox}
              isMarked={id === shown.id}
              isFollowed={isChosen}
              tone={is_dismissed ? 'dismissed' : 'signal'}
              onMark={() => onChoose(id)}
            />
          ))}
      </PageFrame>
    </div>
  )
}
