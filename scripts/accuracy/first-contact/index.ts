import type {
  DocumentTruthFile,
  StatementTruthFile,
} from '../../../fixtures/first-contact/truth.ts'
import type { Tools } from '../../../src/core/statements/formats/format.ts'
import { judgeDocument, judgeStatement, type DocumentJudgement, type Judgement } from './judge.ts'
import type { Judgements } from './page.ts'
import { listFiles, listRounds } from './round.ts'

/** Reads every file of the rounds (all of them where none is named) as the service would. */
export async function measureRounds(tools: Tools, wanted: string): Promise<Judgements> {
  const rounds = listRounds().filter((round) => wanted === '' || wanted.split(',').includes(round))
  const read: Judgement[] = []
  const documents: DocumentJudgement[] = []
  for (const round of rounds) {
    for (const kind of ['statements', 'exports'] as const)
      for (const file of listFiles<StatementTruthFile>(round, kind))
        read.push(await judgeStatement(file, tools))
    for (const file of listFiles<DocumentTruthFile>(round, 'documents'))
      documents.push(await judgeDocument(file, tools))
  }
  return { read, documents }
}
