import { relative } from 'node:path'
import { isTaggedTemplateExpression, type Node, type TypeNode } from 'typescript/unstable/ast'
import { type Type, TypeFlags } from 'typescript/unstable/sync'
import { type Compiler, kindsOf, openCompiler } from './compiler.ts'
import { openDescriber, type ResultColumn } from './describe.ts'
import { evaluator } from './evaluate.ts'
import type { FunctionNode, Part, Scope, Sql } from './values.ts'

export type Finding = { file: string; line: number; column: number; message: string }
export type Report = {
  findings: Finding[]
  /** Different texts that were described. */
  statements: number
  /** How many times sql`…` stands in the source. */
  templates: number
  /** Those of which no statement could be put together. */
  unreached: Omit<Finding, 'message'>[]
}

/**
 * Checks every statement of these files against the migrated schema: that it can be prepared, and that the type of its row has the columns,
 * types and nulls that it gives. `only`: which files of the project.
 */
export async function checkSql({
  root,
  project,
  only,
}: {
  root: string
  project: string
  only: (file: string) => boolean
}): Promise<Report> {
  const database = openDescriber()
  const compiler = openCompiler(root, project)
  const files = compiler.files().filter((file) => only(relative(root, file)))
  const found = new Map<string, { text: string; parts: Located[]; uses: Map<string, Sql>; templates: Set<Node> }>()
  const rowOf = rowTypes(compiler)
  const evaluate = evaluator(compiler.source, (statement) => {
    const { text, parts } = written(statement.parts)
    const known = found.get(text) ?? { text, parts, uses: new Map(), templates: new Set() }
    found.set(text, known)
    for (const { part } of parts) if (part.kind === 'text') known.templates.add(part.template)
    const type = rowOf(statement)
    known.uses.set(`${placeOf(root, statement.node).file}:${statement.node.pos}:${type?.type.id}`, statement)
  })
  for (const file of files) evaluate(file)

  const { describe, prepare, close } = await database
  const findings = new Map<string, Finding>()
  const report = (place: Omit<Finding, 'message'>, message: string) =>
    findings.set(`${place.file}:${place.line}:${place.column} ${message}`, { ...place, message })
  const reached = new Set<Node>()
  for (const { text } of found.values()) await prepare(text)
  for (const { text, parts, uses, templates } of found.values()) {
    const described = await describe(
      text,
      [...uses.values()].some((use) => rowOf(use)),
    )
    for (const template of templates) reached.add(template)
    if ('error' in described) {
      const [first] = uses.values()
      report(described.position ? inSource(root, parts, described.position - 1, first!) : placeOf(root, first!.node), described.error)
    } else
      for (const use of uses.values()) {
        const row = rowOf(use)
        if (row) for (const message of differences(compiler, row, described.columns)) report(placeOf(root, row.node), message)
      }
  }
  const templates = files.flatMap((file) => templatesIn(compiler.source.file(file)))
  const unreached = templates.filter((template) => !reached.has(template)).map((template) => placeOf(root, template))
  await close()
  compiler.close()
  return { findings: [...findings.values()], statements: found.size, templates: templates.length, unreached }
}

function templatesIn(node: Node | undefined): Node[] {
  if (!node) return []
  const found: Node[] = []
  const visit = (each: Node) => {
    if (isTaggedTemplateExpression(each) && each.tag.getText() === 'sql') found.push(each)
    each.forEachChild(visit)
  }
  visit(node)
  return found
}

type Located = { part: Part; from: number }
/** The text as it is sent, with a number for every parameter. */
function written(list: readonly Part[]): { text: string; parts: Located[] } {
  let text = ''
  let parameters = 0
  const parts: Located[] = []
  for (const part of list) {
    parts.push({ part, from: text.length })
    text += part.kind === 'text' || part.kind === 'generated' ? part.text : `$${++parameters}`
  }
  return { text, parts }
}

function placeOf(root: string, node: Node, at = node.getStart()): Omit<Finding, 'message'> {
  const file = node.getSourceFile()
  const { line, character } = file.getLineAndCharacterOfPosition(at)
  return { file: relative(root, file.fileName), line: line + 1, column: character + 1 }
}

/** Where a character of the text stands in the source. */
function inSource(root: string, parts: readonly Located[], at: number, statement: Sql) {
  const found = parts.findLast(({ from }) => from <= at)
  if (!found) return placeOf(root, statement.node)
  const { part, from } = found
  if (part.kind !== 'text') return placeOf(root, part.at)
  // A character that is escaped takes two in the source.
  const source = part.template.getSourceFile().text
  let place = part.at
  for (let i = from; i < at; i++) place += source[place] === '\\' ? 2 : 1
  return placeOf(root, part.template, place)
}

