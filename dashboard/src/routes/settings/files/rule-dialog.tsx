import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  FileRenameRule,
  FileRenameRuleVariable,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed, queryClient } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { CheckField, Form, SelectField, TextField } from '../../../parts/records/form.tsx'
import { fillTemplate } from './fill-template.ts'

/** A rule: which documents, and the name that they get, with an example as it is typed. */
export function RuleDialog({
  rule,
  onClose,
}: {
  rule: FileRenameRule | null
  onClose: () => void
}) {
  const [name, setName] = useState(rule?.name ?? '')
  const [template, setTemplate] = useState(rule?.template ?? '')
  const [kind, setKind] = useState(rule?.document_class ?? '')
  const [isActive, setActive] = useState(rule?.is_active ?? true)
  const { data: classes = [] } = useQuery({
    queryKey: keyed('classes', 'all'),
    queryFn: () => api.documentClasses.list({ is_active: true }).toArray({ max: 500 }),
  })
  const { data: variables = [] } = useQuery({
    queryKey: keyed('rename-variables'),
    queryFn: () => api.fileRenameRules.listVariables().toArray({ max: 500 }),
    staleTime: Infinity,
  })
  const fitting = variables.filter(
    ({ document_classes }) =>
      kind === '' || document_classes.length === 0 || document_classes.includes(kind),
  )
  const save = async (): Promise<void> => {
    const fields = {
      name: name.trim(),
      template,
      document_class: kind || null,
      is_active: isActive,
    }
    if (rule === null) await api.fileRenameRules.create(fields)
    else await api.fileRenameRules.update(rule.id, fields)
    await queryClient.invalidateQueries({ queryKey: keyed('rename-rules') })
    onClose()
  }
  return (
    <Dialog title={rule?.name ?? 'New rule'} onClose={onClose}>
      <div className="p-4">
        <Form
          submitLabel="Save"
          onSubmit={save}
          onCancel={onClose}
          isReady={name.trim() !== '' && template.trim() !== ''}
        >
          <TextField label="Name of the rule" value={name} onChange={setName} isRequired />
          <SelectField
            label="Documents"
            value={kind}
            options={[
              ['', 'All documents'],
              ...classes.map((one) => [one.name, one.label] as const),
            ]}
            onChange={setKind}
          />
          <TextField
            label="Name that they get"
            note={template && `Such as: ${fillTemplate(template, variables)}`}
            value={template}
            onChange={setTemplate}
            isRequired
          />
          <Variables
            variables={fitting}
            onChoose={(token) => setTemplate(`${template}${template === '' ? '' : ' '}${token}`)}
          />
          <CheckField label="In use" isOn={isActive} onChange={setActive} />
        </Form>
      </div>
    </Dialog>
  )
}

interface VariablesProps {
  variables: readonly FileRenameRuleVariable[]
  onChoose: (token: string) => void
}

function Variables({ variables, onChoose }: VariablesProps) {
  return (
    <div
      className="flex max-h-[160px] flex-wrap gap-2 overflow-y-auto"
      role="group"
      tabIndex={0}
      aria-label="Variables"
    >
      {variables.map(({ name: variable, token, label }) => (
        <button
          key={variable}
          type="button"
          className="chip min-h-6 hover:bg-hover"
          onClick={() => onChoose(token)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
