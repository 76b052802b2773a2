import { loadModule, parseSync } from 'libpg-query'

await loadModule()

/** A node of PostgreSQL's syntax tree. */
type Ast = { [key: string]: unknown }
/** One use of a table in a statement. `id` distinguishes several uses of one table. */
export type Use = { table: string; id: number; isWritten: boolean; isInserted: boolean }
type Relation = { id: number; columns?: ReadonlySet<string>; outputs?: readonly Output[] }
type Output = { name: string; key?: string }
type Scope = { relations: Map<string, Relation>; queries: Map<string, readonly Output[]>; around?: Scope }

/** The columns of each table of the schema. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Finds, from the SQL of a statement, which of its columns must be equal to each other or to a parameter: from
 * equalities joined by "and", inner joins, inserted values and the columns that a subquery returns. A column inside a
 * subquery can get its value from the outer statement. An outer column gets no value from a subquery, because a
 * subquery does not filter the outer rows.
 */
export class Equalities {
  readonly uses: Use[] = []
  readonly #columns: Columns
  readonly #parents = new Map<string, string>()
  /**
   * Equalities of columns that work in one direction: the second column has the value of the first column, if that
   * value is known.
   */
  readonly #follows: [string, string][] = []
  readonly #lists = new Set<string>()
  #lastId = 0

  constructor(text: string, columns: Columns) {
    this.#columns = columns
    for (const { stmt } of parseSync(text).stmts ?? [])
      this.#readQuery(stmt as Ast, { relations: new Map(), queries: new Map() })
    this.#followValues()
  }

