import { join } from 'node:path'
import {
  isArrowFunction,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isVariableStatement,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Project, SymbolFlags, type Type, TypeFlags, type TypeReference } from 'typescript/unstable/sync'

/** The kinds of values that a TypeScript type can hold, as far as the driver distinguishes them. */
export type Kind =
  | 'number'
  | 'string'
  | 'boolean'
  | 'bigint'
  | 'null'
  | 'undefined'
  | 'date'
  | 'bytes'
  | 'array'
  | 'object'
  | 'unknown'
export type Shape = { kinds: ReadonlySet<Kind>; element?: Shape }

/** Gives access to the project's sources and their types. The class caches each answer of the compiler. */
export class Program {
  readonly #api: API
  readonly #project: Project
  readonly files: readonly SourceFile[]
  readonly #types = new Map<Node, Type | undefined>()
  readonly #shapes = new Map<number, Shape>()
  readonly #declarations = new Map<Node, Node | undefined>()

  /**
   * Reads the project. `includes` decides, by a file's path from `root`, in which files the check looks for statements
   * and callers.
   */
  constructor({ root, config, includes }: { root: string; config: string; includes: (path: string) => boolean }) {
    this.#api = new API({ cwd: root })
    const path = join(root, config)
    this.#project = this.#api.updateSnapshot({ openProjects: [path] }).getProject(path)!
    this.files = this.#project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${root}/`) && includes(name.slice(root.length + 1)))
      .map((name) => this.#project.program.getSourceFile(name)!)
  }

  close(): void {
    this.#api.close()
  }

  typeOf(node: Node): Type | undefined {
    if (!this.#types.has(node)) this.#types.set(node, this.#project.checker.getTypeAtLocation(node))
    return this.#types.get(node)
  }

  /**
   * Asks the compiler for the types of many nodes in one message, so that each later `typeOf` of these nodes is free.
   */
  loadTypes(nodes: readonly Node[]): void {
    const types = this.#project.checker.getTypeAtLocation(nodes)
    for (const [index, node] of nodes.entries()) this.#types.set(node, types[index])
  }

  /** Returns the declaration of a constant at the top level of a file; the path of the file is relative to the root. */
  constantIn(file: string, name: string): Node | undefined {
    const source = this.files.find(({ fileName }) => fileName.endsWith(`/${file}`))
    for (const statement of source?.statements ?? []) {
      if (!isVariableStatement(statement)) continue
      for (const declaration of statement.declarationList.declarations)
        if (isIdentifier(declaration.name) && declaration.name.text === name) return declaration
    }
    return undefined
  }

  /** Returns the declaration of a name, also through imports; undefined if its source is not part of the project. */
  declarationOf(node: Node): Node | undefined {
    if (!this.#declarations.has(node)) this.#declarations.set(node, this.#find(node))
    return this.#declarations.get(node)
  }

  #find(node: Node): Node | undefined {
    const { checker } = this.#project
    const named = checker.getShorthandAssignmentValueSymbol(node.parent) ?? checker.getSymbolAtLocation(node)
    const symbol = named && (named.flags & SymbolFlags.Alias) !== 0 ? checker.getAliasedSymbol(named) : named
    return symbol?.valueDeclaration?.resolve(this.#project)
  }

  /** Returns the type arguments of a generic type, such as the row of a `RawBuilder`. */
  argumentsOf(type: Type): readonly Type[] {
    return this.#project.checker.getTypeArguments(type as TypeReference)
  }

  typeFrom(node: Node): Type | undefined {
    return this.#project.checker.getTypeFromTypeNode(node as Parameters<Project['checker']['getTypeFromTypeNode']>[0])
  }

  textOf(type: Type): string {
    return this.#project.checker.typeToString(type)
  }

  /** Returns the properties of an object type; undefined if the type may have properties of any name. */
  propertiesOf(type: Type): { name: string; type: Type; isOptional: boolean }[] | undefined {
    const { checker } = this.#project
    if (checker.getIndexInfosOfType(type).length > 0) return undefined
    const properties = checker.getPropertiesOfType(type)
    const types = checker.getTypeOfSymbol(properties)
    return properties.flatMap(({ name, flags }, index) =>
      types[index] ? [{ name, type: types[index], isOptional: (flags & SymbolFlags.Optional) !== 0 }] : [],
    )
  }

  /** Returns the types of a union, or the type itself. */
  constituentsOf(type: Type): readonly Type[] {
    return type.isUnionType() ? (type.getTypes() ?? []) : [type]
  }

  nameOf(type: Type): string {
    return type.getSymbol()?.name ?? ''
  }

  /** Returns the type of the elements of an array type. */
  elementOf(type: Type): Type | undefined {
    return this.constituentsOf(type)
      .filter((one) => one.isTypeReference())
      .map((one) => this.argumentsOf(one)[0])[0]
  }

  elementOfNode(node: Node): Type | undefined {
    const type = this.typeOf(node)
    return type && this.elementOf(type)
  }

  isSql(type: Type | undefined): boolean {
    return type !== undefined && this.constituentsOf(type).some((one) => this.nameOf(one) === 'RawBuilder')
  }

  /** Returns whether a value of a type is SQL, contains SQL or returns it. */
  mayHoldSql(type: Type | undefined, depth = 3): boolean {
    if (!type || depth === 0) return false
    const key = `${type.id} ${depth}`
    const known = this.#holders.get(key)
    if (known !== undefined) return known
    this.#holders.set(key, false)
    const holds = this.#holdsSql(type, depth)
    this.#holders.set(key, holds)
    return holds
  }

  readonly #holders = new Map<string, boolean>()

  #holdsSql(type: Type, depth: number): boolean {
    return this.constituentsOf(type).some((one) => {
      if (this.nameOf(one) === 'RawBuilder') return true
      if (one.flags & TypeFlags.TypeParameter) return true
      if (!(one.flags & (TypeFlags.Object | TypeFlags.Intersection))) return false
      if (one.isTypeReference() && this.argumentsOf(one).some((each) => this.mayHoldSql(each, depth - 1))) return true
      if (this.#opaque.has(this.nameOf(one)) || this.#project.checker.isArrayLikeType(one)) return false
      return (
        this.#answersSql(one, depth) ||
        (this.#ownProperties(one) ?? []).some((each) => this.mayHoldSql(each, depth - 1))
      )
    })
  }

  readonly #opaque = new Set([
    'Date',
    'Buffer',
    'Kysely',
    'Transaction',
    'ControlledTransaction',
    'Map',
    'Set',
    'Client',
    'Pool',
  ])

  #answersSql(type: Type, depth: number): boolean {
    const { checker } = this.#project
    return checker
      .getSignaturesOfType(type, 0)
      .some((signature) => this.mayHoldSql(checker.getReturnTypeOfSignature(signature), depth - 1))
  }

  #ownProperties(type: Type): readonly Type[] | undefined {
    return this.propertiesOf(type)?.map((property) => property.type)
  }

