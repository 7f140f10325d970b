import { Type } from 'typebox'
import { ACTOR_TYPES } from '../../../core/values/access/actor.ts'
import { ListQuery } from '../../../platform/wire/list-query.ts'
import {
  Fields,
  Instant,
  List,
  Nullable,
  One,
  StringEnum,
  Uuid,
} from '../../../platform/wire/shapes.ts'

const Note = Fields({
  id: Uuid,
  submission_id: Uuid,
  text: Type.String(),
  author: Fields({
    type: StringEnum(ACTOR_TYPES),
    id: Nullable(Type.String()),
    name: Nullable(Type.String()),
  }),
  /** Approved, declined …: what the note gives the reason of. */
  decision: Nullable(Type.String()),
  /** Of a decision about a document. */
  document_id: Nullable(Uuid),
  taken_back_at: Nullable(Instant),
  created_at: Instant,
})
export const OneNote = One(Note)
export const NoteList = List(Note)
export const NoteQuery = ListQuery({})
/** At least one character that is seen. */
export const NoteCreate = Fields({
  text: Type.String({ minLength: 1, maxLength: 10_000, pattern: '\\S' }),
})
