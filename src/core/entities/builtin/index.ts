import type { Entity } from '../entity.ts'
import { readAttributes } from './attributes.ts'

/** Order in which an entity stands among the others; gaps leave room. */
const STEP = 10

type Head = Pick<Entity, 'name' | 'label' | 'description' | 'cardinality' | 'identityAttributes'>

const HEADS: readonly Head[] = [
  {
    name: 'company',
    label: 'Company',
    description: 'The business that applies for financing.',
    cardinality: 'one',
    identityAttributes: ['ein', 'name'],
  },
  {
    name: 'owner',
    label: 'Owner',
    description: 'A person who owns part of the company or guarantees the financing.',
    cardinality: 'many',
    identityAttributes: ['last_name', 'first_name'],
  },
  {
    name: 'application',
    label: 'Application',
    description: 'The financing that the company requests.',
    cardinality: 'one',
    identityAttributes: [],
  },
  {
    name: 'debt',
    label: 'Debt',
    description: 'A current or past financing of the company.',
    cardinality: 'many',
    identityAttributes: ['funder_name'],
  },
  {
    name: 'bank_account',
    label: 'Bank account',
    description: 'A bank account of the company.',
    cardinality: 'many',
    identityAttributes: ['last4', 'institution_name'],
  },
]

/**
 * The entities that every submission has (resources section 15); ids are names, from which the
 * wire's ids are derived.
 */
export const BUILTIN_ENTITIES: readonly Entity[] = readEntities()

function readEntities(): Entity[] {
  const attributes = readAttributes(HEADS.map(({ name }) => name))
  return HEADS.map((head, place) => ({
    ...head,
    id: head.name,
    order: (place + 1) * STEP,
    attributes: attributes.get(head.name) ?? [],
  }))
}
