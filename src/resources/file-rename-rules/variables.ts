import { DOCUMENT_CLASSES } from '../../core/statements/classes/index.ts'

type VariableType = 'string' | 'date' | 'month' | 'integer'

/** A variable of a name template. */
export interface Variable {
  name: string
  label: string
  description: string
  type: VariableType
  example: string
  /** Only statements have it. */
  isOfStatements?: boolean
}

/** The variables of name templates (resources section 24). */
export const VARIABLES: readonly Variable[] = [
  {
    name: 'document_class',
    label: 'Class',
    description: 'The class of the document.',
    type: 'string',
    example: 'bank_statement',
  },
  {
    name: 'subtype',
    label: 'Subtype',
    description: 'The subtype of the document, where its class has any.',
    type: 'string',
    example: 'business_checking',
  },
  {
    name: 'institution_name',
    label: 'Institution',
    description: 'The bank that issued the statement.',
    type: 'string',
    example: 'Meridian Ridge Bank',
    isOfStatements: true,
  },
  {
    name: 'account_last4',
    label: 'Account',
    description: 'The last four digits of the first account.',
    type: 'string',
    example: '4821',
    isOfStatements: true,
  },
  {
    name: 'account_type',
    label: 'Account type',
    description: 'The type of the first account.',
    type: 'string',
    example: 'checking',
    isOfStatements: true,
  },
  {
    name: 'holder_name',
    label: 'Holder',
    description: 'The first holder of the first account.',
    type: 'string',
    example: 'Juniper Lane Cafe LLC',
    isOfStatements: true,
  },
  {
    name: 'start_date',
    label: 'Start',
    description: 'The first day of the period.',
    type: 'date',
    example: '2025-07-01',
    isOfStatements: true,
  },
  {
    name: 'end_date',
    label: 'End',
    description: 'The last day of the period.',
    type: 'date',
    example: '2025-07-31',
    isOfStatements: true,
  },
  {
    name: 'statement_month',
    label: 'Month',
    description: 'The month in which the period ends.',
    type: 'month',
    example: '2025-07',
    isOfStatements: true,
  },
  {
    name: 'year',
    label: 'Year',
    description: 'The year in which the period ends.',
    type: 'integer',
    example: '2025',
    isOfStatements: true,
  },
  {
    name: 'company_name',
    label: 'Company',
    description: 'The company that applies.',
    type: 'string',
    example: 'Juniper Lane Cafe',
  },
  {
    name: 'external_id',
    label: 'External id',
    description: 'Your own id of the submission.',
    type: 'string',
    example: 'deal-1042',
  },
  {
    name: 'submission_name',
    label: 'Submission',
    description: 'The name of the submission.',
    type: 'string',
    example: 'Juniper Lane Cafe',
  },
  {
    name: 'owner_name',
    label: 'Owner',
    description: 'The owner whom the document names.',
    type: 'string',
    example: 'Elena Foster',
  },
  {
    name: 'form_number',
    label: 'Form',
    description: 'The number of the form.',
    type: 'string',
    example: '1120-S',
  },
  {
    name: 'tax_year',
    label: 'Tax year',
    description: 'The year of the tax return.',
    type: 'integer',
    example: '2024',
  },
  {
    name: 'page_count',
    label: 'Pages',
    description: 'The number of pages.',
    type: 'integer',
    example: '7',
  },
  {
    name: 'index',
    label: 'Number',
    description: 'The place of the document in the submission, from 1.',
    type: 'integer',
    example: '3',
  },
  {
    name: 'original_filename',
    label: 'Original name',
    description: 'The name of the upload, without its extension.',
    type: 'string',
    example: 'scan_0042',
  },
  {
    name: 'uploaded_date',
    label: 'Uploaded',
    description: 'The day of the upload, in UTC.',
    type: 'date',
    example: '2025-08-04',
  },
]

export const VARIABLE_NAMES: readonly string[] = VARIABLES.map(({ name }) => name)

const TEXT_FILTERS = ['upper', 'lower', 'slug', 'truncate:n']
const FILTERS: Record<VariableType, string[]> = {
  string: TEXT_FILTERS,
  integer: TEXT_FILTERS,
  date: [...TEXT_FILTERS, 'date:YYYY-MM'],
  month: [...TEXT_FILTERS, 'date:YYYY-MM'],
}

const STATEMENT_CLASSES = DOCUMENT_CLASSES.filter(({ parser }) => parser === 'bank_statement').map(
  ({ name }) => name,
)

/** Every variable as the API shows it. */
export function listVariables(): { id: string }[] {
  return VARIABLES.map(({ isOfStatements = false, ...variable }) => ({
    id: variable.name,
    ...variable,
    token: `{{${variable.name}}}`,
    documentClasses: isOfStatements ? STATEMENT_CLASSES : [],
    filters: FILTERS[variable.type],
  }))
}
