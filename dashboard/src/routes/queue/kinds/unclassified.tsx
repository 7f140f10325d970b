import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Document } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Loading } from '../../../parts/page.tsx'
import { PagePicture } from '../../deal/statement/page-picture.tsx'
import { Choices, type Choice } from '../choices.tsx'
import type { KindProps } from '../kind.ts'

const GUESSES = 5

/** A document of an unknown kind: its first page, the likeliest kinds by number, or any other. */
export function Unclassified(props: KindProps) {
  const { document_id: documentId } = props.item
  const { id } = props.deal
  const document = useQuery({
    queryKey: keyed('deal', id, 'document', documentId),
    queryFn: () => api.documents.get(documentId!),
    enabled: documentId !== null,
  })
  return (
    <Loading query={document} height={420}>
      {(data) => <Kinds {...props} document={data} />}
    </Loading>
  )
}

function Kinds({ item, deal, document, onDecide }: KindProps & { document: Document }) {
  const can = useCan()
  const { id, display_name, classification } = document
  const [chosen, setChosen] = useState('')
  const decide = (text: string, work: () => Promise<unknown>): void =>
    onDecide(item, {
      text,
      send: async () => {
        await work()
        await refreshDeal(deal.id)
      },
    })
  const classify = (name: string): void =>
    decide(`${display_name} is: ${toWords(name)}`, () =>
      api.documents.reclassify(id, { document_class: name }),
    )
  const guesses = (classification?.candidates ?? []).slice(0, GUESSES)
  const choices: Choice[] = [
    ...guesses.map(({ class: name }, index) => ({
      keys: String(index + 1),
      label: toWords(name),
      run: () => classify(name),
    })),
    {
      keys: 'a',
      label: chosen === '' ? 'Set the kind' : `It is: ${toWords(chosen)}`,
      isPrimary: true,
      isDisabled: chosen === '',
      run: () => classify(chosen),
    },
    {
      keys: 'r',
      label: 'Exclude',
      run: () =>
        decide(`Excluded: ${display_name}`, () => api.documents.update(id, { is_included: false })),
    },
  ]
  return (
    <div className="kind">
      {can('documents:write') && (
        <>
          <ClassField value={chosen} onChange={setChosen} />
          <Choices choices={choices} />
        </>
      )}
      <PagePicture documentId={id} page={1} boxes={[]} marked={undefined} onMark={() => {}} />
    </div>
  )
}

function ClassField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const { data = [] } = useQuery({
    queryKey: keyed('document-classes'),
    queryFn: () => api.documentClasses.list({ is_active: true }).toArray({ max: 500 }),
    staleTime: Infinity,
  })
  return (
    <label className="flex flex-wrap items-center gap-2">
      <span className="label">Kind of document</span>
      <select
        className="field max-w-full min-w-0"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Choose one</option>
        {data.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </label>
  )
}
