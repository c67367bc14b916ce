import type { Expression, Node, TaggedTemplateExpression } from 'typescript/unstable/ast'

/**
 * What an expression of the server's source comes to when it is evaluated without running it. Strings, numbers, arrays and objects stand for
 * themselves; the rest is one of these.
 */
export type Value = unknown

/**
 * A value that only a run knows. The same key is the same value within one evaluation; `node` is where its type can be asked for, which is that
 * of the list where it is an element of one.
 */
export class Unknown {
  readonly key: string
  readonly node: Node
  readonly isElement: boolean
  constructor(key: string, node: Node, isElement = false) {
    this.key = key
    this.node = node
    this.isElement = isElement
  }
}

/** Text of a statement and where it stands in the source, a parameter, or a fragment that cannot be known here. */
export type Part =
  | { kind: 'text'; text: string; template: TaggedTemplateExpression; at: number }
  | { kind: 'generated'; text: string; at: Node }
  | { kind: 'parameter'; at: Node }
  | { kind: 'open'; at: Node }

/** What sql`…` gives. The type of `node` names the row. */
export class Sql {
  readonly parts: readonly Part[]
  readonly node: Expression
  readonly scope: Scope
  constructor(parts: readonly Part[], node: Expression, scope: Scope) {
    this.parts = parts
    this.node = node
    this.scope = scope
  }
}

export type FunctionNode = Node & {
  readonly parameters: readonly Node[]
  readonly body?: Node
  readonly typeParameters?: readonly (Node & { readonly name: Node & { readonly text: string } })[]
  readonly modifiers?: readonly Node[]
}
export class Closure {
  readonly node: FunctionNode
  readonly scope: Scope
  constructor(node: FunctionNode, scope: Scope) {
    this.node = node
    this.scope = scope
  }
}

/** A function of the language or of a library that is known here. */
export class Builtin {
  readonly call: (args: Value[], node: Expression, scope: Scope) => Value
  readonly members: Record<string, Builtin>
  constructor(call: (args: Value[], node: Expression, scope: Scope) => Value, members: Record<string, Builtin> = {}) {
    this.call = call
    this.members = members
  }
}

/** A declaration of a module that is evaluated when it is first asked for. */
export class Deferred {
  readonly make: () => Value
  constructor(make: () => Value) {
    this.make = make
  }
}

export type Scope = {
  names: Map<string, Value>
  /** What the type parameters of a generic function are in this call: the type node that says so and where it is to be read. */
  types: Map<string, { node: Node; scope: Scope }>
  up: Scope | undefined
}
export const within = (up: Scope | undefined): Scope => ({ names: new Map(), types: new Map(), up })
