import {
  type ArrowFunction,
  type BindingElement,
  type CallExpression,
  isArrayBindingPattern,
  isArrayLiteralExpression,
  isAsExpression,
  isAwaitExpression,
  isBinaryExpression,
  isBindingElement,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isElementAccessExpression,
  isExpressionStatement,
  isForOfStatement,
  isFunctionDeclaration,
  isIdentifier,
  isIfStatement,
  isNonNullExpression,
  isNoSubstitutionTemplateLiteral,
  isNumericLiteral,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isParameterDeclaration,
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
  isTaggedTemplateExpression,
  isTemplateExpression,
  isThrowStatement,
  isTypeOfExpression,
  isVariableDeclaration,
  type Node,
  type ParameterDeclaration,
  SyntaxKind,
  type TemplateExpression,
  type VariableDeclaration,
} from 'typescript/unstable/ast'
import type { Type } from 'typescript/unstable/sync'
import { type Choices, DeadEnd } from './choices.ts'
import { constantServices } from './exceptions.ts'
import { functionAround, isFunction, type Kind, type Program, type Shape, walk } from './program.ts'

/** One value that a statement sends as a parameter, with its expression in the source. */
export type Sent = { node: Node; shape: Shape }
type Part = string | Sent

/** The facts of a value that are known without running the program that is checked. */
export type Value =
  | { kind: 'sql'; parts: Part[] }
  | { kind: 'constant'; value: string | number | boolean | bigint | null | undefined }
  | { kind: 'array'; items: Value[] }
  | { kind: 'object'; properties: Map<string, () => Value> }
  | { kind: 'function'; node: Node; scope: Scope }
  | Unknown
/**
 * A value that is not known without running the program. `origin` identifies the value, even after it was passed to
 * another function.
 */
type Unknown = {
  kind: 'unknown'
  type: Type | undefined
  entry?: Scope | undefined
  origin?: string | undefined
  isExact?: boolean | undefined
}

/** The known values in one call of a function: its parameters and the results inside it. */
export type Scope = {
  id: string
  node: Node | undefined
  outer: Scope | undefined
  given: ((parameter: ParameterDeclaration) => Value) | undefined
  known: Map<Node, Value>
}

/** The reason why a statement could not be evaluated. */
export class Unreadable extends Error {
  readonly node: Node
  constructor(message: string, node: Node) {
    super(message)
    this.node = node
  }
}

/** Reports that a statement depends on the callers of its function, so that the evaluation starts again from them. */
class NeedsCaller extends Error {
  readonly node: Node
  constructor(node: Node) {
    super('needs a caller')
    this.node = node
  }
}

const MAX_DEPTH = 120
const nothing: Value = { kind: 'constant', value: undefined }

/**
 * Evaluates the SQL of an expression from the source, without running the program: constants, bodies of functions that
 * return SQL, and both branches of conditions. A value that is not SQL is not evaluated, because only its type matters
 * to the check.
 */
export class Reading {
  readonly #program: Program
  readonly #choices: Choices
  readonly #callersOf: (node: Node) => readonly CallExpression[]
  readonly #fromCallers: Set<Node>
  readonly #top: Scope = { id: '', node: undefined, outer: undefined, given: undefined, known: new Map() }
  readonly #scopes = new Map<Node, Scope>()
  #depth = 0
  /** Whether functions that return strings are evaluated too, and not only functions that return SQL. */
  #wantsText = false

  private constructor(
    program: Program,
    choices: Choices,
    callersOf: (node: Node) => readonly CallExpression[],
    fromCallers: Set<Node>,
  ) {
    this.#program = program
    this.#choices = choices
    this.#callersOf = callersOf
    this.#fromCallers = fromCallers
  }

  /**
   * Evaluates a statement with one option at each condition. If the callers of a function decide what its statement
   * sends, the evaluation starts from a caller.
   */
  static read<Result>(
    program: Program,
    choices: Choices,
    callersOf: (node: Node) => readonly CallExpression[],
    body: (reading: Reading) => Result,
  ): Result {
    const fromCallers = new Set<Node>()
    for (;;) {
      try {
        choices.met.clear()
        return body(new Reading(program, choices, callersOf, fromCallers))
      } catch (error) {
        if (!(error instanceof NeedsCaller)) throw error
        fromCallers.add(error.node)
      }
    }
  }

  /** Returns the parts of the statement that an expression builds. */
  sqlAt(node: Node): Part[] {
    const value = this.#evaluate(node, this.#scopeAround(node))
    if (value.kind === 'sql') return value.parts
    this.#askCaller(value)
    throw new Unreadable('the SQL is not known before the program runs', node)
  }

  /** Returns the string to which an expression evaluates. */
  textAt(node: Node): string {
    this.#wantsText = true
    return this.#text(this.#evaluate(node, this.#scopeAround(node)), node)
  }

