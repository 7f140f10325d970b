import { findNodeType } from '../../core/workflow/nodes/index.ts'

/** The scopes among what a type of node needs. */
export function listScopes(type: string): string[] {
  return (findNodeType(type)?.requires ?? []).filter((name) => /^\w+:(?:read|write)$/.test(name))
}
