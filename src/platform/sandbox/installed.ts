import { accessSync, constants } from 'node:fs'
import { CHILD_ENV } from './walls.ts'

/** Whether a child would find the command of this name. */
export function isInstalled(command: string): boolean {
  return CHILD_ENV.PATH.split(':').some((folder) => {
    try {
      accessSync(`${folder}/${command}`, constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
