import { dirname, join } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import { API, type Checker, type Project, type Type, TypeFlags } from 'typescript/unstable/sync'
import type { Literal, Source } from './evaluate.ts'
import type { Unknown } from './values.ts'

/** The compiler of the workspace, asked for trees and types. Its interface is not settled yet: everything that is asked of it is in this file. */
export function openCompiler(root: string, project: string) {
  const api = new API({ cwd: root })
  const { program, checker } = opened(api, join(root, project, 'tsconfig.json'))
  const files = new Map<string, SourceFile | undefined>()
  const file = (path: string) => {
    if (!files.has(path)) files.set(path, program.getSourceFile(path))
    return files.get(path)
  }
  const types = new Map<Node, Type | undefined>()
  const typeAt = (node: Node) => {
    if (!types.has(node)) types.set(node, checker.getTypeAtLocation(node))
    return types.get(node)
  }
  const typeOf = ({ node, isElement }: Unknown) => {
    const type = typeAt(node)
    return isElement && type ? elementOf(checker, type) : type
  }
  const literals = new Map<number, readonly Literal[] | undefined>()
  const fragments = new Map<number, boolean>()
  const source: Source = {
    file,
    resolve: (specifier, from) => {
      if (specifier.startsWith('.')) return join(dirname(from.fileName), specifier)
      const [, name, path] = /^@cuadre\/(\w+)(?:\/(.+))?$/.exec(specifier) ?? []
      return name && join(root, 'packages', name, 'src', `${path ?? 'index'}.ts`)
    },
    literals: (value) => {
      const type = typeOf(value)
      if (!type) return
      if (!literals.has(type.id)) literals.set(type.id, literalsOf(checker, type))
      return literals.get(type.id)
    },
    isFragment: (value) => {
      const type = typeOf(value)
      if (!type) return false
      const known = fragments.get(type.id) ?? kindsOf(type).some((each) => each.getSymbol()?.name === 'RawBuilder')
      fragments.set(type.id, known)
      return known
    },
  }
  return { source, checker, typeAt, files: () => program.getSourceFileNames(), close: () => api.close() }
}
export type Compiler = ReturnType<typeof openCompiler>

function opened(api: API, config: string): Project {
  const project = api.updateSnapshot({ openProjects: [config] }).getProject(config)
  if (!project) throw new Error(`${config} is no project`)
  return project
}

/** The types of which a value is one. */
export const kindsOf = (type: Type): readonly Type[] => (type.isUnionType() ? (type.getTypes() ?? []) : [type])

function elementOf(checker: Checker, list: Type): Type | undefined {
  const [kind] = kindsOf(list).filter((type) => checker.isArrayLikeType(type))
  return kind && checker.getIndexInfosOfType(kind).find(({ keyType }) => keyType.flags & TypeFlags.Number)?.valueType
}

function literalsOf(checker: Checker, type: Type): Literal[] | undefined {
  const named = type.flags & (TypeFlags.TypeParameter | TypeFlags.Index | TypeFlags.IndexedAccess | TypeFlags.Conditional)
  const settled = named ? checker.getBaseConstraintOfType(type) : type
  if (!settled) return
  const values: Literal[] = []
  for (const kind of kindsOf(settled)) {
    if (kind.isStringLiteralType() || kind.isNumberLiteralType() || kind.isBooleanLiteralType()) values.push(kind.value)
    else if (kind.flags & TypeFlags.Undefined) values.push(undefined)
    else if (kind.flags & TypeFlags.Null) values.push(null)
    else return
  }
  return values
}