  /** Returns the values of an array expression, each with its expression in the source. */
  valuesAt(node: Node): Sent[] {
    const value = this.#evaluate(node, this.#scopeAround(node))
    if (value.kind !== 'array') throw new Unreadable('the values are not known before the program runs', node)
    return value.items.map((item) => ({ node, shape: this.#shapeOf(item) }))
  }

  // ── scopes ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Returns the scope of code whose caller is not evaluated, so that its parameters are unknown. */
  #scopeAround(node: Node): Scope {
    const holder = functionAround(node)
    if (!holder) return this.#top
    const known = this.#scopes.get(holder)
    if (known) return known
    const scope: Scope = {
      id: keyOf(holder),
      node: holder,
      outer: this.#scopeAround(holder),
      given: undefined,
      known: new Map(),
    }
    this.#scopes.set(holder, scope)
    if (this.#fromCallers.has(holder)) scope.given = this.#givenByCaller(holder)
    return scope
  }

  #givenByCaller(holder: Node): (parameter: ParameterDeclaration) => Value {
    const mapped = this.#mappedArray(holder)
    if (mapped) {
      const { items } = mapped
      const item = items[this.#choices.choose(`item ${keyOf(holder)}`, items.length)] ?? nothing
      return (parameter) =>
        indexOf(parameter) === 0 ? item : { kind: 'unknown', type: this.#program.typeOf(parameter) }
    }
    const callers = this.#callersOf(holder)
    if (callers.length === 0) throw new Unreadable('nobody calls this function with SQL that could be read', holder)
    const caller = callers[this.#choices.choose(`caller ${keyOf(holder)}`, callers.length)]!
    const scope = this.#scopeAround(caller)
    return (parameter) => this.#argument(caller, indexOf(parameter), scope)
  }

  #argument(call: CallExpression, index: number, scope: Scope): Value {
    const given = call.arguments[index]
    return given ? this.#evaluate(given, scope) : nothing
  }

  /** Returns the array over which `array.map((item) => …)` calls its callback. */
  #mappedArray(holder: Node): { items: Value[] } | undefined {
    const call = holder.parent
    if (!isCallExpression(call) || call.arguments[0] !== holder || !isPropertyAccessExpression(call.expression))
      return undefined
    const { name, expression } = call.expression
    if (!isIdentifier(name) || !['map', 'flatMap', 'forEach'].includes(name.text)) return undefined
    const array = this.#evaluate(expression, this.#scopeAround(call))
    return array.kind === 'array' ? array : undefined
  }

  #scopeOf(declaration: Node, from: Scope): Scope {
    const holder = functionAround(declaration)
    if (!holder) return this.#top
    for (let scope: Scope | undefined = from; scope; scope = scope.outer) if (scope.node === holder) return scope
    return this.#scopeAround(declaration)
  }

  #askCaller(value: Value): void {
    if (value.kind === 'unknown' && value.entry?.node && !this.#fromCallers.has(value.entry.node))
      throw new NeedsCaller(value.entry.node)
  }

  // ── expressions ─────────────────────────────────────────────────────────────────────────────────────────────────

  #evaluate(node: Node, scope: Scope): Value {
    if (++this.#depth > MAX_DEPTH) throw new Unreadable('this is nested too deeply to be read', node)
    try {
      return this.#evaluateDeep(node, scope)
    } finally {
      this.#depth--
    }
  }

  #evaluateDeep(node: Node, scope: Scope): Value {
    if (
      isParenthesizedExpression(node) ||
      isSatisfiesExpression(node) ||
      isNonNullExpression(node) ||
      isAwaitExpression(node)
    )
      return this.#evaluate(node.expression, scope)
    if (isAsExpression(node)) {
      const inner = this.#evaluate(node.expression, scope)
      return inner.kind === 'unknown' ? this.#unknown(node, inner.entry) : inner
    }
    if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return { kind: 'constant', value: node.text }
    if (isNumericLiteral(node)) return { kind: 'constant', value: Number(node.text.replaceAll('_', '')) }
    if (node.kind === SyntaxKind.TrueKeyword) return { kind: 'constant', value: true }
    if (node.kind === SyntaxKind.FalseKeyword) return { kind: 'constant', value: false }
    if (node.kind === SyntaxKind.NullKeyword) return { kind: 'constant', value: null }
    if (isTemplateExpression(node)) return this.#template(node, scope)
    if (isTaggedTemplateExpression(node)) {
      if (!isIdentifier(node.tag) || node.tag.text !== 'sql') return this.#unknown(node)
      return { kind: 'sql', parts: this.#sqlParts(node.template, scope) }
    }
    if (isIdentifier(node)) return node.text === 'undefined' ? nothing : this.#named(node, scope)
    if (isFunction(node)) return { kind: 'function', node, scope }
    if (isConditionalExpression(node))
      return this.#evaluate(this.#decide(node.condition, scope) ? node.whenTrue : node.whenFalse, scope)
    if (isBinaryExpression(node)) return this.#binary(node, scope)
    if (isPrefixUnaryExpression(node)) return this.#prefix(node, scope)
    if (isTypeOfExpression(node)) return this.#typeOf(node, scope)
    if (isArrayLiteralExpression(node)) return { kind: 'array', items: this.#elements(node.elements, scope) }
    if (isObjectLiteralExpression(node)) return this.#object(node, scope)
    if (isPropertyAccessExpression(node)) return this.#property(node, node.name.text, scope)
    if (isElementAccessExpression(node)) return this.#element(node, scope)
    if (isCallExpression(node)) return this.#call(node, scope)
    return this.#unknown(node)
  }

  #unknown(node: Node, entry?: Scope | undefined): Unknown {
    return { kind: 'unknown', type: this.#program.typeOf(node), entry }
  }

  #partOf(base: Value, name: string, node: Node): Value {
    const constant = this.#constantService(name, node)
    return constant ?? this.#unknownPart(base, name, node)
  }

  #unknownPart(base: Value, name: string, node: Node): Unknown {
    const origin = originOf(base)
    return { ...this.#unknown(node, entryOf(base)), origin: origin && `${origin}.${name}` }
  }

  #constantService(name: string, node: Node): Value | undefined {
    const known = constantServices[name]
    const type = known && this.#program.typeOf(node)
    if (!type || this.#program.textOf(type) !== known.type) return undefined
    const declaration = this.#program.constantIn(known.file, known.constant)
    return declaration && this.#declared(declaration, this.#top)
  }

  #sqlParts(template: Node, scope: Scope): Part[] {
    if (isNoSubstitutionTemplateLiteral(template)) return [template.text]
    const { head, templateSpans } = template as TemplateExpression
    const parts: Part[] = [head.text]
    for (const { expression, literal } of templateSpans) {
      parts.push(...this.#span(expression, scope), literal.text)
    }
    return parts
  }

  /**
   * Returns the parts of an expression that a template interpolates, where SQL becomes part of the text and anything
   * else becomes a sent value.
   */
  #span(node: Node, scope: Scope): Part[] {
    const type = this.#program.typeOf(node)
    const shape = this.#program.shapeOf(type)
    if (!this.#program.isSql(type) && !shape.kinds.has('unknown') && !shape.kinds.has('object'))
      return [{ node, shape }]
    const value = this.#evaluate(node, scope)
    if (value.kind === 'sql') return value.parts
    if (value.kind === 'unknown' && this.#program.isSql(value.type)) this.#askCaller(value)
    if (value.kind === 'unknown' && value.isExact) return [{ node, shape: this.#shapeOf(value) }]
    if (value.kind === 'unknown' && this.#program.isSql(value.type)) {
      this.#askCaller(value)
      throw new Unreadable('this part of the SQL is not known before the program runs', node)
    }
    return [{ node, shape: value.kind === 'unknown' || value.kind === 'constant' ? this.#shapeOf(value) : shape }]
  }

  #shapeOf(value: Value): Shape {
    if (value.kind === 'unknown') return this.#program.shapeOf(value.type)
    if (value.kind === 'constant') {
      const kind = value.value === null ? 'null' : typeof value.value
      return { kinds: new Set([kind as Kind]) }
    }
    if (value.kind === 'array') {
      const kinds = new Set(value.items.flatMap((item) => [...this.#shapeOf(item).kinds]))
      return { kinds: new Set(['array']), element: { kinds } }
    }
    return { kinds: new Set(['object']) }
  }

  #template(node: TemplateExpression, scope: Scope): Value {
    let text = node.head.text
    for (const { expression, literal } of node.templateSpans) {
      const value = this.#evaluate(expression, scope)
      if (value.kind !== 'constant') return this.#unknown(node, value.kind === 'unknown' ? value.entry : undefined)
      text += String(value.value) + literal.text
    }
    return { kind: 'constant', value: text }
  }

  #text(value: Value, node: Node): string {
    if (value.kind === 'constant' && typeof value.value === 'string') return value.value
    this.#askCaller(value)
    if (value.kind === 'unknown') {
      const words = this.#words(value.type)
      if (words) return words[this.#choices.choose(`word ${keyOf(node)}`, words.length)]!
    }
    throw new Unreadable('this text is not known before the program runs', node)
  }

  /** Returns the strings of a union type such as `'id' | 'key'`. */
  #words(type: Type | undefined): string[] | undefined {
    if (!type) return undefined
    const words = this.#program.constituentsOf(type).map((one) => (one.isStringLiteralType() ? one.value : undefined))
    return words.every((word) => word !== undefined) && words.length > 0 ? (words as string[]) : undefined
  }

  #elements(nodes: readonly Node[], scope: Scope): Value[] {
    return nodes.flatMap((node): Value[] => {
      if (!isSpreadElement(node)) return [this.#evaluate(node, scope)]
      const spread = this.#evaluate(node.expression, scope)
      return spread.kind === 'array' ? spread.items : [this.#oneOf(spread, node.expression)]
    })
  }

  /** Returns one unknown value that stands for every element of an unknown array. */
  #oneOf(array: Value, node: Node): Unknown {
    const type = array.kind === 'unknown' ? array.type : this.#program.typeOf(node)
    const element = type && this.#program.elementOf(type)
    return { kind: 'unknown', type: element, entry: array.kind === 'unknown' ? array.entry : undefined, isExact: true }
  }

  #object(node: Node, scope: Scope): Value {
    const properties = new Map<string, () => Value>()
    if (!isObjectLiteralExpression(node)) return this.#unknown(node)
    for (const property of node.properties) {
      if (isSpreadAssignment(property)) {
        const spread = this.#evaluate(property.expression, scope)
        for (const [name, value] of this.#propertiesOf(spread) ?? []) properties.set(name, value)
      } else if (isShorthandPropertyAssignment(property)) {
        const { name } = property
        if (isIdentifier(name)) properties.set(name.text, () => this.#named(name, scope))
      } else if (isPropertyAssignment(property)) {
        const { name, initializer } = property
        if (isIdentifier(name) || isStringLiteral(name) || isNumericLiteral(name))
          properties.set(name.text, () => this.#evaluate(initializer, scope))
      }
    }
    return { kind: 'object', properties }
  }

  /** Returns the properties of an object; for an unknown object, the properties that its type names. */
  #propertiesOf(value: Value): [string, () => Value][] | undefined {
    if (value.kind === 'object') return [...value.properties]
    if (value.kind !== 'unknown' || !value.type) return undefined
    const { entry } = value
    return this.#program
      .propertiesOf(value.type)
      ?.map(({ name, type }) => [name, () => ({ kind: 'unknown', type, entry, isExact: true })])
  }

  #property(node: Node & { expression: Node }, name: string, scope: Scope): Value {
    return this.#propertyOf(this.#evaluate(node.expression, scope), name, node)
  }

  #propertyOf(base: Value, name: string, node: Node): Value {
    if (base.kind === 'object') return base.properties.get(name)?.() ?? nothing
    if (base.kind === 'sql' && name === 'sql') return { kind: 'constant', value: numbered(base.parts).text }
    if (base.kind === 'array' && name === 'length') return { kind: 'constant', value: base.items.length }
    if (base.kind === 'constant') {
      if (base.value === undefined || base.value === null) return nothing
      if (typeof base.value === 'string' && name === 'length') return { kind: 'constant', value: base.value.length }
    }
    if (base.kind === 'unknown' && base.isExact) {
      const type = base.type && this.#program.propertiesOf(base.type)?.find((each) => each.name === name)?.type
      if (type) return { ...this.#unknownPart(base, name, node), type, isExact: true }
    }
    return this.#partOf(base, name, node)
  }

  #element(node: Node & { expression: Node; argumentExpression: Node }, scope: Scope): Value {
    const base = this.#evaluate(node.expression, scope)
    const key = this.#evaluate(node.argumentExpression, scope)
    if (key.kind === 'constant') {
      if (base.kind === 'array') return base.items[Number(key.value)] ?? nothing
      return this.#propertyOf(base, String(key.value), node)
    }
    if (base.kind === 'object') {
      const values = [...base.properties.values()]
      const at = this.#choices.choose(`key ${this.#canonical(node.argumentExpression, scope)}`, values.length)
      return values[at]?.() ?? nothing
    }
    if (base.kind === 'array') {
      const at = this.#choices.choose(`key ${this.#canonical(node.argumentExpression, scope)}`, base.items.length)
      return base.items[at] ?? nothing
    }
    return this.#unknown(node, base.kind === 'unknown' ? base.entry : undefined)
  }

  #typeOf(node: Node & { expression: Node }, scope: Scope): Value {
    const value = this.#evaluate(node.expression, scope)
    if (value.kind === 'unknown') return this.#unknown(node)
    if (value.kind === 'constant') return { kind: 'constant', value: typeof value.value }
    return { kind: 'constant', value: value.kind === 'function' ? 'function' : 'object' }
  }

  #prefix(node: Node & { operator: SyntaxKind; operand: Node }, scope: Scope): Value {
    const value = this.#evaluate(node.operand, scope)
    if (node.operator === SyntaxKind.ExclamationToken) {
      const truth = truthOf(value)
      return truth === undefined ? this.#unknown(node) : { kind: 'constant', value: !truth }
    }
    if (node.operator === SyntaxKind.MinusToken && value.kind === 'constant')
      return { kind: 'constant', value: -Number(value.value) }
    return this.#unknown(node)
  }

  #binary(node: Node & { left: Node; right: Node; operatorToken: Node }, scope: Scope): Value {
    const { left, right } = node
    const operator = node.operatorToken.kind
    if (operator === SyntaxKind.QuestionQuestionToken) return this.#firstKnown(node, scope)
    if (operator === SyntaxKind.BarBarToken || operator === SyntaxKind.AmpersandAmpersandToken) {
      const isOr = operator === SyntaxKind.BarBarToken
      if (!isObjectLiteralExpression(unwrapped(right)) && !this.#program.mayHoldSql(this.#program.typeOf(node)))
        return this.#unknown(node)
      return this.#decide(left, scope) === isOr ? this.#evaluate(left, scope) : this.#evaluate(right, scope)
    }
    const [a, b] = [this.#evaluate(left, scope), this.#evaluate(right, scope)]
    if (operator === SyntaxKind.InKeyword && a.kind === 'constant' && b.kind === 'object')
      return { kind: 'constant', value: b.properties.has(String(a.value)) }
    const isSame = operator === SyntaxKind.EqualsEqualsEqualsToken || operator === SyntaxKind.EqualsEqualsToken
    const isOther =
      operator === SyntaxKind.ExclamationEqualsEqualsToken || operator === SyntaxKind.ExclamationEqualsToken
    if (isSame || isOther) {
      const equal = sameValue(a, b)
      return equal === undefined ? this.#unknown(node) : { kind: 'constant', value: equal === isSame }
    }
    if (a.kind !== 'constant' || b.kind !== 'constant') return this.#unknown(node, entryOf(a) ?? entryOf(b))
    if (operator === SyntaxKind.PlusToken)
      return typeof a.value === 'number' && typeof b.value === 'number'
        ? { kind: 'constant', value: a.value + b.value }
        : { kind: 'constant', value: `${a.value}${b.value}` }
    if (operator === SyntaxKind.MinusToken) return { kind: 'constant', value: Number(a.value) - Number(b.value) }
    if (operator === SyntaxKind.AsteriskToken) return { kind: 'constant', value: Number(a.value) * Number(b.value) }
    return this.#unknown(node)
  }

  /** Evaluates `left ?? right`. If the left side is unknown and the right side is known, returns the right side. */
  #firstKnown(node: Node & { left: Node; right: Node }, scope: Scope): Value {
    const left = this.#evaluate(node.left, scope)
    if (left.kind === 'constant' && (left.value === undefined || left.value === null))
      return this.#evaluate(node.right, scope)
    if (left.kind !== 'unknown') return left
    if (this.#program.mayHoldSql(this.#program.typeOf(node))) this.#askCaller(left)
    const right = this.#evaluate(node.right, scope)
    const isText = right.kind === 'constant' && typeof right.value === 'string' && !left.entry
    return right.kind === 'sql' || right.kind === 'object' || isText
      ? right
      : this.#unknown(node, left.entry ?? entryOf(right))
  }

  // ── names ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #named(node: Node, scope: Scope): Value {
    const declaration = this.#program.declarationOf(node)
    if (!declaration) return this.#unknown(node)
    const value = this.#declared(declaration, scope)
    if (!value) return this.#unknown(node)
    if (value.kind !== 'unknown' || value.isExact) return value
    return { ...value, type: this.#finer(node, value.type) }
  }

  /** Returns the type of an expression at the place of its use if conditions have narrowed the type there. */
  #finer(node: Node, type: Type | undefined): Type | undefined {
    const here = this.#program.typeOf(node)
    if (!here || this.#program.shapeOf(here).kinds.has('unknown')) return type
    return this.#program.isSql(here) && type && !this.#program.isSql(type) ? type : here
  }

  #declared(declaration: Node, from: Scope): Value | undefined {
    const scope = this.#scopeOf(declaration, from)
    const known = scope.known.get(declaration)
    if (known) return known
    const value = this.#declaredIn(declaration, scope)
    if (value) scope.known.set(declaration, value)
    return value
  }

  #declaredIn(declaration: Node, scope: Scope): Value | undefined {
    if (isFunctionDeclaration(declaration)) return { kind: 'function', node: declaration, scope }
    if (isParameterDeclaration(declaration)) return this.#parameter(declaration, scope)
    if (isBindingElement(declaration)) return this.#bound(declaration, scope)
    if (isVariableDeclaration(declaration)) return this.#variable(declaration, scope)
    return undefined
  }

  #parameter(declaration: ParameterDeclaration, scope: Scope): Value {
    if (!scope.given) return { ...this.#unknown(declaration), entry: scope, origin: keyOf(declaration) }
    const given = scope.given(declaration)
    const isMissing = given.kind === 'constant' && given.value === undefined
    if (isMissing && declaration.initializer) return this.#evaluate(declaration.initializer, scope)
    return given
  }

  #variable(declaration: VariableDeclaration, scope: Scope): Value {
    const loop = declaration.parent?.parent
    if (loop && isForOfStatement(loop)) return this.#looped(loop, declaration, scope)
    const first = declaration.initializer ? this.#evaluate(declaration.initializer, scope) : nothing
    const block = declaration.parent?.parent?.parent
    if (!block || !isIdentifier(declaration.name)) return first
    return this.#changed(declaration.name.text, first, { block, declaration, scope })
  }

  #looped(loop: Node & { expression: Node }, declaration: Node, scope: Scope): Value {
    const array = this.#evaluate(loop.expression, scope)
    if (array.kind === 'array' && array.items.length > 0)
      return array.items[this.#choices.choose(`loop ${keyOf(loop)}`, array.items.length)]!
    return { ...this.#oneOf(array, loop.expression), type: this.#program.typeOf(declaration) }
  }

  /** Applies the changes `list.push(…)` and `text = …` that follow the declaration of a variable, in their order. */
  #changed(
    name: string,
    first: Value,
    { block, declaration, scope }: { block: Node; declaration: Node; scope: Scope },
  ): Value {
    let value = first
    scope.known.set(declaration, first)
    for (const change of changesOf(block, name)) {
      if (functionAround(change) !== functionAround(declaration)) continue
      // The value of a cache comes from the assignment that stores into it.
      const fills = isBinaryExpression(change) && value.kind === 'unknown'
      if (!fills && !this.#happens(change, block, scope)) continue
      if (isCallExpression(change)) {
        const added = this.#elements(change.arguments, scope)
        value = { kind: 'array', items: [...(value.kind === 'array' ? value.items : []), ...added] }
      } else if (isBinaryExpression(change)) {
        const next = this.#evaluate(change.right, scope)
        if (next.kind !== 'unknown' || value.kind === 'unknown') value = next
      }
    }
    return value
  }

  /** Returns whether the conditions between a statement and an outer block are true. */
  #happens(node: Node, block: Node, scope: Scope): boolean {
    for (let at = node; at !== block && at.parent; at = at.parent) {
      const { parent } = at
      if (isIfStatement(parent) && at !== parent.expression) {
        if (this.#decide(parent.expression, scope) !== (at === parent.thenStatement)) return false
      }
    }
    return true
  }

  #bound(element: BindingElement, scope: Scope): Value {
    const pattern = element.parent
    const holder = pattern.parent
    const whole = isBindingElement(holder)
      ? this.#declared(holder, scope)
      : isParameterDeclaration(holder) || isVariableDeclaration(holder)
        ? this.#declared(holder, scope)
        : undefined
    const value = whole ? this.#taken(element, whole) : this.#unknown(element)
    const isMissing = value.kind === 'constant' && value.value === undefined
    return isMissing && element.initializer ? this.#evaluate(element.initializer, scope) : value
  }

  #taken(element: BindingElement, whole: Value): Value {
    const pattern = element.parent
    if (isArrayBindingPattern(pattern)) {
      const index = pattern.elements.indexOf(element as (typeof pattern.elements)[number])
      if (whole.kind === 'array') return whole.items[index] ?? nothing
    } else if (isObjectBindingPattern(pattern)) {
      if (element.dotDotDotToken) return this.#rest(element, whole)
      const name = element.propertyName ?? element.name
      if (name && isIdentifier(name)) return this.#propertyOf(whole, name.text, element)
    }
    return this.#unknown(element, entryOf(whole))
  }

  #rest(element: BindingElement, whole: Value): Value {
    if (whole.kind !== 'object') return this.#partOf(whole, '...', element)
    const taken = new Set(
      (element.parent as unknown as { elements: readonly BindingElement[] }).elements.map((each) => {
        const name = each.propertyName ?? each.name
        return name && isIdentifier(name) ? name.text : ''
      }),
    )
    return { kind: 'object', properties: new Map([...whole.properties].filter(([name]) => !taken.has(name))) }
  }