  /**
   * Returns the shape of a type. `depth` limits how deeply nested arrays are followed, because some types are infinite.
   */
  shapeOf(type: Type | undefined, depth = 2): Shape {
    if (!type) return { kinds: new Set(['unknown']) }
    const known = depth === 2 ? this.#shapes.get(type.id) : undefined
    if (known) return known
    const kinds = new Set<Kind>()
    const elements: Shape[] = []
    for (const one of this.constituentsOf(type)) {
      const { kind, element } = this.#kindOf(one, depth)
      for (const each of kind) kinds.add(each)
      if (element) elements.push(element)
    }
    const shape = elements.length === 0 ? { kinds } : { kinds, element: joined(elements) }
    if (depth === 2) this.#shapes.set(type.id, shape)
    return shape
  }

  #kindOf(type: Type, depth: number): { kind: Kind[]; element?: Shape } {
    const { flags } = type
    const { checker } = this.#project
    if (flags & TypeFlags.Never) return { kind: [] }
    if (flags & TypeFlags.AnyOrUnknown) return { kind: ['unknown'] }
    if (flags & TypeFlags.StringLike) return { kind: ['string'] }
    if (flags & TypeFlags.NumberLike) return { kind: ['number'] }
    if (flags & TypeFlags.BigIntLike) return { kind: ['bigint'] }
    if (flags & TypeFlags.BooleanLike) return { kind: ['boolean'] }
    if (flags & TypeFlags.Null) return { kind: ['null'] }
    if (flags & (TypeFlags.Undefined | TypeFlags.Void)) return { kind: ['undefined'] }
    if (type.isIntersectionType()) {
      // Treats a branded primitive type, such as `string & { brand }`, as its primitive type.
      const plain = (type.getTypes() ?? []).flatMap((each) => [...this.shapeOf(each, depth).kinds])
      return { kind: plain.some((kind) => kind !== 'object') ? plain.filter((kind) => kind !== 'object') : ['object'] }
    }
    if (flags & (TypeFlags.TypeParameter | TypeFlags.IndexedAccess | TypeFlags.Conditional)) {
      const bound = checker.getBaseConstraintOfType(type)
      return bound && bound.id !== type.id ? fromShape(this.shapeOf(bound, depth)) : { kind: ['unknown'] }
    }
    if (checker.isTupleType(type) || checker.isArrayType(type))
      return depth === 0
        ? { kind: ['array'] }
        : { kind: ['array'], element: joined(this.argumentsOf(type).map((each) => this.shapeOf(each, depth - 1))) }
    const name = this.nameOf(type)
    // SQL has no kind, because it becomes part of the statement and is not sent as a value.
    if (name === 'RawBuilder') return { kind: [] }
    if (name === 'Date') return { kind: ['date'] }
    if (name === 'Buffer' || name === 'Uint8Array') return { kind: ['bytes'] }
    return { kind: ['object'] }
  }
}

function fromShape({ kinds, element }: Shape): { kind: Kind[]; element?: Shape } {
  return element ? { kind: [...kinds], element } : { kind: [...kinds] }
}

function joined(shapes: readonly Shape[]): Shape {
  const kinds = new Set(shapes.flatMap((shape) => [...shape.kinds]))
  const elements = shapes.flatMap(({ element }) => (element ? [element] : []))
  return elements.length === 0 ? { kinds } : { kinds, element: joined(elements) }
}

export function describeShape({ kinds, element }: Shape): string {
  return [...kinds].map((kind) => (kind === 'array' && element ? `(${describeShape(element)})[]` : kind)).join(' | ')
}

/** Returns the position of a node in the form `path:line`. */
export function placeOf(node: Node, root: string): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
  return `${file.fileName.slice(root.length + 1)}:${line + 1}`
}

/** Calls `visit` with a node and each node below it. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

export function isFunction(node: Node) {
  return isArrowFunction(node) || isFunctionExpression(node) || isFunctionDeclaration(node) || isMethodDeclaration(node)
}

/** Returns the function whose body or parameters contain a node; undefined at the top level of a file. */
export function functionAround(node: Node): Node | undefined {
  for (let at = node.parent; at; at = at.parent) if (isFunction(at)) return at
  return undefined
}
