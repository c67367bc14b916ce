/**
 * Whether a column of a result can be null, read from the tree that PostgreSQL makes of a statement: it has looked up every name, knows every
 * outer join that a column comes through, and writes the tree down when the statement is the body of a function.
 */

/** `unknown`: it depends on what the rows are. */
export type Nullability = 'never' | 'possible' | 'unknown'

type Tree = string | Tree[] | Node
export type Node = { name: string; fields: Record<string, Tree> }
const isNode = (tree: Tree | undefined): tree is Node => typeof tree === 'object' && !Array.isArray(tree)
const nodes = (tree: Tree | undefined): Node[] => (Array.isArray(tree) ? tree.filter(isNode) : [])
const node = (tree: Tree | undefined) => (isNode(tree) ? tree : undefined)
const number = (tree: Tree | undefined) => Number(tree)

/** PostgreSQL's text for its trees: {NAME :field value …}, (list), <> for nothing. */
function parseTree(text: string): Tree {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[(){}]|<>|(?:[^\s(){}"\\]|\\.)+/g) ?? []
  let at = 0
  const value = (): Tree => {
    const token = tokens[at++]!
    if (token === '(') {
      const list: Tree[] = []
      while (tokens[at] !== ')') list.push(value())
      at++
      return list
    }
    if (token !== '{') return token
    const made: Node = { name: tokens[at++]!, fields: {} }
    while (tokens[at] !== '}') {
      const field = tokens[at++]!.slice(1)
      const values: Tree[] = []
      while (tokens[at] !== '}' && !tokens[at]!.startsWith(':')) values.push(value())
      made.fields[field] = values.length === 1 ? values[0]! : values
    }
    at++
    return made
  }
  return value()
}

/** What is asked of the catalog. */
export type Catalog = {
  isNotNull: (table: number, column: number) => boolean | undefined
  /** What a view selects. */
  view: (table: number) => Node | undefined
  isStrict: (procedure: number) => boolean
  nameOf: (procedure: number) => string
  /** Whether a value of the first column is always one of the second. */
  refersTo: (from: Column, to: Column) => boolean
}

/** `matched`: outer joins along a foreign key that is never null, so that there always is a row. */
type Level = {
  query: Node
  up: Level | undefined
  notNull: Set<string>
  present: Set<number>
  matched: Set<number>
  uncertain: Set<number>
  known: Map<Node, Nullability[]>
}

/** The last statement of a list, in which there may be lists. */
export function lastQuery(text: string): Node | undefined {
  const tree = parseTree(text)
  return nodes(Array.isArray(tree) ? tree.flat() : tree).at(-1)
}

/** The columns of the last statement of a function's body, in order. */
export function resultNullability(body: string, catalog: Catalog): Nullability[] {
  const query = lastQuery(body)
  return query ? columnsOf(query, undefined, catalog) : []
}

function levelOf(query: Node, up: Level | undefined, catalog: Catalog): Level {
  const level: Level = { query, up, ...factsOf(query), matched: new Set(), uncertain: new Set(), known: new Map() }
  findMatched(node(query.fields.jointree), level, catalog)
  return level
}

function columnsOf(query: Node, up: Level | undefined, catalog: Catalog): Nullability[] {
  const { fields } = query
  const level = levelOf(query, up, catalog)
  const setOperation = node(fields.setOperations)
  if (setOperation) return combined(leaves(setOperation).map((index) => columnsOfEntry(rangeTable(level)[index - 1]!, level, catalog)))
  const list = fields.commandType === '1' ? fields.targetList : fields.returningList
  return targets(list).map(({ fields }) => of(fields.expr, level, catalog))
}
const targets = (list: Tree | undefined) => nodes(list).filter(({ fields }) => fields.resjunk !== 'true')
const rangeTable = ({ query }: Level) => nodes(query.fields.rtable)
const leaves = (tree: Node): number[] =>
  tree.name === 'RANGETBLREF'
    ? [number(tree.fields.rtindex)]
    : [tree.fields.larg, tree.fields.rarg].flatMap((side) => (isNode(side) ? leaves(side) : []))

function combined(parts: Nullability[][]): Nullability[] {
  return (parts[0] ?? []).map((_, i) => any(parts.map((part) => part[i] ?? 'unknown')))
}
/** Null if any is. */
const any = (parts: readonly Nullability[]): Nullability =>
  parts.includes('possible') ? 'possible' : parts.includes('unknown') ? 'unknown' : 'never'

/** Columns that a condition at the top of `where` or of an inner join keeps from being null, and the relations that are there because of it. */
function factsOf(query: Node): Pick<Level, 'notNull' | 'present'> {
  const notNull = new Set<string>()
  const present = new Set<number>()
  const column = (tree: Tree | undefined) => {
    const expression = node(tree)
    if (!expression) return
    if (expression.name === 'VAR' && expression.fields.varlevelsup === '0') {
      notNull.add(`${expression.fields.varno}.${expression.fields.varattno}`)
      present.add(number(expression.fields.varno))
    } else if (['RELABELTYPE', 'COERCEVIAIO'].includes(expression.name)) column(expression.fields.arg)
  }
  const condition = (tree: Tree | undefined) => {
    const expression = node(tree)
    if (!expression) return
    const { name, fields } = expression
    if (name === 'BOOLEXPR' && fields.boolop === 'and') for (const arg of nodes(fields.args)) condition(arg)
    // Operators of a comparison are strict: null is not true.
    else if (name === 'OPEXPR') for (const arg of nodes(fields.args)) column(arg)
    else if (name === 'SCALARARRAYOPEXPR') column(nodes(fields.args)[0])
    else if (name === 'NULLTEST' && fields.nulltesttype === '1') column(fields.arg)
    else if (name === 'VAR') column(expression)
  }
  const join = (tree: Tree | undefined) => {
    const item = node(tree)
    if (item?.name === 'FROMEXPR') {
      condition(item.fields.quals)
      for (const each of nodes(item.fields.fromlist)) join(each)
    } else if (item?.name === 'JOINEXPR') {
      const type = item.fields.jointype
      if (type === '0') condition(item.fields.quals)
      if (type === '0' || type === '1') join(item.fields.larg)
      if (type === '0' || type === '3') join(item.fields.rarg)
    }
  }
  join(query.fields.jointree)
  return { notNull, present }
}

/** From the inside out: what a join is along may itself come through one. */
function findMatched(item: Node | undefined, level: Level, catalog: Catalog) {
  if (item?.name === 'FROMEXPR') for (const each of nodes(item.fields.fromlist)) findMatched(each, level, catalog)
  if (item?.name !== 'JOINEXPR') return
  findMatched(node(item.fields.larg), level, catalog)
  findMatched(node(item.fields.rarg), level, catalog)
  const on = node(item.fields.quals)
  if (item.fields.jointype === '1' && on?.name === 'CONST' && givesOneRow(node(item.fields.rarg), level))
    level.matched.add(number(item.fields.rtindex))
  if (item.fields.jointype !== '1' || on?.name !== 'OPEXPR') return
  const [a, b] = nodes(on.fields.args)
  const right = node(item.fields.rarg)
  if (a?.name !== 'VAR' || b?.name !== 'VAR' || right?.name !== 'RANGETBLREF') return
  const [there, here] = a.fields.varno === right.fields.rtindex ? [a, b] : [b, a]
  // What another relation than a table gives may be such a key or not: nobody knows here whether there always is a row.
  if (isTable(there, level) && !isTable(here, level) && origins(here, level, catalog).includes(undefined))
    level.uncertain.add(number(item.fields.rtindex))
  const [[to], from] = [origins(there, level, catalog), origins(here, level, catalog)]
  if (to && from.length > 0 && from.every((each) => each && catalog.refersTo(each, to)) && of(here, level, catalog) === 'never')
    level.matched.add(number(item.fields.rtindex))
}

const isTable = ({ fields }: Node, level: Level) => {
  const entry = rangeTable(level)[number(fields.varno) - 1]
  return entry?.fields.rtekind === '0' && entry.fields.relkind === 'r'
}

/** Aggregates without groups give a row whatever there is. */
function givesOneRow(item: Node | undefined, level: Level) {
  const entry = item?.name === 'RANGETBLREF' ? rangeTable(level)[number(item.fields.rtindex) - 1] : undefined
  const query = node(entry?.fields.subquery)
  return query !== undefined && isOneRow(query)
}
const isOneRow = ({ fields }: Node) => fields.hasAggs === 'true' && nodes(fields.groupClause).length === 0 && !isNode(fields.havingQual)

type Column = { table: number; column: number }
/** The columns of tables that an expression is nothing but; undefined among them where it is anything else. */
function origins(expression: Node, level: Level, catalog: Catalog): (Column | undefined)[] {
  const { fields } = expression
  if (expression.name !== 'VAR' || fields.varlevelsup !== '0') return [undefined]
  const entry = rangeTable(level)[number(fields.varno) - 1]
  const column = number(fields.varattno)
  if (entry?.fields.rtekind === '0' && entry.fields.relkind === 'r') return [{ table: number(entry.fields.relid), column }]
  const query = entry?.fields.rtekind === '0' ? catalog.view(number(entry.fields.relid)) : node(entry?.fields.subquery)
  return query ? originsOf(query, column, level, catalog) : [undefined]
}
function originsOf(query: Node, column: number, up: Level, catalog: Catalog): (Column | undefined)[] {
  const level = levelOf(query, up, catalog)
  const setOperation = node(query.fields.setOperations)
  if (setOperation)
    return leaves(setOperation).flatMap((index) => {
      const part = node(rangeTable(level)[index - 1]?.fields.subquery)
      return part ? originsOf(part, column, level, catalog) : [undefined]
    })
  const expression = node(targets(query.fields.targetList)[column - 1]?.fields.expr)
  return expression ? origins(expression, level, catalog) : [undefined]
}

const NEVER = [
  'ARRAYEXPR',
  'ARRAY',
  'ROWEXPR',
  'ROW',
  'NULLTEST',
  'BOOLEANTEST',
  'DISTINCTEXPR',
  'SQLVALUEFUNCTION',
  'GROUPINGFUNC',
  'XMLEXPR',
]
/** Without rows these are 0, not null. */
const COUNTS = ['count', 'regr_count']
/** Of rows that are there null only if all that they are given is. */
const AGGREGATES = /^(sum|min|max|avg|bool_and|bool_or|every|bit_xor|bit_and|bit_or|(string|array|jsonb?)_agg|jsonb?_object_agg)$/
const NUMBERING = /^(row_number|rank|dense_rank|count|ntile|percent_rank|cume_dist)$/

function of(tree: Tree | undefined, level: Level, catalog: Catalog): Nullability {
  const expression = node(tree)
  if (!expression) return 'possible'
  const { name, fields } = expression
  const each = () => nodes(fields.args).map((arg) => of(arg, level, catalog))
  /** Null in, null out; otherwise it may still give null itself. */
  const strict = (own: Nullability): Nullability => (any(each()) === 'possible' ? 'possible' : own)
  if (NEVER.includes(name)) return 'never'
  switch (name) {
    case 'CONST':
      return fields.constisnull === 'true' ? 'possible' : 'never'
    case 'VAR':
      return variable(fields, level, catalog)
    case 'RELABELTYPE':
    case 'COERCEVIAIO':
    case 'ARRAYCOERCEEXPR':
    case 'COERCETODOMAIN':
    case 'COLLATEEXPR':
    case 'COLLATE':
      return of(fields.arg, level, catalog)
    case 'FUNCEXPR':
      return catalog.isStrict(number(fields.funcid)) ? strict('unknown') : 'unknown'
    case 'OPEXPR':
      return catalog.isStrict(number(fields.opfuncid)) ? strict('unknown') : 'unknown'
    case 'BOOLEXPR':
      return any(each())
    case 'NULLIFEXPR':
      return 'possible'
    case 'COALESCEEXPR':
    case 'COALESCE':
    case 'MINMAXEXPR':
    case 'MINMAX': {
      const parts = each()
      return parts.includes('never') ? 'never' : parts.includes('unknown') ? 'unknown' : 'possible'
    }
    case 'CASEEXPR':
    case 'CASE': {
      const results = nodes(fields.args).map((when) => of(when.fields.result, level, catalog))
      return any([...results, of(fields.defresult, level, catalog)])
    }
    case 'AGGREF':
      return aggregate(fields, level, catalog)
    case 'WINDOWFUNC':
      return NUMBERING.test(catalog.nameOf(number(fields.winfnoid))) ? 'never' : 'unknown'
    case 'SUBLINK':
      return subquery(fields, level, catalog)
    default:
      return 'unknown'
  }
}

function aggregate(fields: Node['fields'], level: Level, catalog: Catalog): Nullability {
  const name = catalog.nameOf(number(fields.aggfnoid))
  if (COUNTS.includes(name)) return 'never'
  if (!AGGREGATES.test(name)) return 'unknown'
  const grouped = nodes(level.query.fields.groupClause).length > 0
  if (!grouped || isNode(fields.aggfilter)) return 'possible'
  if (/_agg$/.test(name) && name !== 'string_agg') return 'never'
  return any(nodes(fields.args).map((arg) => of(arg.fields.expr, level, catalog)))
}

/** 4: a value, which is null where there is no row; but aggregates without groups always give one. */
function subquery({ subLinkType, subselect }: Node['fields'], level: Level, catalog: Catalog): Nullability {
  if (subLinkType === '0' || subLinkType === '6') return 'never'
  const query = node(subselect)
  if (subLinkType !== '4' || !query) return 'unknown'
  const [column] = columnsOf(query, level, catalog)
  return isOneRow(query) ? (column ?? 'unknown') : column === 'possible' ? 'possible' : 'unknown'
}

function variable(fields: Node['fields'], level: Level, catalog: Catalog): Nullability {
  let here: Level | undefined = level
  for (let up = number(fields.varlevelsup); up > 0; up--) here = here?.up
  if (!here) return 'unknown'
  const [index, column] = [number(fields.varno), number(fields.varattno)]
  if (here.notNull.has(`${index}.${column}`)) return 'never'
  const joins = Array.isArray(fields.varnullingrels) ? fields.varnullingrels.slice(1).map(number) : []
  const { matched, uncertain } = here
  const left = here.present.has(index) ? [] : joins.filter((join) => !matched.has(join))
  if (left.some((join) => !uncertain.has(join))) return 'possible'
  if (left.length > 0) return 'unknown'
  const entry = rangeTable(here)[index - 1]
  // 0: a whole row.
  if (!entry || column <= 0) return 'unknown'
  if (entry.fields.rtekind === '0' && entry.fields.relkind === 'r') {
    const notNull = catalog.isNotNull(number(entry.fields.relid), column)
    return notNull === undefined ? 'unknown' : notNull ? 'never' : 'possible'
  }
  return columnsOfEntry(entry, here, catalog)[column - 1] ?? 'unknown'
}

/** Of an entry of the range table: what follows `from`, a subquery, a `with`, the columns that are grouped by. */
function columnsOfEntry(entry: Node, level: Level, catalog: Catalog): Nullability[] {
  const known = level.known.get(entry)
  if (known) return known
  const columns = readEntry(entry, level, catalog)
  level.known.set(entry, columns)
  return columns
}

function readEntry({ fields }: Node, level: Level, catalog: Catalog): Nullability[] {
  switch (fields.rtekind) {
    case '0': {
      const query = catalog.view(number(fields.relid))
      return query ? columnsOf(query, undefined, catalog) : []
    }
    case '1': {
      const query = node(fields.subquery)
      return query ? columnsOf(query, level, catalog) : []
    }
    case '2':
      return nodes(fields.joinaliasvars).map((each) => of(each, level, catalog))
    case '5':
      return combined((fields.values_lists as Tree[]).map((list) => nodes(list).map((each) => of(each, level, catalog))))
    case '6': {
      let here: Level | undefined = level
      for (let up = number(fields.ctelevelsup); up > 0; up--) here = here?.up
      if (!here || fields.self_reference === 'true') return []
      const found = nodes(here.query.fields.cteList).find((each) => each.fields.ctename === fields.ctename)
      if (!found) return []
      const known = here.known.get(found)
      if (known) return known
      const query = node(found.fields.ctequery)
      const columns = query ? columnsOf(query, here, catalog) : []
      here.known.set(found, columns)
      return columns
    }
    case '9':
      return nodes(fields.groupexprs).map((each) => of(each, level, catalog))
    default:
      return []
  }
}
