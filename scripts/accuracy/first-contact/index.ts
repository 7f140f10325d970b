import type {
  DocumentTruthFile,
  StatementTruthFile,
} from '../../../fixtures/first-contact/truth.ts'
import type { Tools } from '../../../src/core/statements/formats/format.ts'
import { judgeDocument, judgeStatement, type DocumentJudgement, type Judgement } from './judge.ts'
import type { Judgements } from './page.ts'
import { listFiles, listRounds } from './round.ts'

/** Which files are read, as lists parted by commas; an empty list wants all. */
interface Wanted {
  rounds: string
  /** Parts of file names. */
  files: string
}

const PICTURE = /\.(?:jpe?g|png|tiff?)$/

/** Reads every statement and export of the rounds that has text, as `npm run accuracy` publishes. */
export async function measureTexts(tools: Tools): Promise<Judgement[]> {
  const files = listRounds().flatMap((round) =>
    (['statements', 'exports'] as const).flatMap((kind) =>
      listFiles<StatementTruthFile>(round, kind).filter(
        ({ name, truth }) => !truth.is_scan && !PICTURE.test(name),
      ),
    ),
  )
  const read: Judgement[] = []
  for (const file of files) read.push(await judgeStatement(file, tools))
  return read
}

/** Reads the wanted files of the rounds as the service would. */
export async function measureRounds(tools: Tools, wanted: Wanted): Promise<Judgements> {
  const { rounds, files } = wanted
  const isWanted = ({ name }: { name: string }): boolean =>
    files.split(',').some((part) => name.includes(part))
  const read: Judgement[] = []
  const documents: DocumentJudgement[] = []
  for (const round of listRounds().filter(
    (name) => rounds === '' || rounds.split(',').includes(name),
  )) {
    for (const kind of ['statements', 'exports'] as const)
      for (const file of listFiles<StatementTruthFile>(round, kind).filter(isWanted))
        read.push(await judgeStatement(file, tools))
    for (const file of listFiles<DocumentTruthFile>(round, 'documents').filter(isWanted))
      documents.push(await judgeDocument(file, tools))
  }
  return { read, documents }
}