// Rows

/**
 * What sql<Row>`…` says of its rows, and where; undefined where it says nothing, or leaves it to a type parameter that the call does not name.
 */
function rowTypes({ checker, typeAt }: Compiler) {
  const known = new Map<Node, Type | undefined>()
  return ({ node, scope }: Sql) => {
    if (!known.has(node)) {
      const built = typeAt(node)
      known.set(node, built?.getSymbol()?.name === 'RawBuilder' && built.isTypeReference() ? checker.getTypeArguments(built)[0] : undefined)
    }
    const type = known.get(node)
    return type && settled(type, node, scope)
  }

  function settled(type: Type, node: Node, scope: Scope | undefined): { type: Type; node: Node } | undefined {
    if (type.flags & (TypeFlags.Unknown | TypeFlags.Any)) return
    if (!type.isTypeParameter()) return { type, node }
    for (let here = scope; here; here = here.up) {
      const given = here.types.get(type.getSymbol()?.name ?? '')
      const named = given && checker.getTypeFromTypeNode(given.node as TypeNode)
      if (given && named) return settled(named, given.node, given.scope)
    }
    return
  }
}

/** What PostgreSQL's types are once they are here (`parsers.ts`); the rest, JSON first, is not known. */
const KINDS: [RegExp, TypeFlags, string][] = [
  [/^(smallint|integer|bigint|real|double precision|oid)$/, TypeFlags.NumberLike, 'number'],
  [/^(numeric|text|character.*|"char"|name|uuid|date|time.*|interval|bytea_text|regclass|regtype)$/, TypeFlags.StringLike, 'string'],
  [/^boolean$/, TypeFlags.BooleanLike, 'boolean'],
]

function differences({ checker }: Compiler, { type: row, node }: { type: Type; node: Node }, columns: readonly ResultColumn[]): string[] {
  const properties = kindsOf(row).flatMap((kind) =>
    kind.flags & (TypeFlags.Object | TypeFlags.Intersection) ? checker.getPropertiesOfType(kind) : [],
  )
  if (properties.length === 0) return []
  const said: string[] = []
  const given = new Map(columns.map((column) => [column.name, column]))
  for (const property of properties) {
    const column = given.get(property.name)
    const type = checker.getTypeOfSymbol(property)
    if (!type) continue
    const kinds = kindsOf(type)
    const canBeAbsent = kinds.some(({ flags }) => flags & (TypeFlags.Undefined | TypeFlags.Any | TypeFlags.Unknown))
    if (!column) {
      if (!canBeAbsent) said.push(`the row has no column "${property.name}"; it has ${columns.map(({ name }) => name).join(', ')}`)
      continue
    }
    if (kinds.some(({ flags }) => flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.TypeParameter))) continue
    if (column.nullability === 'possible' && !kinds.some(({ flags }) => flags & TypeFlags.Null))
      said.push(`column "${column.name}" can be null, the row's type says ${checker.typeToString(type)}`)
    const expected = mismatch(column.type, kinds, (kind) => checker.isArrayLikeType(kind))
    if (expected) said.push(`column "${column.name}" is ${column.type} (${expected}), the row's type says ${checker.typeToString(type)}`)
  }
  // Of a row that is generic the call says what it has.
  if (isGeneric(checker.typeToString(row), node)) return said.filter((one) => !one.startsWith('the row has'))
  const names = new Set(properties.map(({ name }) => name))
  const unnamed = columns.filter(({ name }) => !names.has(name))
  if (unnamed.length > 0) said.push(`the row's type does not name ${unnamed.map(({ name }) => `"${name}"`).join(', ')}`)
  return said
}

function isGeneric(type: string, node: Node): boolean {
  for (let here: Node | undefined = node; here; here = here.parent) {
    const { typeParameters = [] } = here as FunctionNode
    if (typeParameters.some(({ name }) => new RegExp(`\\b${name.text}\\b`).test(type))) return true
  }
  return false
}

/** What the type should be, where it is another. */
function mismatch(type: string, kinds: readonly Type[], isArray: (kind: Type) => boolean): string | undefined {
  const values = kinds.filter(({ flags }) => !(flags & (TypeFlags.Null | TypeFlags.Undefined)))
  if (type.endsWith('[]')) return values.every(isArray) ? undefined : 'an array'
  const [, flag, name] = KINDS.find(([pattern]) => pattern.test(type)) ?? []
  return flag !== undefined && values.some(({ flags }) => !(flags & flag)) ? name : undefined
}
