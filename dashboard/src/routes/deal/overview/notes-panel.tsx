import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SubmissionNote } from '../../../../../clients/typescript/src/index.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatAgo, formatInstant, toWords } from '../../../format/values.ts'
import { Loading, Panel } from '../../../parts/page.tsx'
import { Form, TextField } from '../../../parts/records/form.tsx'

const NOTES_MAX = 200

/** What people and workflows wrote about the deal, the newest first. */
export function NotesPanel({ id }: { id: string }) {
  const can = useCan()
  const notes = useQuery({
    queryKey: keyed('deal', id, 'notes'),
    queryFn: () => api.submissions.listNotes(id).toArray({ max: NOTES_MAX }),
  })
  return (
    <Panel title="Notes">
      <div className="grid gap-3">
        {can('submissions:write') && <Write id={id} />}
        <Loading query={notes} height={60}>
          {(rows) =>
            rows.length === 0 ? (
              <p className="text-muted">Nobody has written one yet.</p>
            ) : (
              <ol>
                {rows.map((note) => (
                  <Note key={note.id} note={note} />
                ))}
              </ol>
            )
          }
        </Loading>
      </div>
    </Panel>
  )
}

function Write({ id }: { id: string }) {
  const [text, setText] = useState('')
  const write = async (): Promise<void> => {
    await api.submissions.createNote(id, { text: text.trim() })
    setText('')
    await refreshDeal(id)
  }
  return (
    <Form submitLabel="Add the note" onSubmit={write} isReady={text.trim() !== ''}>
      <TextField
        label="A note for whoever opens the deal next"
        rows={2}
        value={text}
        onChange={setText}
      />
    </Form>
  )
}

function Note({ note }: { note: SubmissionNote }) {
  const { text, author, created_at, decision, taken_back_at } = note
  const isOver = taken_back_at !== null
  return (
    <li className="border-t border-hairline py-2 first:border-0">
      {decision !== null && (
        <p className="meta">
          Reason for <strong>{toWords(decision).toLowerCase()}</strong>
          {isOver && (
            <span className="caution" title={formatInstant(taken_back_at)}>
              {' '}
              ▲ a decision that was undone {formatAgo(taken_back_at, Date.now())}
            </span>
          )}
        </p>
      )}
      <p className={`break-words whitespace-pre-wrap ${isOver ? 'text-muted' : ''}`}>{text}</p>
      <p className="meta">
        {author.name ?? author.type} ·{' '}
        <time dateTime={created_at} title={formatInstant(created_at)}>
          {formatAgo(created_at, Date.now())}
        </time>
      </p>
    </li>
  )
}
