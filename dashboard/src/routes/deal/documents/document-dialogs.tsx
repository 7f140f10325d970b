import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '../../../../../clients/typescript/src/index.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Loading } from '../../../parts/page.tsx'
import { Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

interface DialogProps {
  id: string
  document: Document
  onClose: () => void
}

/** What kind of document it is; it is read anew as one. */
export function KindDialog({ id, document, onClose }: DialogProps) {
  const [kind, setKind] = useState(document.document_class ?? '')
  const { data: classes = [] } = useQuery({
    queryKey: keyed('document-classes'),
    queryFn: () => api.documentClasses.list({ is_active: true }).toArray({ max: 500 }),
    staleTime: Infinity,
  })
  const save = async (): Promise<void> => {
    await api.documents.reclassify(document.id, { document_class: kind, reparse: true })
    await refreshDeal(id)
    notify(`${document.display_name} is: ${toWords(kind)}`)
    onClose()
  }
  return (
    <Frame title="Set its kind" document={document} onClose={onClose}>
      <Form submitLabel="Set the kind" onSubmit={save} onCancel={onClose} isReady={kind !== ''}>
        <SelectField
          label="Kind of document"
          note="It is read again as one."
          value={kind}
          options={[
            ['', 'Choose one'],
            ...classes.map(({ name, label }) => [name, label] as const),
          ]}
          onChange={setKind}
        />
      </Form>
    </Frame>
  )
}

export function PasswordDialog({ id, document, onClose }: DialogProps) {
  const [password, setPassword] = useState('')
  const open = async (): Promise<void> => {
    await api.documents.parse(document.id, { force: true, password })
    await refreshDeal(id)
    notify(`${document.display_name} is read`)
    onClose()
  }
  return (
    <Frame title="Enter its password" document={document} onClose={onClose}>
      <Form submitLabel="Read it" onSubmit={open} onCancel={onClose} isReady={password !== ''}>
        <TextField
          label="Password of the file"
          note="It is used once and not kept."
          type="password"
          value={password}
          onChange={setPassword}
          isRequired
        />
      </Form>
    </Frame>
  )
}

/** The documents that a file seems to hold; each becomes one of its own. */
export function SplitDialog({ id, document, onClose }: DialogProps) {
  const found = useQuery({
    queryKey: keyed('deal', id, 'split', document.id),
    queryFn: () => api.documents.split(document.id, { mode: 'auto', dry_run: true }),
  })
  const split = async (): Promise<void> => {
    const { children } = await api.documents.split(document.id, { mode: 'auto' })
    await refreshDeal(id)
    notify(`${document.display_name} is ${formatCounted(children.length, 'document')} now`)
    onClose()
  }
  return (
    <Frame title="Part it into several" document={document} onClose={onClose}>
      <Loading query={found} height={80}>
        {({ suggestions }) => (
          <Form
            submitLabel={`Make ${formatCounted(suggestions.length, 'document')}`}
            onSubmit={split}
            onCancel={onClose}
            isReady={suggestions.length > 1}
          >
            {suggestions.length < 2 ? (
              <p>Nothing shows that this file holds more than one document.</p>
            ) : (
              <ol className="list-decimal pl-5">
                {suggestions.map(({ start_page, end_page, document_class }) => (
                  <li key={start_page}>
                    Pages {start_page} to {end_page}
                    {document_class !== null && <>: {toWords(document_class)}</>}
                  </li>
                ))}
              </ol>
            )}
          </Form>
        )}
      </Loading>
    </Frame>
  )
}

export function DeleteDialog({ id, document, onClose }: DialogProps) {
  const remove = async (): Promise<void> => {
    await api.documents.delete(document.id)
    await refreshDeal(id)
    notify(`${document.display_name} is deleted`)
    onClose()
  }
  return (
    <Frame title="Delete the document" document={document} onClose={onClose}>
      <Form submitLabel="Delete for ever" onSubmit={remove} onCancel={onClose}>
        <p>
          The file goes, and with it {formatCounted(document.transactions_count, 'row')} that were
          read from it. This cannot be undone; leaving it out can.
        </p>
      </Form>
    </Frame>
  )
}

interface FrameProps extends Pick<DialogProps, 'document' | 'onClose'> {
  title: string
  children: React.ReactNode
}

function Frame({ title, document, onClose, children }: FrameProps) {
  return (
    <Dialog title={title} note={document.display_name} onClose={onClose}>
      <div className="p-4">{children}</div>
    </Dialog>
  )
}
