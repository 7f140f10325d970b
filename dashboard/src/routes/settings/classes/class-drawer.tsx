import { useState } from 'react'
import type { DocumentClass } from '../../../../../clients/typescript/src/index.ts'
import { describeError, keyed, queryClient } from '../../../data/queries.ts'
import { useCan } from '../../../data/scopes.ts'
import { api } from '../../../data/session.ts'
import { formatCounted, toWords } from '../../../format/values.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { notify } from '../../../parts/toasts.tsx'

interface Props {
  /** Null for a new one. */
  documentClass: DocumentClass | null
  families: readonly (readonly [string, string])[]
  onClose: () => void
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: keyed('classes') })
}

/** One class: its words, whether a deal needs one, and the fields that are read. */
export function ClassDrawer({ documentClass, families, onClose }: Props) {
  const can = useCan()
  return (
    <Dialog
      title={documentClass?.label ?? 'New class'}
      note={documentClass?.description}
      kind="drawer"
      onClose={onClose}
    >
      <div className="grid gap-6 p-4">
        {can('documents:write') && (
          <ClassForm documentClass={documentClass} families={families} onClose={onClose} />
        )}
        {documentClass && <Fields documentClass={documentClass} />}
        {documentClass && !documentClass.is_builtin && can('documents:write') && (
          <Delete documentClass={documentClass} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function ClassForm({ documentClass, families, onClose }: Props) {
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(() => ({
    label: documentClass?.label ?? '',
    family: documentClass?.family ?? 'other',
    titles: (documentClass?.cues.title ?? []).join('\n'),
    strong: (documentClass?.cues.strong ?? []).join('\n'),
    isRequired: documentClass?.required_for_processing ?? false,
    days: String(documentClass?.retention_days ?? ''),
  }))
  const isBuiltin = documentClass?.is_builtin === true
  const change = (next: Partial<typeof draft>): void => setDraft({ ...draft, ...next })
  const save = async (): Promise<void> => {
    const fields = {
      label: draft.label.trim(),
      cues: { ...documentClass?.cues, title: toLines(draft.titles), strong: toLines(draft.strong) },
      retention_days: draft.days === '' ? null : Number(draft.days),
      ...(!isBuiltin && { family: draft.family, required_for_processing: draft.isRequired }),
    }
    if (documentClass === null)
      await api.documentClasses.create({ name: name.trim(), parser: 'none', ...fields })
    else await api.documentClasses.update(documentClass.id, fields)
    await refresh()
    notify(`${fields.label} is saved`)
    onClose()
  }
  return (
    <Form submitLabel="Save" onSubmit={save} isReady={draft.label.trim() !== ''}>
      {documentClass === null && (
        <TextField
          label="Name for programs"
          note="Small letters, digits and underscores; it stays."
          value={name}
          onChange={setName}
          isRequired
        />
      )}
      <TextField
        label="Name for people"
        value={draft.label}
        onChange={(label) => change({ label })}
        isRequired
      />
      {!isBuiltin && (
        <SelectField
          label="Kind"
          value={draft.family}
          options={families}
          onChange={(family) => change({ family })}
        />
      )}
      <TextField
        label="Titles that show it, one a line"
        rows={3}
        value={draft.titles}
        onChange={(titles) => change({ titles })}
      />
      <TextField
        label="Words that show it, one a line"
        rows={3}
        value={draft.strong}
        onChange={(strong) => change({ strong })}
      />
      <TextField
        label="Days that its files are kept after the deal is archived"
        note="Empty for the setting of the organization."
        type="number"
        value={draft.days}
        onChange={(days) => change({ days })}
      />
      {!isBuiltin && (
        <CheckField
          label="A deal is incomplete without one"
          isOn={draft.isRequired}
          onChange={(isRequired) => change({ isRequired })}
        />
      )}
    </Form>
  )
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

function Fields({ documentClass: { extraction_fields } }: { documentClass: DocumentClass }) {
  if (extraction_fields.length === 0) return null
  return (
    <section aria-label="Fields that are read">
      <h3 className="mb-2">{formatCounted(extraction_fields.length, 'field')} read</h3>
      <ul className="grid gap-1 sm:grid-cols-2">
        {extraction_fields.map(({ name, label, type, required }) => (
          <li key={name}>
            {label} <span className="meta">{toWords(type)}</span>
            {required && <span className="meta"> · required</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A class of documents is not deleted; they get another one first. */
function Delete({ documentClass, onClose }: { documentClass: DocumentClass; onClose: () => void }) {
  const { id, label, documents_count } = documentClass
  const remove = async (): Promise<void> => {
    try {
      await api.documentClasses.delete(id, documents_count > 0 ? { reassign_to: 'other' } : {})
      await refresh()
      onClose()
      notify(`${label} is deleted`)
    } catch (error) {
      notify(describeError(error).message)
    }
  }
  return (
    <button type="button" className="button justify-self-start" onClick={() => void remove()}>
      Delete the class
      {documents_count > 0 && `; its ${formatCounted(documents_count, 'document')} become “other”`}
    </button>
  )
}