  /** Returns the parameters and constants to which a column of a table's use is equal, such as `$4`. */
  valuesOf(use: Use, column: string): string[] {
    const top = this.#find(`${use.id}.${column}`)
    return [...this.#parents.keys()].filter((key) => isValue(key) && this.#find(key) === top).sort()
  }

  /** Returns whether a column of a table's use must be one of a list, as in `= any ($1)`. */
  isOneOfList(use: Use, column: string): boolean {
    const top = this.#find(`${use.id}.${column}`)
    return [...this.#lists].some((key) => this.#find(key) === top)
  }

  /** Returns the columns of a table's use that are equal to a value. */
  fixedColumns(use: Use): string[] {
    return [...(this.#columns.get(use.table) ?? [])].filter((column) => this.valuesOf(use, column).length > 0)
  }

  /** Returns the columns of one use of a table that are equal to a column of another use. */
  joinedColumns(use: Use, other: Use): string[] {
    const tops = new Set(
      [...this.#parents.keys()].filter((key) => key.startsWith(`${other.id}.`)).map((key) => this.#find(key)),
    )
    const followed = this.#follows.filter(
      ([from, to]) => from.startsWith(`${other.id}.`) && to.startsWith(`${use.id}.`),
    )
    const columns = [...this.#parents.keys()].filter((key) => key.startsWith(`${use.id}.`) && tops.has(this.#find(key)))
    return [...new Set([...columns, ...followed.map(([, to]) => to)].map((key) => key.slice(key.indexOf('.') + 1)))]
  }

  #find(key: string): string {
    const parent = this.#parents.get(key) ?? key
    return parent === key ? key : this.#find(parent)
  }

  #equate(one: string, other: string): void {
    for (const key of [one, other]) if (!this.#parents.has(key)) this.#parents.set(key, key)
    const [from, to] = [this.#find(one), this.#find(other)]
    if (from !== to) this.#parents.set(from, to)
  }

  #hasValue(key: string): boolean {
    const top = this.#find(key)
    return isValue(key) || [...this.#parents.keys()].some((other) => isValue(other) && this.#find(other) === top)
  }

  #followValues(): void {
    let isChanged = true
    while (isChanged) {
      isChanged = false
      for (const [from, to] of this.#follows) {
        if (this.#find(from) !== this.#find(to) && this.#hasValue(from)) {
          this.#equate(from, to)
          isChanged = true
        }
        if ([...this.#lists].some((key) => this.#find(key) === this.#find(from)) && !this.#lists.has(to)) {
          this.#lists.add(to)
          isChanged = true
        }
      }
    }
  }

  /** Reads a query and returns its columns. */
  #readQuery(node: Ast, around: Scope): Output[] {
    const [kind, query] = Object.entries(node)[0] as [string, Ast]
    if (!/^(Select|Insert|Update|Delete)Stmt$/.test(kind)) return []
    const scope: Scope = { relations: new Map(), queries: new Map(), around }
    for (const { CommonTableExpr } of list((query.withClause as Ast)?.ctes)) {
      const { ctename, ctequery } = CommonTableExpr as { ctename: string; ctequery: Ast }
      scope.queries.set(ctename, this.#readQuery(ctequery, scope))
    }
    if (kind === 'SelectStmt') return this.#readSelect(query, scope)
    if (kind === 'InsertStmt') return this.#readInsert(query, scope)
    this.#addTable(query.relation as Ast, scope, 'change')
    for (const from of [...list(query.fromClause), ...list(query.usingClause)]) this.#readFrom(from, scope)
    this.#readCondition(query.whereClause as Ast, scope)
    this.#visit(query.targetList, scope)
    return this.#outputs((query.returningClause as Ast)?.exprs, scope)
  }

  #readSelect(query: Ast, scope: Scope): Output[] {
    if (query.larg) {
      // The equalities of the right side of a union are read separately: a row of the union may come from either side,
      // so an equality of one side does not apply to all rows.
      this.#readQuery({ SelectStmt: query.rarg as Ast }, scope)
      return this.#readQuery({ SelectStmt: query.larg as Ast }, scope).map(({ name }) => ({ name }))
    }
    for (const from of list(query.fromClause)) this.#readFrom(from, scope)
    this.#readCondition(query.whereClause as Ast, scope)
    for (const part of [
      query.havingClause,
      query.sortClause,
      query.groupClause,
      query.limitCount,
      query.distinctClause,
    ])
      this.#visit(part, scope)
    const rows = list(query.valuesLists).map((row) => list((row.List as Ast).items))
    if (rows.length === 0) return this.#outputs(query.targetList, scope)
    this.#visit(rows, scope)
    return rows[0]!.map((first, index) => {
      const key = this.#keyOf(first, scope)
      return {
        name: `column${index + 1}`,
        key: rows.every((row) => this.#keyOf(row[index]!, scope) === key) ? key : undefined,
      }
    })
  }

  #readInsert(query: Ast, scope: Scope): Output[] {
    const outputs = query.selectStmt ? this.#readQuery(query.selectStmt as Ast, scope) : []
    const target = this.#addTable(query.relation as Ast, scope, 'insert')
    for (const [index, { ResTarget }] of list(query.cols).entries()) {
      const key = outputs[index]?.key
      if (key && target) this.#follows.push([key, `${target.id}.${(ResTarget as Ast).name}`])
    }
    this.#visit((query.onConflictClause as Ast)?.targetList, scope)
    return this.#outputs((query.returningClause as Ast)?.exprs, scope)
  }

  #addTable(range: Ast, scope: Scope, write?: 'insert' | 'change'): Relation | undefined {
    const name = range.relname as string
    const alias = ((range.alias as Ast)?.aliasname as string) ?? name
    const outputs = write ? undefined : queryNamed(name, scope)
    if (outputs) return this.#addOutputs(outputs, alias, scope)
    const columns = this.#columns.get(name)
    if (!columns) return undefined
    const relation: Relation = { id: ++this.#lastId, columns }
    this.uses.push({ table: name, id: relation.id, isWritten: write !== undefined, isInserted: write === 'insert' })
    scope.relations.set(alias, relation)
    return relation
  }

  #addOutputs(outputs: readonly Output[], alias: string, scope: Scope): Relation {
    const relation: Relation = { id: ++this.#lastId, columns: new Set(outputs.map(({ name }) => name)), outputs }
    for (const { name, key } of outputs) if (key) this.#follows.push([key, `${relation.id}.${name}`])
    scope.relations.set(alias, relation)
    return relation
  }

  /** Reads an entry of `from` and returns the ids of its relations. */
  #readFrom(node: Ast, scope: Scope): number[] {
    const [kind, from] = Object.entries(node)[0] as [string, Ast]
    if (kind === 'RangeVar') return [this.#addTable(from, scope)?.id ?? 0]
    if (kind === 'RangeSubselect')
      return [
        this.#addOutputs(this.#readQuery(from.subquery as Ast, scope), String((from.alias as Ast)?.aliasname), scope)
          .id,
      ]
    if (kind !== 'JoinExpr') {
      this.#visit(from, scope)
      return []
    }
    const left = this.#readFrom(from.larg as Ast, scope)
    const right = this.#readFrom(from.rarg as Ast, scope)
    const kept =
      from.jointype === 'JOIN_LEFT' ? new Set(right) : from.jointype === 'JOIN_INNER' ? undefined : new Set<number>()
    this.#readCondition(from.quals as Ast, scope, kept)
    return [...left, ...right]
  }

  /** Reads a condition that must be true. In an outer join, the condition restricts only the relations in `only`. */
  #readCondition(node: Ast | undefined, scope: Scope, only?: ReadonlySet<number>): void {
    if (!node) return
    const bool = node.BoolExpr as Ast | undefined
    if (bool?.boolop === 'AND_EXPR') {
      for (const part of list(bool.args)) this.#readCondition(part, scope, only)
      return
    }
    const link = node.SubLink as Ast | undefined
    if (link?.subLinkType === 'ANY_SUBLINK' && !link.operName) {
      this.#readMembership(link, scope)
      return
    }
    this.#visit(node, scope)
    const comparison = node.A_Expr as Ast | undefined
    if (comparison && operatorOf(comparison) === '=') this.#readEquality(comparison, scope, only)
  }

  #readEquality({ kind, lexpr, rexpr }: Ast, scope: Scope, only?: ReadonlySet<number>): void {
    const left = this.#keyOf(lexpr as Ast, scope)
    if (!left) return
    if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_IN') this.#lists.add(left)
    const right = kind === 'AEXPR_OP' ? this.#keyOf(rexpr as Ast, scope) : undefined
    if (right) this.#relate(left, right, scope, only)
  }

  /** Reads a condition of the form `column in (select …)`. */
  #readMembership({ testexpr, subselect }: Ast, scope: Scope): void {
    this.#visit(testexpr, scope)
    const key = this.#keyOf(testexpr as Ast, scope)
    const [output] = this.#readQuery(subselect as Ast, scope)
    if (!key) return
    this.#lists.add(key)
    if (output?.key) this.#follows.push([output.key, key])
  }

  #relate(left: string, right: string, scope: Scope, only?: ReadonlySet<number>): void {
    const isOwn = (key: string): boolean =>
      isValue(key) || (isHere(key, scope) && (!only || only.has(Number(key.split('.')[0]))))
    if (isOwn(left) && isOwn(right)) this.#equate(left, right)
    else if (isOwn(right)) this.#follows.push([left, right])
    else if (isOwn(left)) this.#follows.push([right, left])
  }

