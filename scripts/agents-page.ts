import { agentsGuide, type Block } from '../src/mcp/guide/guide.ts'
import { table } from './markdown.ts'

const WIDTH = 100

/** The page about agents in Markdown, for a service on this machine. */
export function agentsLines(): string[] {
  return agentsGuide('http://localhost:3100').flatMap((block) => [...toLines(block), ''])
}

function toLines(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
      return [`## ${block.text}`]
    case 'text':
      return wrap(block.text)
    case 'code':
      return [`\`\`\`${block.format}`, block.text, '```']
    default:
      return [table(block.head, block.rows)]
  }
}

function wrap(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}
