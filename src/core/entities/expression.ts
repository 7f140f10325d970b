/** Limits that keep an expression readable and its evaluation short. */
const TEXT_MAX = 500
const NODES_MAX = 100
const DEPTH_MAX = 20

export const FUNCTIONS = ['sum', 'min', 'max', 'average', 'count', 'abs'] as const
type FunctionName = (typeof FUNCTIONS)[number]

/** An attribute by name: of the same thing, or of another entity when that is named. */
export interface Name {
  entity: string | null
  attribute: string
}

/** Arithmetic over attributes: numbers, names, + − × ÷, brackets and the functions above. */
export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'name'; name: Name }
  | { kind: 'negated'; operand: Expression }
  | { kind: 'operation'; operator: '+' | '-' | '*' | '/'; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; operands: Expression[] }

export type Parsed = { expression: Expression; names: Name[] } | { problem: string }

/** The values of the names in an expression. */
export interface Values {
  /** Null when it is not known. */
  one: (name: Name) => number | null
  /** Of every thing of the entity; for a name without entity, of this thing alone. */
  all: (name: Name) => (number | null)[]
}

// 12.5, company.annual_revenue, ( + - * / , )
const TOKEN =
  /\s*(?:(\d{1,15}(?:\.\d{1,10})?)|([a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)?)|([()+\-*/,]))/y

/**
 * An expression and the attributes it names, or what is wrong with it in one sentence. Nothing of
 * the text is run as code.
 */
export function parseExpression(text: string): Parsed {
  const tokens = tokenize(text)
  if ('problem' in tokens) return tokens
  const reader = new Reader(tokens.found)
  const expression = reader.sum(0)
  reader.end()
  return reader.problem === null ? { expression, names: reader.names } : { problem: reader.problem }
}

/** The value; null when a name in it is not known, or when it is no finite number. */
export function evaluate(expression: Expression, values: Values): number | null {
  const value = compute(expression, values)
  return value !== null && Number.isFinite(value) ? value : null
}

/** Names outside of functions, each of which needs one value. */
export function singleNames(expression: Expression): Name[] {
  switch (expression.kind) {
    case 'number':
      return []
    case 'name':
      return [expression.name]
    case 'negated':
      return singleNames(expression.operand)
    case 'operation':
      return [expression.left, expression.right].flatMap(singleNames)
    default:
      return expression.operands.filter(({ kind }) => kind !== 'name').flatMap(singleNames)
  }
}

function tokenize(text: string): { found: string[] } | { problem: string } {
  if (text.length > TEXT_MAX) return { problem: `it is longer than ${TEXT_MAX} characters` }
  const found: string[] = []
  const end = text.trimEnd().length
  TOKEN.lastIndex = 0
  for (let place = 0; place < end; place = TOKEN.lastIndex) {
    const match = TOKEN.exec(text)
    if (!match) return { problem: `it cannot be read at ${text.slice(place, place + 20).trim()}` }
    found.push(match[1] ?? match[2] ?? match[3]!)
  }
  return { found }
}

/** A recursive-descent parser; products bind closer than sums. It stops at the first problem. */
class Reader {
  readonly names: Name[] = []
  problem: string | null = null
  private place = 0
  private nodes = 0
  private readonly tokens: readonly string[]

  constructor(tokens: readonly string[]) {
    this.tokens = tokens
  }

  sum(depth: number): Expression {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.factor(depth + 1)))
  }

  end(): void {
    const rest = this.tokens[this.place]
    if (rest !== undefined) this.fail(`${rest} stands where it should end`)
  }

  private chain(operators: readonly string[], next: () => Expression): Expression {
    let left = next()
    while (operators.includes(this.tokens[this.place] ?? '')) {
      const operator = this.tokens[this.place]! as '+' | '-' | '*' | '/'
      this.place += 1
      left = this.made({ kind: 'operation', operator, left, right: next() })
    }
    return left
  }

  private factor(depth: number): Expression {
    if (depth > DEPTH_MAX) return this.fail(`it is nested deeper than ${DEPTH_MAX}`)
    const token = this.tokens[this.place]
    if (token === undefined) return this.fail('it ends too early')
    this.place += 1
    if (token === '-') return this.made({ kind: 'negated', operand: this.factor(depth + 1) })
    if (token === '(') return this.closed(this.sum(depth))
    if (/^\d/.test(token)) return this.made({ kind: 'number', value: Number(token) })
    if (!/^[a-z]/.test(token)) return this.fail(`${token} stands where a value should`)
    return this.tokens[this.place] === '(' ? this.call(token, depth) : this.name(token)
  }

  private call(name: string, depth: number): Expression {
    if (!FUNCTIONS.includes(name as FunctionName))
      return this.fail(`${name} is no function; there are ${FUNCTIONS.join(', ')}`)
    const operands: Expression[] = []
    do {
      this.place += 1
      operands.push(this.sum(depth))
    } while (this.tokens[this.place] === ',')
    if (name === 'abs' && operands.length > 1) return this.fail('abs takes one value')
    return this.closed(this.made({ kind: 'call', name: name as FunctionName, operands }))
  }

  private name(token: string): Expression {
    const [first, second] = token.split('.')
    const name =
      second === undefined
        ? { entity: null, attribute: first! }
        : { entity: first!, attribute: second }
    this.names.push(name)
    return this.made({ kind: 'name', name })
  }

  private closed(expression: Expression): Expression {
    if (this.tokens[this.place] !== ')') return this.fail('a bracket is not closed')
    this.place += 1
    return expression
  }

  private made(expression: Expression): Expression {
    this.nodes += 1
    return this.nodes > NODES_MAX ? this.fail(`it has more than ${NODES_MAX} parts`) : expression
  }

  private fail(problem: string): Expression {
    this.problem ??= problem
    this.place = this.tokens.length
    return { kind: 'number', value: 0 }
  }
}

function compute(expression: Expression, values: Values): number | null {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'name':
      return values.one(expression.name)
    case 'negated': {
      const operand = compute(expression.operand, values)
      return operand === null ? null : -operand
    }
    case 'operation':
      return operate(expression, values)
    default:
      return call(expression, values)
  }
}

function operate(
  { operator, left, right }: Extract<Expression, { kind: 'operation' }>,
  values: Values,
): number | null {
  const a = compute(left, values)
  const b = compute(right, values)
  if (a === null || b === null) return null
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    default:
      return b === 0 ? null : a / b
  }
}

/** One unknown operand makes the whole unknown, except for a count: it counts what is known. */
function call(
  { name, operands }: Extract<Expression, { kind: 'call' }>,
  values: Values,
): number | null {
  const found = operands.flatMap((operand) =>
    operand.kind === 'name' ? values.all(operand.name) : [compute(operand, values)],
  )
  const known = found.filter((value) => value !== null)
  if (name === 'count') return known.length
  if (known.length < found.length || known.length === 0) return null
  return REDUCERS[name](known)
}

const REDUCERS: Record<Exclude<FunctionName, 'count'>, (known: number[]) => number> = {
  sum: (known) => known.reduce((total, value) => total + value, 0),
  min: (known) => Math.min(...known),
  max: (known) => Math.max(...known),
  average: (known) => known.reduce((total, value) => total + value, 0) / known.length,
  abs: ([value]) => Math.abs(value!),
}
