import type { Parsed } from '@cuadre/api/endpoint'
import { HEADING_LEVELS, type Heading, type HeadingNode, type updateHeading } from '@cuadre/api/heading'
import { assertRevision, recordMasterChange } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid, NotFound } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import * as repository from './heading.repository.ts'

const master = ({ COD_RUBRO, NOMBRE }: Heading) => ({ entity: 'rubro' as const, id: COD_RUBRO, name: NOMBRE })

export async function get(db: Db, id: number) {
  const heading = await repository.find(db, id)
  if (!heading) throw NotFound()
  return heading
}

/** The whole tree, siblings by code, then name. */
export async function tree(db: Db): Promise<HeadingNode[]> {
  const all = (await repository.everything(db)).map((h): HeadingNode => ({ ...h, NIVEL: 1, CUENTAS_TOTAL: h.CUENTAS, RUBROS_HIJOS: [] }))
  const byId = new Map(all.map((node) => [node.COD_RUBRO, node]))
  const roots: HeadingNode[] = []
  for (const node of all) (node.parentId === null ? roots : byId.get(node.parentId)!.RUBROS_HIJOS).push(node)
  const settle = (node: HeadingNode, level: number) => {
    node.NIVEL = level
    for (const child of node.RUBROS_HIJOS) {
      settle(child, level + 1)
      node.CUENTAS_TOTAL += child.CUENTAS_TOTAL
    }
  }
  for (const root of roots) settle(root, 1)
  return roots
}

export const create = (db: Db, caller: Caller, heading: repository.Write) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    await check(tx, null, heading)
    const made = await get(tx, await repository.insert(tx, heading))
    await recordMasterChange(tx, caller, master(made), null, made)
    return made
  })

export const update = (db: Db, caller: Caller, id: number, change: Change) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    return updateLocked(tx, caller, id, change)
  })
type Change = Parsed<typeof updateHeading>['body']
/** In a transaction that has locked the tree. */
export async function updateLocked(tx: Db, caller: Caller, id: number, { REVISION, ...change }: Change) {
  const before = await get(tx, id)
  assertRevision(before, REVISION)
  await check(tx, id, { ...before, ...change })
  await repository.save(tx, { ...before, ...change })
  const after = await get(tx, id)
  // The path from the root is recorded, so that a move shows names.
  await recordMasterChange(tx, caller, master(after), before, after)
  return after
}
/** Creates headings by code, each with the code of its parent, if any; the caller has locked the tree and checked that they fit in. */
export async function createMany(tx: Db, caller: Caller, headings: readonly repository.NewHeading[]) {
  await repository.insertMany(tx, headings)
  for (const made of await repository.byCodes(
    tx,
    headings.map(({ code }) => code),
  ))
    await recordMasterChange(tx, caller, master(made), null, made)
}

export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    const heading = await get(tx, id)
    const { HIJOS: rubros, CUENTAS: cuentas } = heading
    const analisis = await repository.analyses(tx, id)
    if (rubros + cuentas + analisis > 0) throw Conflict('heading_in_use', { rubros, cuentas, analisis }, { rubros, cuentas, analisis })
    await repository.remove(tx, id)
    await recordMasterChange(tx, caller, master(heading), heading, null)
    return { ok: true as const }
  })

async function check(tx: Db, id: number | null, { NOMBRE, CODIGO, parentId }: repository.Write) {
  if (parentId !== null) {
    const { above, below, within } = await repository.depthOf(tx, parentId, id)
    if (above === 0) throw Invalid('parentId', 'heading_unknown')
    if (within) throw Invalid('parentId', 'heading_cycle')
    if (above + below > HEADING_LEVELS) throw Invalid('parentId', 'heading_deep', { max: HEADING_LEVELS })
  }
  if (CODIGO !== null && (await repository.isCodeTaken(tx, id, CODIGO))) throw Invalid('CODIGO', 'heading_code_exists')
  if (await repository.isNameTaken(tx, id, parentId, NOMBRE)) throw Invalid('NOMBRE', 'heading_exists')
}