  // ── conditions ──────────────────────────────────────────────────────────────────────────────────────────────────

  /** Returns whether a condition is true. If the result is unknown, each reading chooses one result. */
  #decide(node: Node, scope: Scope): boolean {
    if (isParenthesizedExpression(node)) return this.#decide(node.expression, scope)
    if (isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken)
      return !this.#decide(node.operand, scope)
    if (isBinaryExpression(node)) {
      const { kind } = node.operatorToken
      if (kind === SyntaxKind.AmpersandAmpersandToken)
        return this.#decide(node.left, scope) && this.#decide(node.right, scope)
      if (kind === SyntaxKind.BarBarToken) return this.#decide(node.left, scope) || this.#decide(node.right, scope)
    }
    const truth = truthOf(this.#evaluate(node, scope))
    if (truth !== undefined) return truth
    if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.ExclamationEqualsEqualsToken)
      return !this.#fork(`${this.#canonical(node.left, scope)}===${this.#canonical(node.right, scope)}`)
    return this.#fork(this.#canonical(node, scope))
  }

  #fork(condition: string): boolean {
    return this.#choices.choose(`if ${condition}`, 2) === 0
  }

  /** Returns a key that is equal for two expressions with the same value. */
  #canonical(node: Node, scope: Scope): string {
    if (isIdentifier(node)) {
      const declaration = this.#program.declarationOf(node)
      if (!declaration) return node.text
      return originOf(this.#named(node, scope)) ?? `${keyOf(declaration)}@${this.#scopeOf(declaration, scope).id}`
    }
    if (isPropertyAccessExpression(node)) {
      const origin = originOf(this.#evaluate(node, scope))
      return origin ?? `${this.#canonical(node.expression, scope)}.${node.name.text}`
    }
    const parts: string[] = []
    node.forEachChild((child) => {
      parts.push(this.#canonical(child, scope))
    })
    return parts.length === 0 ? node.getText() : `${node.kind}(${parts.join(' ')})`
  }

  // ── calls ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #call(node: CallExpression, scope: Scope): Value {
    const callee = node.expression
    if (isPropertyAccessExpression(callee)) {
      const method = callee.name.text
      if (isIdentifier(callee.expression)) {
        if (callee.expression.text === 'sql') return this.#builtSql(method, node, scope)
        if (callee.expression.text === 'Object') return this.#ofObject(method, node, scope)
      }
      const base = this.#evaluate(callee.expression, scope)
      const answered = this.#method(base, method, node, scope)
      if (answered) return answered
      const own = this.#propertyOf(base, method, callee)
      if (own.kind === 'function') return this.#invoke(own, node, scope)
      if (own.kind === 'constant') return this.#absent(callee.questionDotToken)
      return this.#unknown(node, entryOf(own))
    }
    const called = this.#evaluate(callee, scope)
    if (called.kind === 'constant') return this.#absent(node.questionDotToken)
    if (called.kind === 'function') {
      const answer = this.#program.typeOf(node)
      if (this.#program.mayHoldSql(answer) || this.#wantsText || isShortText(called.node))
        return this.#invoke(called, node, scope)
    }
    return this.#unknown(node, entryOf(called))
  }

  /**
   * Returns the result of calling a function that is undefined: with `?.` the result is undefined; without, the program
   * would throw.
   */
  #absent(mark: Node | undefined): Value {
    if (mark) return nothing
    throw new DeadEnd()
  }

  #invoke(called: Value & { kind: 'function' }, node: CallExpression, scope: Scope): Value {
    const given = this.#elements(node.arguments, scope)
    return this.#apply(called, given, `${scope.id}/${keyOf(node)}`)
  }

  #apply({ node, scope }: Value & { kind: 'function' }, values: readonly Value[], id: string): Value {
    const inner: Scope = {
      id,
      node,
      outer: scope,
      given: (parameter) =>
        parameter.dotDotDotToken
          ? { kind: 'array', items: values.slice(indexOf(parameter)) }
          : (values[indexOf(parameter)] ?? nothing),
      known: new Map(),
    }
    const { body } = node as ArrowFunction
    if (!body) return this.#unknown(node)
    return isBlock(body) ? (this.#run(body, inner) ?? nothing) : this.#evaluate(body, inner)
  }

  /** Evaluates the statements of a function up to its `return`. */
  #run(node: Node, scope: Scope): Value | undefined {
    if (isBlock(node)) {
      for (const statement of node.statements) {
        const value = this.#run(statement, scope)
        if (value) return value
      }
      return undefined
    }
    if (isReturnStatement(node)) return node.expression ? this.#evaluate(node.expression, scope) : nothing
    if (isThrowStatement(node)) throw new DeadEnd()
    if (isIfStatement(node)) {
      if (!mayEnd(node)) return undefined
      if (this.#decide(node.expression, scope)) return this.#run(node.thenStatement, scope)
      return node.elseStatement ? this.#run(node.elseStatement, scope) : undefined
    }
    return undefined
  }

  #builtSql(method: string, node: CallExpression, scope: Scope): Value {
    const [first, second] = node.arguments
    if (!first) return this.#unknown(node)
    const text = () => this.#text(this.#evaluate(first, scope), first)
    switch (method) {
      case 'ref':
      case 'table':
        return { kind: 'sql', parts: [text().split('.').map(quoted).join('.')] }
      case 'id':
        return {
          kind: 'sql',
          parts: [node.arguments.map((each) => quoted(this.#text(this.#evaluate(each, scope), each))).join('.')],
        }
      case 'raw':
        return { kind: 'sql', parts: [text()] }
      case 'lit':
        return { kind: 'sql', parts: [this.#literal(this.#evaluate(first, scope), first)] }
      case 'val':
        return { kind: 'sql', parts: [{ node: first, shape: this.#program.shapeOf(this.#program.typeOf(first)) }] }
      case 'join':
        return { kind: 'sql', parts: this.#joined(first, second, scope) }
      default:
        return this.#unknown(node)
    }
  }

  #literal(value: Value, node: Node): string {
    if (value.kind === 'constant')
      return typeof value.value === 'string' ? `'${value.value.replaceAll("'", "''")}'` : String(value.value)
    const { kinds } = this.#shapeOf(value)
    if (kinds.has('number')) return '1'
    if (kinds.has('string')) return `'${this.#words(value.kind === 'unknown' ? value.type : undefined)?.[0] ?? ''}'`
    throw new Unreadable('this literal is not known before the program runs', node)
  }

  #joined(list: Node, separator: Node | undefined, scope: Scope): Part[] {
    const array = this.#evaluate(list, scope)
    if (array.kind !== 'array') {
      this.#askCaller(array)
      throw new Unreadable('the list of parts is not known before the program runs', list)
    }
    const between = separator ? this.#evaluate(separator, scope) : undefined
    const comma: Part[] = between?.kind === 'sql' ? between.parts : [', ']
    return array.items.flatMap((item, index): Part[] => {
      const parts: Part[] = item.kind === 'sql' ? item.parts : [{ node: list, shape: this.#shapeOf(item) }]
      return index === 0 ? parts : [...comma, ...parts]
    })
  }

  #ofObject(method: string, node: CallExpression, scope: Scope): Value {
    const [first, second] = node.arguments
    const value = first ? this.#evaluate(first, scope) : nothing
    if (method === 'fromEntries' && value.kind === 'array') return fromEntries(value.items) ?? this.#unknown(node)
    if (method === 'hasOwn' && second && value.kind === 'object') {
      const key = this.#evaluate(second, scope)
      if (key.kind === 'constant') return { kind: 'constant', value: value.properties.has(String(key.value)) }
    }
    const properties = this.#propertiesOf(value)
    if (!properties) return this.#unknown(node, entryOf(value))
    const of: Record<string, (pair: [string, () => Value]) => Value> = {
      keys: ([name]) => ({ kind: 'constant', value: name }),
      values: ([, read]) => read(),
      entries: ([name, read]) => ({ kind: 'array', items: [{ kind: 'constant', value: name }, read()] }),
    }
    return of[method] ? { kind: 'array', items: properties.map(of[method]) } : this.#unknown(node)
  }

  #method(base: Value, method: string, node: CallExpression, scope: Scope): Value | undefined {
    if (base.kind === 'sql') return ['compile', '$castTo', 'as', '$notNull'].includes(method) ? base : undefined
    if (base.kind === 'array') return this.#ofArray(base.items, method, node, scope)
    if (base.kind === 'constant' && typeof base.value === 'string') return this.#ofText(base.value, method, node, scope)
    if (base.kind === 'constant' && (base.value === undefined || base.value === null)) return nothing
    if (base.kind !== 'unknown') return undefined
    if ((method === 'map' || method === 'flatMap') && this.#program.mayHoldSql(this.#program.elementOfNode(node))) {
      this.#askCaller(base)
      const callee = node.expression as unknown as { expression: Node }
      return this.#ofArray([this.#oneOf(base, callee.expression)], method, node, scope)
    }
    return undefined
  }

  #ofArray(items: readonly Value[], method: string, node: CallExpression, scope: Scope): Value | undefined {
    const [first, second] = node.arguments.map((each) => this.#evaluate(each, scope))
    const numberOf = (value: Value | undefined) =>
      value?.kind === 'constant' && typeof value.value === 'number' ? value.value : undefined
    switch (method) {
      case 'map':
        if (first?.kind !== 'function') return undefined
        return {
          kind: 'array',
          items: items.map((item, index) =>
            this.#apply(first, [item, { kind: 'constant', value: index }], `${scope.id}/${keyOf(node)}[${index}]`),
          ),
        }
      case 'flatMap': {
        if (first?.kind !== 'function') return undefined
        const answers = items.map((item, index) =>
          this.#apply(first, [item, { kind: 'constant', value: index }], `${scope.id}/${keyOf(node)}[${index}]`),
        )
        return { kind: 'array', items: answers.flatMap((one) => (one.kind === 'array' ? one.items : [one])) }
      }
      case 'slice':
        return { kind: 'array', items: items.slice(numberOf(first) ?? 0, second ? numberOf(second) : undefined) }
      case 'filter':
      case 'toSorted':
      case 'toReversed':
        return { kind: 'array', items: [...items] }
      case 'join': {
        if (!items.every((item) => item.kind === 'constant')) return undefined
        const between = first?.kind === 'constant' ? String(first.value) : ','
        return {
          kind: 'constant',
          value: items.map((item) => String(item.kind === 'constant' ? item.value : '')).join(between),
        }
      }
      default:
        return undefined
    }
  }

  #ofText(text: string, method: string, node: CallExpression, scope: Scope): Value | undefined {
    const given = node.arguments.map((each) => this.#evaluate(each, scope))
    if (!given.every((one) => one.kind === 'constant')) return undefined
    const values = given.map((one) => (one.kind === 'constant' ? one.value : undefined))
    if (!['startsWith', 'slice', 'replace', 'toUpperCase', 'toLowerCase', 'trim'].includes(method)) return undefined
    const run = text[method as 'slice'] as (...args: unknown[]) => string | boolean
    return { kind: 'constant', value: run.apply(text, values) }
  }
}

/** Joins the parts of a statement as Kysely does: each value is the next `$n`. */
export function numbered(parts: readonly Part[]): { text: string; sent: Sent[] } {
  const sent: Sent[] = []
  const text = parts.map((part) => (typeof part === 'string' ? part : `$${sent.push(part)}`)).join('')
  return { text, sent }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

function keyOf(node: Node): string {
  return `${node.getSourceFile().fileName}:${node.pos}`
}

function indexOf(parameter: ParameterDeclaration): number {
  return (parameter.parent as unknown as { parameters: readonly Node[] }).parameters.indexOf(parameter)
}

function entryOf(value: Value): Scope | undefined {
  return value.kind === 'unknown' ? value.entry : undefined
}

function unwrapped(node: Node): Node {
  return isParenthesizedExpression(node) ? unwrapped(node.expression) : node
}

function originOf(value: Value): string | undefined {
  return value.kind === 'unknown' ? value.origin : undefined
}

function truthOf(value: Value): boolean | undefined {
  if (value.kind === 'unknown') return undefined
  return value.kind === 'constant' ? Boolean(value.value) : true
}

function sameValue(a: Value, b: Value): boolean | undefined {
  if (a.kind === 'constant' && b.kind === 'constant') return a.value === b.value
  const isNothing = (value: Value) => value.kind === 'constant' && value.value == null
  if ((isNothing(a) && b.kind !== 'unknown') || (isNothing(b) && a.kind !== 'unknown')) return false
  return undefined
}

function fromEntries(items: readonly Value[]): Value | undefined {
  const properties = new Map<string, () => Value>()
  for (const item of items) {
    if (item.kind !== 'array' || item.items[0]?.kind !== 'constant') return undefined
    const [key, value] = item.items
    properties.set(String(key.value), () => value ?? nothing)
  }
  return { kind: 'object', properties }
}

/** Returns the changes `name.push(…)` and `name = …` of a variable in a block, in their order. */
function changesOf(block: Node, name: string): Node[] {
  const changes: Node[] = []
  walk(block, (node) => {
    if (!isExpressionStatement(node)) return
    const { expression } = node
    if (
      isCallExpression(expression) &&
      isPropertyAccessExpression(expression.expression) &&
      expression.expression.name.text === 'push' &&
      isIdentifier(expression.expression.expression) &&
      expression.expression.expression.text === name
    )
      changes.push(expression)
    if (
      isBinaryExpression(expression) &&
      expression.operatorToken.kind === SyntaxKind.EqualsToken &&
      isIdentifier(expression.left) &&
      expression.left.text === name
    )
      changes.push(expression)
  })
  return changes
}

/** Returns whether a statement of a function can end it, because the statement contains a `return` or a `throw`. */
function mayEnd(node: Node): boolean {
  let ends = false
  walk(node, (below) => {
    if (isReturnStatement(below) || isThrowStatement(below)) ends = true
  })
  return ends
}

/** Returns whether a function is a single expression that returns a string, such as one that quotes a name. */
function isShortText(node: Node): boolean {
  const { body } = node as ArrowFunction
  if (!body) return false
  if (!isBlock(body)) return isTemplateExpression(body)
  const [only, ...more] = body.statements
  return more.length === 0 && only !== undefined && isReturnStatement(only) && only.expression !== undefined
}
