import {
  type BindingName,
  type Block,
  type Expression,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isArrowFunction,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isCaseClause,
  isClassExpression,
  isConditionalExpression,
  isContinueStatement,
  isDoStatement,
  isElementAccessExpression,
  isExportAssignment,
  isExportDeclaration,
  isExpressionStatement,
  isForInStatement,
  isForOfStatement,
  isForStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isImportDeclaration,
  isMethodDeclaration,
  isNamedExports,
  isNamedImports,
  isNamespaceImport,
  isNewExpression,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isOmittedExpression,
  isParenthesizedExpression,
  isPrefixUnaryExpression,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isReturnStatement,
  isSatisfiesExpression,
  isShorthandPropertyAssignment,
  isSpreadAssignment,
  isSpreadElement,
  isStringLiteral,
  isSwitchStatement,
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isTryStatement,
  isVariableStatement,
  isWhileStatement,
  type Node,
  type SourceFile,
  type Statement,
  SyntaxKind,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import { Builtin, Closure, Deferred, type FunctionNode, type Part, type Scope, Sql, Unknown, type Value, within } from './values.ts'

/** What the evaluation asks of the compiler. */
export type Source = {
  file: (path: string) => SourceFile | undefined
  /** The file that an import of `from` leads to; undefined for a library. */
  resolve: (specifier: string, from: SourceFile) => string | undefined
  /** What a value can be, where its type leaves few. */
  literals: (value: Unknown) => readonly Literal[] | undefined
  /** Whether it is, or may be, a fragment of SQL. */
  isFragment: (value: Unknown) => boolean
}
export type Literal = string | number | boolean | null | undefined

class Thrown extends Error {}

/** The same for the same node, made once. */
function remembered<K extends Node, V>(make: (node: K) => V): (node: K) => V {
  const known = new WeakMap<K, V>()
  return (node) => {
    if (!known.has(node)) known.set(node, make(node))
    return known.get(node) as V
  }
}
/** The compiler's process writes its trees down as bytes: each time a text is read it is decoded. */
const textOf = remembered((node: Node & { readonly text: string }) => node.text)

type Done = { kind: 'return'; value: Value } | { kind: 'break' } | undefined

/** What was not given by name to an object that was put together from an unknown one. */
const REST = Symbol('rest')
const MAX_DEPTH = 40
/** Evaluations of one function: enough for every value of the longest list of literals. */
const MAX_RUNS = 96
/** So many evaluations in a row that show nothing new end it. */
const MAX_STALE = 40

/**
 * Evaluates modules without running them and tells `emit` of every statement that they would send to the database. What only a run knows is
 * a parameter, or both ways of a condition: a function is evaluated until each way of each condition has been taken.
 */
export function evaluator(source: Source, emit: (statement: Sql) => void) {
  const modules = new Map<string, Scope>()
  const files = new Map<SourceFile, number>()
  /** Functions that have been made and not called. */
  let waiting = new Map<Node, Closure>()
  const called = new Set<Node>()
  /** The ways of each question. */
  let taken = new Map<string, { times: number; exhausted: boolean }[]>()
  let chosen = new Map<string, number>()
  let equal = new Map<string, Value>()
  let depth = 0
  let news = false
  let sent: Sql[] = []
  const reached = new Set<Node>()
  let seed = 1
  let run = 0
  /** The same at every check. */
  const random = () => {
    seed = (seed * 48271) % 2147483647
    return seed / 2147483647
  }

  const idOf = remembered((node: Node) => {
    const file = node.getSourceFile()
    if (!files.has(file)) files.set(file, files.size)
    return `${files.get(file)}:${node.pos}:${node.kind}`
  })
  const unknown = (node: Node, key = idOf(node)) => new Unknown(key, node)

  /**
   * One of `count` ways; the same question gets the same answer within an evaluation. Others take first what was not taken, then any of which
   * something new has come.
   */
  function choose(key: string, count: number): number {
    const before = chosen.get(key)
    if (before !== undefined && before < count) return before
    const ways = taken.get(key) ?? []
    taken.set(key, ways)
    while (ways.length < count) ways.push({ times: 0, exhausted: false })
    const open = ways.filter(({ exhausted }) => !exhausted)
    const options = open.length > 0 ? open : ways
    // All filters, none of them, and any: two conditions that always change together would never be seen apart.
    const other = run % 4 === 0 ? 0 : run % 4 === 1 ? options.length - 1 : Math.floor(random() * options.length)
    const way = options.find(({ times }) => times === 0) ?? options[other]!
    if (way.times === 0) news = true
    way.times++
    chosen.set(key, ways.indexOf(way))
    return ways.indexOf(way)
  }
  /** Nothing new has come of the last choice; where that holds of all its ways, neither of the one before. */
  function exhaustLast() {
    for (const [key, way] of [...chosen].reverse()) {
      const ways = taken.get(key)
      if (ways?.[way]) ways[way].exhausted = true
      if (ways?.some(({ exhausted }) => !exhausted)) return
    }
  }

  const isOther = Symbol('other')
  /** One of what its type allows, or of what it is compared with. */
  function oneOf(value: Unknown, options: readonly Value[]): Value {
    const one = options[choose(`${value.key}∈${options.length}`, options.length)]
    equal.set(value.key, one)
    return one
  }
  /** An unknown value of few known kinds becomes one of them. */
  function concrete(value: Value): Value {
    if (!(value instanceof Unknown)) return value
    if (value.key.startsWith('!')) return !truth(negated(value))
    if (equal.has(value.key) && equal.get(value.key) !== isOther) return equal.get(value.key)
    const literals = source.literals(value)
    if (!literals || literals.length === 0) return value
    // Whether there is one at all is a question of its own: beside fifty keys, none would hardly ever be tried.
    const given = literals.filter((literal) => literal !== undefined)
    if (given.length === 0 || given.length === literals.length) return oneOf(value, literals)
    if (choose(`${value.key}∈?`, 2) === 0) return oneOf(value, given)
    equal.set(value.key, undefined)
    return undefined
  }

  function truth(value: Value): boolean {
    const settled = concrete(value)
    if (!(settled instanceof Unknown)) return Boolean(settled)
    return choose(settled.key, 2) === 0
  }

  /** What a value was compared with in this evaluation and those before. */
  const compared = new Map<string, Value[]>()
  function isEqual(a: Value, b: Value, node: Node): Value {
    const [left, right] = [concrete(a), concrete(b)]
    if (left instanceof Unknown && right instanceof Unknown)
      return left.key === right.key ? true : unknown(node, `${left.key}==${right.key}`)
    if (!(left instanceof Unknown) && !(right instanceof Unknown)) return left === right
    const [asked, literal] = left instanceof Unknown ? [left, right] : [right as Unknown, left]
    if (typeof literal === 'object' && literal !== null) return unknown(node)
    const seen = compared.get(asked.key) ?? []
    compared.set(asked.key, seen)
    if (!seen.includes(literal)) {
      seen.push(literal)
      news = true
    }
    // Whether there is one at all comes last, so that the evaluation that takes the last way of everything is of no filter.
    const options = [isOther, ...seen.filter((each) => each !== undefined), ...seen.filter((each) => each === undefined)]
    return (equal.get(asked.key) ?? oneOf(asked, options)) === literal
  }
  const known = (value: Value) =>
    value instanceof Unknown && equal.has(value.key) && equal.get(value.key) !== isOther ? equal.get(value.key) : value

  // Modules

  function moduleOf(path: string): Scope | undefined {
    const found = modules.get(path)
    if (found) return found
    const file = source.file(path)
    if (!file) return
    const scope = within(undefined)
    modules.set(path, scope)
    for (const statement of file.statements) declare(statement, file, scope)
    return scope
  }

  function declare(statement: Statement, file: SourceFile, scope: Scope) {
    if (isImportDeclaration(statement)) {
      const clause = statement.importClause
      if (!clause || !isStringLiteral(statement.moduleSpecifier)) return
      const specifier = statement.moduleSpecifier.text
      const path = source.resolve(specifier, file)
      const bindings = clause.namedBindings
      if (bindings && isNamedImports(bindings))
        for (const element of bindings.elements) {
          const name = (element.propertyName ?? element.name).text
          scope.names.set(
            element.name.text,
            specifier === 'kysely' && name === 'sql'
              ? SQL
              : new Deferred(() => (path ? exported(path, name, element) : unknown(element.name))),
          )
        }
      else if (bindings && isNamespaceImport(bindings))
        scope.names.set(bindings.name.text, path ? new Namespace(path) : unknown(bindings.name))
      if (clause.name) scope.names.set(clause.name.text, unknown(clause.name))
    } else if (isExportDeclaration(statement)) {
      const path =
        statement.moduleSpecifier && isStringLiteral(statement.moduleSpecifier) && source.resolve(statement.moduleSpecifier.text, file)
      if (path && statement.exportClause && isNamedExports(statement.exportClause))
        for (const element of statement.exportClause.elements)
          scope.names.set(element.name.text, new Deferred(() => exported(path, (element.propertyName ?? element.name).text, element)))
    } else if (isFunctionDeclaration(statement) && statement.name) {
      scope.names.set(statement.name.text, closure(statement as FunctionNode, scope))
    } else if (isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations) {
        if (!each.name || !each.initializer) continue
        const { initializer } = each
        if (isIdentifier(each.name)) scope.names.set(each.name.text, new Deferred(() => evaluate(initializer, scope)))
        else
          for (const name of namesIn(each.name))
            scope.names.set(
              name,
              new Deferred(() => {
                bind(each.name!, evaluate(initializer, scope), scope)
                return scope.names.get(name)
              }),
            )
      }
    }
  }
  function namesIn(pattern: Node): string[] {
    if (isIdentifier(pattern)) return [pattern.text]
    if (!isObjectBindingPattern(pattern) && !isArrayBindingPattern(pattern)) return []
    return pattern.elements.flatMap((element) => (isBindingElement(element) && element.name ? namesIn(element.name) : []))
  }
  function exported(path: string, name: string, node: Node): Value {
    const scope = moduleOf(path)
    return scope?.names.has(name) ? lookup(name, scope, node) : unknown(node)
  }
  function lookup(name: string, scope: Scope, node: Node): Value {
    for (let here: Scope | undefined = scope; here; here = here.up)
      if (here.names.has(name)) {
        const value = here.names.get(name)
        if (!(value instanceof Deferred)) return value
        // Whoever asks again while it is made gets what only a run knows.
        here.names.set(name, unknown(node))
        const made = value.make()
        here.names.set(name, made)
        return made
      }
    return name === 'undefined' ? undefined : (GLOBALS[name] ?? unknown(node))
  }

  function closure(node: FunctionNode, scope: Scope) {
    const made = new Closure(node, scope)
    if (!called.has(node)) waiting.set(node, made)
    return made
  }

  // Expressions

  function evaluate(node: Node, scope: Scope): Value {
    if (isIdentifier(node)) {
      const value = known(lookup(textOf(node), scope, node))
      // What is known of it here may be more than where it was declared.
      return value instanceof Unknown && !value.isElement ? new Unknown(value.key, node) : value
    }
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return textOf(node)
    if (isNumericLiteral(node)) return Number(textOf(node).replaceAll('_', ''))
    if (isTaggedTemplateExpression(node)) return tagged(node, scope)
    if (isTemplateExpression(node)) {
      const values = node.templateSpans.map(({ expression }) => concrete(evaluate(expression, scope)))
      if (values.some((value) => typeof value === 'object')) return unknown(node, `${idOf(node)}(${values.map(keyOf).join()})`)
      return textOf(node.head) + values.map((value, i) => `${value}${textOf(node.templateSpans[i]!.literal)}`).join('')
    }
    if (isParenthesizedExpression(node) || isNonNullExpression(node) || isSatisfiesExpression(node) || isAwaitExpression(node))
      return evaluate(node.expression, scope)
    if (isAsExpression(node)) {
      const value = evaluate(node.expression, scope)
      return value instanceof Sql ? new Sql(value.parts, node, scope) : value
    }
    if (isConditionalExpression(node)) return evaluate(truth(evaluate(node.condition, scope)) ? node.whenTrue : node.whenFalse, scope)
    if (isBinaryExpression(node)) return binary(node.left, node.operatorToken.kind, node.right, node, scope)
    if (isPrefixUnaryExpression(node)) {
      const value = evaluate(node.operand, scope)
      if (node.operator === SyntaxKind.ExclamationToken) return value instanceof Unknown ? negated(value) : !value
      if (node.operator === SyntaxKind.MinusToken && typeof value === 'number') return -value
      return unknown(node)
    }
    if (isArrowFunction(node) || isFunctionExpression(node)) return closure(node as FunctionNode, scope)
    if (isArrayLiteralExpression(node))
      return node.elements.flatMap((element) => {
        if (isOmittedExpression(element)) return [undefined]
        return isSpreadElement(element) ? items(evaluate(element.expression, scope)) : [evaluate(element, scope)]
      })
    if (isObjectLiteralExpression(node)) {
      const made: Record<string | symbol, Value> = {}
      for (const property of node.properties) {
        if (isSpreadAssignment(property)) {
          const value = evaluate(property.expression, scope)
          if (value instanceof Unknown) made[REST] = value
          else if (isPlain(value)) Object.assign(made, value)
        } else if (isShorthandPropertyAssignment(property) && isIdentifier(property.name))
          made[textOf(property.name)] = known(lookup(textOf(property.name), scope, property.name))
        else if (isPropertyAssignment(property)) {
          const name = nameOf(property.name, scope)
          const value = evaluate(property.initializer, scope)
          if (name !== undefined) made[name] = value
        } else if (isMethodDeclaration(property)) {
          const name = nameOf(property.name, scope)
          if (name !== undefined) made[name] = closure(property as Node as FunctionNode, scope)
        }
      }
      return made
    }
    if (isPropertyAccessExpression(node)) {
      const owner = evaluate(node.expression, scope)
      if (node.questionDotToken && (owner === undefined || owner === null)) return undefined
      return known(property(owner, textOf(node.name), node))
    }
    if (isElementAccessExpression(node)) {
      const owner = evaluate(node.expression, scope)
      const key = concrete(evaluate(node.argumentExpression, scope))
      if (typeof key === 'string' || typeof key === 'number') return known(property(owner, String(key), node))
      if (isPlain(owner) && key instanceof Unknown) {
        // It is none of what it has been found not to be.
        const not = equal.get(key.key) === isOther ? (compared.get(key.key) ?? []) : []
        const names = [...Object.keys(owner).filter((name) => !not.includes(name)), undefined]
        const name = names[choose(`${key.key}#${names.length}`, names.length)]
        if (name === undefined) return undefined
        equal.set(key.key, name)
        return owner[name]
      }
      return unknown(node, `${keyOf(owner)}[${keyOf(key)}]`)
    }
    if (isCallExpression(node)) return callOf(node, scope)
    if (isNewExpression(node)) {
      const args = node.arguments ? argumentsOf(node.arguments, scope) : []
      const isSet = isIdentifier(node.expression) && node.expression.text === 'Set'
      if (isSet && args[0] instanceof Unknown) return args[0]
      return isSet && Array.isArray(args[0]) ? new Set(args[0]) : unknown(node)
    }
    if (isClassExpression(node)) {
      for (const member of node.members) if (isMethodDeclaration(member)) closure(member as Node as FunctionNode, scope)
      return unknown(node)
    }
    switch (node.kind) {
      case SyntaxKind.TrueKeyword:
        return true
      case SyntaxKind.FalseKeyword:
        return false
      case SyntaxKind.NullKeyword:
        return null
    }
    return unknown(node)
  }

  const negated = ({ key, node }: Unknown) => new Unknown(key.startsWith('!') ? key.slice(1) : `!${key}`, node)

  function nameOf(name: Node, scope: Scope): string | undefined {
    if (isIdentifier(name) || isStringLiteral(name) || isNumericLiteral(name)) return textOf(name)
    const key = 'expression' in name ? concrete(evaluate(name.expression as Expression, scope)) : undefined
    return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
  }

  function binary(left: Expression, operator: SyntaxKind, right: Expression, node: Node, scope: Scope): Value {
    switch (operator) {
      case SyntaxKind.AmpersandAmpersandToken: {
        const value = evaluate(left, scope)
        return truth(value) ? evaluate(right, scope) : value instanceof Unknown ? undefined : value
      }
      case SyntaxKind.BarBarToken: {
        const value = evaluate(left, scope)
        return truth(value) ? value : evaluate(right, scope)
      }
      case SyntaxKind.QuestionQuestionToken: {
        const value = evaluate(left, scope)
        if (!(value instanceof Unknown)) return value ?? evaluate(right, scope)
        const other = evaluate(right, scope)
        // Two parameters are one.
        if (other === null || other === undefined || typeof other !== 'object' || other instanceof Unknown)
          return unknown(node, `${value.key}??`)
        return choose(`${value.key}??`, 2) === 0 ? value : other
      }
      case SyntaxKind.EqualsToken: {
        const value = evaluate(right, scope)
        if (isIdentifier(left)) assign(left.text, value, scope)
        return value
      }
    }
    const [a, b] = [evaluate(left, scope), evaluate(right, scope)]
    switch (operator) {
      case SyntaxKind.EqualsEqualsEqualsToken:
        return isEqual(a, b, node)
      case SyntaxKind.ExclamationEqualsEqualsToken: {
        const same = isEqual(a, b, node)
        return same instanceof Unknown ? negated(same) : !same
      }
      case SyntaxKind.InKeyword: {
        const key = concrete(a)
        return isPlain(b) && typeof key === 'string' && !(REST in b) ? key in b : unknown(node, `${keyOf(a)} in ${keyOf(b)}`)
      }
    }
    if (typeof a === 'string' && typeof b === 'string' && operator === SyntaxKind.PlusToken) return a + b
    if (typeof a === 'number' && typeof b === 'number')
      switch (operator) {
        case SyntaxKind.PlusToken:
          return a + b
        case SyntaxKind.MinusToken:
          return a - b
        case SyntaxKind.LessThanToken:
          return a < b
        case SyntaxKind.GreaterThanToken:
          return a > b
      }
    return unknown(node, `${idOf(node)}(${keyOf(a)},${keyOf(b)})`)
  }

  function assign(name: string, value: Value, scope: Scope) {
    for (let here: Scope | undefined = scope; here; here = here.up) if (here.names.has(name)) return here.names.set(name, value)
  }

  const keyOf = (value: Value): string => (value instanceof Unknown ? value.key : typeof value === 'object' ? typeof value : String(value))

  function property(owner: Value, name: string, node: Node): Value {
    if (owner instanceof Unknown) return unknown(node, `${owner.key}.${name}`)
    if (owner instanceof Namespace) return exported(owner.path, name, node)
    if (owner instanceof Builtin) return owner.members[name] ?? unknown(node)
    if (Array.isArray(owner)) return name === 'length' ? owner.length : /^\d+$/.test(name) ? owner[Number(name)] : new Method(owner, name)
    if (typeof owner === 'string') return name === 'length' ? owner.length : new Method(owner, name)
    if (owner instanceof Sql || owner instanceof Set) return new Method(owner, name)
    if (isPlain(owner)) {
      if (Object.hasOwn(owner, name)) return owner[name]
      return REST in owner ? property(owner[REST], name, node) : undefined
    }
    return unknown(node)
  }

  /** What a loop goes over. */
  function items(value: Value): Value[] {
    if (Array.isArray(value)) return value
    if (value instanceof Set) return [...value]
    if (value instanceof Unknown) return [new Unknown(`${value.key}[]`, value.node, true)]
    return []
  }

  // SQL

  function tagged(node: TaggedTemplateExpression, scope: Scope): Value {
    if (evaluate(node.tag, scope) !== SQL) return unknown(node)
    const { template } = node
    const parts: Part[] = []
    const text = (literal: Node & { readonly text: string }) =>
      parts.push({ kind: 'text', text: textOf(literal), template: node, at: literal.getStart() + 1 })
    if (isNoSubstitutionTemplateLiteral(template)) text(template)
    else {
      text(template.head)
      for (const { expression, literal } of template.templateSpans) {
        parts.push(...hole(evaluate(expression, scope), expression))
        text(literal)
      }
    }
    return new Sql(parts, node, scope)
  }
  function hole(value: Value, at: Node): readonly Part[] {
    if (value instanceof Sql) return value.parts
    if (value instanceof Closure) return [{ kind: 'open', at }]
    return [{ kind: value instanceof Unknown && source.isFragment(value) ? 'open' : 'parameter', at }]
  }
  const generated = (text: Value, node: Expression, scope: Scope) =>
    new Sql([typeof text === 'string' ? { kind: 'generated', text, at: node } : { kind: 'open', at: node }], node, scope)
  const identifier = (name: Value) =>
    typeof name === 'string'
      ? name
          .split('.')
          .map((part) => `"${part}"`)
          .join('.')
      : undefined
  const reference = new Builtin(([name], node, scope) => generated(identifier(concrete(name)), node, scope))
  const SQL = new Builtin((_, node) => unknown(node), {
    ref: reference,
    table: reference,
    id: reference,
    raw: new Builtin(([text], node, scope) => generated(concrete(text), node, scope)),
    lit: new Builtin(([value], node, scope) => {
      const literal = concrete(value)
      if (literal instanceof Unknown) return generated('1', node, scope)
      return generated(typeof literal === 'string' ? `'${literal.replaceAll("'", "''")}'` : String(literal), node, scope)
    }),
    join: new Builtin(([list, separator], node, scope) => {
      if (list instanceof Unknown) return new Sql(hole(list, node), node, scope)
      // Nothing between nothing is no statement: that a list is not empty is known only to who runs it.
      if (items(list).length === 0) return new Sql([{ kind: 'open', at: node }], node, scope)
      const between: readonly Part[] = separator instanceof Sql ? separator.parts : [{ kind: 'generated', text: ', ', at: node }]
      // What stands between is known too where the list has one item here and may have more.
      const unwritten = between.flatMap((part): Part[] => (part.kind === 'text' ? [{ ...part, text: '' }] : []))
      return new Sql([...unwritten, ...items(list).flatMap((item, i) => [...(i > 0 ? between : []), ...hole(item, node)])], node, scope)
    }),
  })

  // Calls

  const argumentsOf = (list: readonly Expression[], scope: Scope) =>
    list.flatMap((each) => (isSpreadElement(each) ? items(evaluate(each.expression, scope)) : [evaluate(each, scope)]))

  function callOf(node: Expression & { readonly expression: Expression; readonly arguments: readonly Expression[] }, scope: Scope): Value {
    const callee = evaluate(node.expression, scope)
    const args = argumentsOf(node.arguments, scope)
    if (callee instanceof Closure) {
      const types = 'typeArguments' in node ? (node.typeArguments as readonly Node[] | undefined) : undefined
      // A call that waits for the database is evaluated by itself, unless what it sends depends on this one.
      if (!isAsync(callee.node) || args.some((arg) => carriesSql(arg)) || isLocal(callee))
        return call(callee, args, node, types && { types, scope })
      return unknown(node)
    }
    if (callee instanceof Builtin) return callee.call(args, node, scope)
    if (callee instanceof Method) return method(callee, args, node)
    if (callee === undefined || callee === null) return undefined
    // A library's function calls what it is given.
    const results = args.filter((arg) => arg instanceof Closure).map((arg) => attempt(arg, node))
    const made = results.find((result) => carriesSql(result))
    if (made === undefined) return unknown(node, `${idOf(node)}(${[callee, ...args].map(keyOf).join()})`)
    return callee instanceof Unknown && /\.(map|flatMap)$/.test(callee.key) ? [made].flat() : made
  }
  const isAsync = (node: FunctionNode) => Boolean(node.modifiers?.some(({ kind }) => kind === SyntaxKind.AsyncKeyword))
  const isLocal = ({ scope }: Closure) => scope.up !== undefined
  function carriesSql(value: Value, level = 0): boolean {
    if (value instanceof Sql || value instanceof Closure) return true
    if (level > 3) return false
    if (Array.isArray(value)) return value.some((each) => carriesSql(each, level + 1))
    return isPlain(value) && Object.values(value).some((each) => carriesSql(each, level + 1))
  }

  /** Calls with what only a run knows; what it throws stays there. */
  function attempt(callee: Closure, node: Node): Value {
    try {
      return call(callee, undefined, node)
    } catch (error) {
      if (error instanceof Thrown) return undefined
      throw error
    }
  }

  function call(
    callee: Closure,
    args: readonly Value[] | undefined,
    node: Node,
    generic?: { types: readonly Node[]; scope: Scope },
  ): Value {
    if (depth > MAX_DEPTH || !callee.node.body) return unknown(node)
    called.add(callee.node)
    waiting.delete(callee.node)
    const scope = within(callee.scope)
    callee.node.typeParameters?.forEach((parameter, i) => {
      const type = generic?.types[i]
      if (type) scope.types.set(textOf(parameter.name), { node: type, scope: generic.scope })
    })
    depth++
    try {
      callee.node.parameters.forEach((parameter, i) => {
        const { name, dotDotDotToken, initializer } = parameter as unknown as Parameter
        const given = args ? (dotDotDotToken ? args.slice(i) : args[i]) : initializer ? undefined : unknown(name)
        const value = given === undefined && initializer ? evaluate(initializer, scope) : given
        // A default that is no SQL stands for any value.
        bind(name, !args && initializer && !carriesSql(value) ? unknown(name) : value, scope)
      })
      const { body } = callee.node
      if (!isBlock(body)) return evaluate(body, scope)
      const done = block(body, scope)
      return done?.kind === 'return' ? done.value : undefined
    } finally {
      depth--
    }
  }
  type Parameter = { name: BindingName; dotDotDotToken?: Node; initializer?: Expression }

  function method({ owner, name }: Method, args: Value[], node: Expression): Value {
    if (owner instanceof Sql) {
      if (name === 'execute') send(owner)
      return unknown(node)
    }
    const on = (callee: Value, given: Value[]) =>
      callee instanceof Closure ? call(callee, given, node) : callee instanceof Builtin ? callee.call(given, node, within(undefined)) : true
    if (owner instanceof Set) return name === 'has' ? owner.has(concrete(args[0])) : unknown(node)
    if (typeof owner === 'string') {
      const given = args.map((arg) => concrete(arg))
      const own = (String.prototype as unknown as Record<string, unknown>)[name]
      if (typeof own !== 'function' || given.some((arg) => typeof arg === 'object')) return unknown(node)
      return Reflect.apply(own, owner, given)
    }
    switch (name) {
      case 'map':
        return owner.map((item, i) => on(args[0], [item, i, owner]))
      case 'flatMap':
        return owner.flatMap((item, i) => on(args[0], [item, i, owner]))
      case 'forEach':
        for (const [i, item] of owner.entries()) on(args[0], [item, i, owner])
        return undefined
      case 'filter':
        return owner.filter((item, i) => truth(on(args[0], [item, i, owner])))
      case 'find':
        return owner.find((item, i) => truth(on(args[0], [item, i, owner])))
      case 'some':
        return owner.some((item, i) => truth(on(args[0], [item, i, owner])))
      case 'every':
        return owner.every((item, i) => truth(on(args[0], [item, i, owner])))
      case 'push':
        return owner.push(...args)
      case 'concat':
        return owner.concat(...args)
      case 'flat':
        return owner.flat()
      case 'includes': {
        const sought = concrete(args[0])
        return sought instanceof Unknown || owner.some((item) => item instanceof Unknown)
          ? unknown(node, `${keyOf(sought)}∈`)
          : owner.includes(sought)
      }
      case 'at':
      case 'slice':
      case 'join':
        if (owner.some((item) => typeof item === 'object') && name === 'join') return unknown(node)
        return args.some((arg) => arg instanceof Unknown) ? unknown(node) : Reflect.apply(Array.prototype[name], owner, args)
      case 'entries':
        return owner.map((item, i) => [i, item])
    }
    for (const arg of args) if (arg instanceof Closure) attempt(arg, node)
    return unknown(node)
  }

  /** The functions of the language that lists of columns are made with. */
  const GLOBALS: Record<string, Value> = {
    Boolean: new Builtin(([value]) => (value instanceof Unknown ? value : Boolean(value))),
    Number: new Builtin(([value], node) => (typeof value === 'string' ? Number(value) : unknown(node))),
    String: new Builtin(([value], node) => (typeof value === 'string' || typeof value === 'number' ? String(value) : unknown(node))),
    Object: new Builtin((_, node) => unknown(node), {
      entries: new Builtin(([of], node) =>
        isPlain(of) ? Object.entries(of) : [[unknown(node, `${keyOf(of)}.key`), unknown(node, `${keyOf(of)}.value`)]],
      ),
      keys: new Builtin(([of], node) => (isPlain(of) ? Object.keys(of) : [unknown(node, `${keyOf(of)}.key`)])),
      values: new Builtin(([of], node) => (isPlain(of) ? Object.values(of) : [unknown(node, `${keyOf(of)}.value`)])),
      fromEntries: new Builtin(([of], node) => {
        const list = items(of)
        const entries = list.map((entry) => (Array.isArray(entry) ? [concrete(entry[0]), entry[1]] : []))
        const named = entries.every((entry): entry is [string, Value] => typeof entry[0] === 'string')
        return named ? Object.fromEntries(entries) : unknown(node)
      }),
    }),
    Array: new Builtin((_, node) => unknown(node), {
      from: new Builtin(([of, make], node) => {
        if (make instanceof Closure && isPlain(of)) {
          const length = typeof of.length === 'number' ? of.length : 1
          return Array.from({ length }, (_, i) => call(make, [undefined, i], node))
        }
        return items(of)
      }),
      isArray: new Builtin(([of], node) => (of instanceof Unknown ? unknown(node, `${of.key}[]?`) : Array.isArray(of))),
    }),
    Promise: new Builtin((_, node) => unknown(node), { all: new Builtin(([list]) => list), resolve: new Builtin(([value]) => value) }),
  }

  // Statements

  function block({ statements }: { statements: readonly Statement[] } | Block, scope: Scope): Done {
    for (const statement of statements)
      if (isFunctionDeclaration(statement) && statement.name)
        scope.names.set(statement.name.text, closure(statement as FunctionNode, scope))
    for (const statement of statements) {
      const done = execute(statement, scope)
      if (done) return done
    }
    return
  }

  function execute(statement: Statement, scope: Scope): Done {
    if (isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (name) bind(name, initializer && evaluate(initializer, scope), scope)
    } else if (isExpressionStatement(statement)) evaluate(statement.expression, scope)
    else if (isReturnStatement(statement))
      return { kind: 'return', value: statement.expression ? evaluate(statement.expression, scope) : undefined }
    else if (isIfStatement(statement)) {
      if (truth(evaluate(statement.expression, scope))) return execute(statement.thenStatement, scope)
      return statement.elseStatement && execute(statement.elseStatement, scope)
    } else if (isBlock(statement)) return block(statement, within(scope))
    else if (isThrowStatement(statement)) {
      evaluate(statement.expression, scope)
      throw new Thrown()
    } else if (isForOfStatement(statement) || isForInStatement(statement)) {
      const { initializer } = statement
      for (const item of items(evaluate(statement.expression, scope))) {
        const inner = within(scope)
        if ('declarations' in initializer) for (const { name } of initializer.declarations) if (name) bind(name, item, inner)
        const done = execute(statement.statement, inner)
        if (done?.kind === 'return') return done
        if (done) break
      }
    } else if (isForStatement(statement)) {
      const inner = within(scope)
      if (statement.initializer && 'declarations' in statement.initializer)
        for (const { name } of statement.initializer.declarations) if (name) bind(name, unknown(name), inner)
      const done = execute(statement.statement, inner)
      if (done?.kind === 'return') return done
    } else if (isWhileStatement(statement) || isDoStatement(statement)) {
      evaluate(statement.expression, scope)
      const done = execute(statement.statement, within(scope))
      if (done?.kind === 'return') return done
    } else if (isBreakStatement(statement) || isContinueStatement(statement)) return { kind: 'break' }
    else if (isSwitchStatement(statement)) {
      const value = evaluate(statement.expression, scope)
      let on = false
      const inner = within(scope)
      for (const clause of statement.caseBlock.clauses) {
        on ||= !isCaseClause(clause) || truth(isEqual(value, evaluate(clause.expression, scope), clause))
        const done = on ? block(clause, inner) : undefined
        if (done?.kind === 'return') return done
        if (done) break
      }
    } else if (isTryStatement(statement)) {
      let done: Done
      try {
        done = block(statement.tryBlock, within(scope))
      } catch (error) {
        if (!(error instanceof Thrown) || !statement.catchClause) throw error
      }
      if (statement.catchClause && choose(idOf(statement), 2) === 1) {
        const inner = within(scope)
        const { variableDeclaration } = statement.catchClause
        if (variableDeclaration?.name) bind(variableDeclaration.name, unknown(variableDeclaration), inner)
        done = block(statement.catchClause.block, inner)
      }
      if (statement.finallyBlock) done = block(statement.finallyBlock, within(scope)) ?? done
      return done
    } else if (isExportAssignment(statement)) evaluate(statement.expression, scope)
    return
  }

  function bind(name: BindingName, value: Value, scope: Scope) {
    if (isIdentifier(name)) {
      // The name's own type is nearer than that of what it was taken from.
      scope.names.set(textOf(name), value instanceof Unknown && !value.isElement ? new Unknown(value.key, name) : value)
      return
    }
    if (isObjectBindingPattern(name)) {
      const bound = new Set<string>()
      for (const element of name.elements) {
        if (!element.name) continue
        const key = element.propertyName
          ? nameOf(element.propertyName, scope)
          : isIdentifier(element.name)
            ? textOf(element.name)
            : undefined
        if (element.dotDotDotToken) {
          const rest = isPlain(value) ? Object.fromEntries(Object.entries(value).filter(([each]) => !bound.has(each))) : value
          bind(element.name, rest, scope)
          continue
        }
        if (key !== undefined) bound.add(key)
        const given =
          key === undefined || value === undefined || value === null ? unknown(element.name) : known(property(value, key, element.name))
        bind(element.name, withDefault(given, element.initializer, scope), scope)
      }
    } else if (isArrayBindingPattern(name))
      name.elements.forEach((element, i) => {
        if (!isBindingElement(element) || !element.name) return
        const given = value instanceof Unknown ? unknown(element.name, `${value.key}.${i}`) : items(value)[i]
        bind(element.name, withDefault(given, element.initializer, scope), scope)
      })
  }
  function withDefault(given: Value, initializer: Expression | undefined, scope: Scope): Value {
    if (!initializer) return given
    if (given === undefined) return evaluate(initializer, scope)
    if (!(given instanceof Unknown)) return given
    const value = evaluate(initializer, scope)
    return carriesSql(value) ? value : given
  }

  function send(statement: Sql) {
    if (statement.parts.some(({ kind }) => kind === 'open')) return
    sent.push(statement)
    for (const part of statement.parts)
      if (part.kind === 'text' && !reached.has(part.template)) {
        reached.add(part.template)
        news = true
      }
  }

  /** Evaluates until every way of every condition has been taken. */
  function exhaust(work: () => void) {
    taken = new Map()
    seed = 1
    run = 0
    for (let stale = 0; run < MAX_RUNS && stale < MAX_STALE; run++) {
      chosen = new Map()
      equal = new Map()
      news = false
      sent = []
      try {
        work()
      } catch (error) {
        if (!(error instanceof Thrown)) throw error
      }
      if (news || run === 0) for (const statement of sent) emit(statement)
      if (chosen.size === 0) return
      if (!news) exhaustLast()
      stale = news ? 0 : stale + 1
    }
  }

  /** Everything in a file: what runs when it is loaded, and each of its functions. */
  return (path: string) => {
    const file = source.file(path)
    const scope = moduleOf(path)
    if (!file || !scope) return
    waiting = new Map()
    exhaust(() => {
      for (const name of [...scope.names.keys()]) {
        const value = scope.names.get(name)
        if (value instanceof Deferred && !isImported(file, name)) lookup(name, scope, file)
      }
      for (const statement of file.statements)
        if (!isVariableStatement(statement) && !isFunctionDeclaration(statement)) execute(statement, scope)
    })
    const own = new Set(
      [...scope.names.values()].filter((value) => value instanceof Closure && value.node.getSourceFile() === file) as Closure[],
    )
    for (const each of own) exhaust(() => call(each, undefined, each.node))
    const seen = new Set<Node>()
    for (let [next] = waiting.values(); next; [next] = waiting.values()) {
      waiting.delete(next.node)
      if (seen.has(next.node) || own.has(next)) continue
      seen.add(next.node)
      const each = next
      exhaust(() => call(each, undefined, each.node))
    }
  }
}

const isImported = (file: SourceFile, name: string) =>
  file.statements.some(
    (statement) =>
      isImportDeclaration(statement) &&
      statement.importClause?.namedBindings !== undefined &&
      isNamedImports(statement.importClause.namedBindings) &&
      statement.importClause.namedBindings.elements.some((element) => element.name.text === name),
  )

/** `import * as`. */
class Namespace {
  readonly path: string
  constructor(path: string) {
    this.path = path
  }
}
class Method {
  readonly owner: Value[] | string | Sql | Set<Value>
  readonly name: string
  constructor(owner: Value[] | string | Sql | Set<Value>, name: string) {
    this.owner = owner
    this.name = name
  }
}
const isPlain = (value: Value): value is Record<string | symbol, Value> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
