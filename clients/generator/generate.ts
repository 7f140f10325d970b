import { buildModel, type ClientModel } from './model.ts'
import type { PublishedNames } from './method-names.ts'
import type { PrintedFile } from './print/pieces.ts'
import { printGo } from './print/go.ts'
import { printPython } from './print/python.ts'
import { printTypeScript } from './print/typescript.ts'

/** Every generated file of the three clients, with the model that they are printed from. */
export function generateClients(
  document: object,
  published: PublishedNames,
  errors: readonly string[],
): { files: PrintedFile[]; model: ClientModel } {
  const { model, names } = buildModel(document, published, errors)
  const files = [
    { path: 'names.json', text: `${JSON.stringify(names, null, 2)}\n` },
    { path: 'model.json', text: `${JSON.stringify(model, null, 1)}\n` },
    ...printTypeScript(model),
    ...printPython(model),
    ...printGo(model),
  ]
  return { files, model }
}