  /** Reads the subqueries inside an expression. */
  #visit(node: unknown, scope: Scope): void {
    if (Array.isArray(node)) for (const one of node) this.#visit(one, scope)
    else if (node && typeof node === 'object') {
      if ('SelectStmt' in node) this.#readQuery(node as Ast, scope)
      else for (const one of Object.values(node)) this.#visit(one, scope)
    }
  }

  #outputs(targets: unknown, scope: Scope): Output[] {
    this.#visit(targets, scope)
    return list(targets).flatMap(({ ResTarget }) => {
      const { name, val } = ResTarget as { name?: string; val: Ast }
      const fields = list((val.ColumnRef as Ast)?.fields)
      if (fields.at(-1)?.A_Star) return this.#allColumns(fields.length > 1 ? textOf(fields[0]!) : undefined, scope)
      return [{ name: name ?? textOf(fields.at(-1)), key: this.#keyOf(val, scope) }]
    })
  }

  #allColumns(alias: string | undefined, scope: Scope): Output[] {
    return [...scope.relations]
      .filter(([name]) => alias === undefined || name === alias)
      .flatMap(([, { id, columns }]) => [...(columns ?? [])].map((name) => ({ name, key: `${id}.${name}` })))
  }

  /** Returns a name for a column, a parameter or a constant; undefined for any other expression. */
  #keyOf(node: Ast, scope: Scope): string | undefined {
    if (node.TypeCast) return this.#keyOf((node.TypeCast as Ast).arg as Ast, scope)
    if (node.ParamRef) return `$${(node.ParamRef as Ast).number}`
    if (node.A_Const) return `=${JSON.stringify(node.A_Const)}`
    const fields = list((node.ColumnRef as Ast)?.fields).map(textOf)
    if (fields.length === 0) return undefined
    const [alias, column] = fields.length > 1 ? fields.slice(-2) : [undefined, fields[0]]
    for (let at: Scope | undefined = scope; at; at = at.around)
      for (const [name, { id, columns }] of at.relations)
        if (columns?.has(column!) && (alias === undefined || alias === name)) return `${id}.${column}`
    return undefined
  }
}

const list = (value: unknown): Ast[] => (value as Ast[] | undefined) ?? []
const isValue = (key: string): boolean => /^[$=]/.test(key)
const textOf = (node: Ast | undefined): string => String((node?.String as Ast)?.sval ?? '')
const operatorOf = (comparison: Ast): string => textOf(list(comparison.name).at(-1))

function isHere(key: string, scope: Scope): boolean {
  return [...scope.relations.values()].some(({ id }) => key.startsWith(`${id}.`))
}

function queryNamed(name: string, scope: Scope): readonly Output[] | undefined {
  for (let at: Scope | undefined = scope; at; at = at.around) {
    const outputs = at.queries.get(name)
    if (outputs) return outputs
  }
  return undefined
}
