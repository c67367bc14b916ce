import type { Parsed } from '@cuadre/api/endpoint'
import { HEADING_LEVELS, type Heading, type HeadingNode, type mergeHeading, type updateHeading } from '@cuadre/api/heading'
import { assertUnchanged, found, masterData, recordMasterChange, recordMasterChanges } from '../../platform/change/index.ts'
import { type Db, transaction } from '../../platform/database/index.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import type { Caller } from '../../platform/http/context.ts'
import { templatesOfHeadings } from '../../workflow/template/template.repository.ts'
import * as repository from './heading.repository.ts'

const master = ({ COD_RUBRO, NOMBRE }: Heading) => ({ entity: 'rubro' as const, id: COD_RUBRO, name: NOMBRE })

const headings = masterData(master)

export const get = (db: Db, id: number) => found(repository.find(db, id))

/** The whole tree, siblings by code, then name. */
export async function tree(db: Db, caller: Caller, zone: string): Promise<HeadingNode[]> {
  const templates = await templatesOfHeadings(db, zone)
  const all = (await repository.everything(db, caller)).map(
    (h): HeadingNode => ({
      ...h,
      PLANTILLA: templates.get(h.COD_RUBRO) ?? null,
      NIVEL: 1,
      CUENTAS_TOTAL: h.CUENTAS,
      RUBROS_HIJOS: [],
    }),
  )
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
  headings.create(db, caller, async (tx) => {
    await repository.lockTree(tx)
    await check(tx, null, heading)
    return get(tx, await repository.insert(tx, heading))
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
  await assertUnchanged(tx, master(before), before, REVISION)
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
  const made = await repository.byCodes(
    tx,
    headings.map(({ code }) => code),
  )
  await recordMasterChanges(
    tx,
    caller,
    made.map((one) => ({ master: master(one), before: null, after: one })),
  )
}
/** Gives headings other names; the caller has locked the tree and checked that no sibling has them. */
export async function renameMany(tx: Db, caller: Caller, names: ReadonlyMap<number, string>) {
  const ids = [...names.keys()]
  const before = new Map((await repository.byIds(tx, ids)).map((one) => [one.COD_RUBRO, one]))
  await repository.renameMany(tx, names)
  const after = await repository.byIds(tx, ids)
  await recordMasterChanges(
    tx,
    caller,
    after.map((one) => ({ master: master(one), before: before.get(one.COD_RUBRO) ?? null, after: one })),
  )
}

export const remove = (db: Db, caller: Caller, id: number) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    const heading = await get(tx, id)
    const { HIJOS: rubros, CUENTAS: cuentas } = heading
    const uses = { rubros, cuentas, ...(await repository.usage(tx, id)) }
    if (Object.values(uses).some((n) => n > 0)) throw Conflict('heading_in_use', uses, uses)
    await repository.remove(tx, id)
    await recordMasterChange(tx, caller, master(heading), heading, null)
    return { ok: true as const }
  })

/** Analyses keep the heading that they were opened with, so one that has some stays for them. */
export const merge = (db: Db, caller: Caller, id: number, { COD_RUBRO: into, REVISION }: Parsed<typeof mergeHeading>['body']) =>
  transaction(db, async (tx) => {
    await repository.lockTree(tx)
    const merged = await assertUnchanged(tx, { entity: 'rubro', id }, await get(tx, id), REVISION)
    const { above, below, within } = await repository.depthOf(tx, into, id)
    if (above === 0) throw Invalid('COD_RUBRO', 'heading_unknown')
    if (within) throw Invalid('COD_RUBRO', 'heading_cycle')
    if (above + below - 1 > HEADING_LEVELS) throw Invalid('COD_RUBRO', 'heading_deep', { max: HEADING_LEVELS })
    const twice = await repository.nameBelowBoth(tx, id, into)
    if (twice) throw Invalid('COD_RUBRO', 'heading_merge_name', { name: twice.name })
    await repository.mark(tx, id)
    for (const child of await repository.children(tx, id)) await updateLocked(tx, caller, child.COD_RUBRO, { parentId: into })
    await repository.moveAccounts(tx, id, into)
    const { NOMBRE, CODIGO } = merged
    const target = await get(tx, into)
    await recordMasterChange(tx, caller, master(target), { FUSIONADO: null }, { FUSIONADO: [CODIGO, NOMBRE].filter(Boolean).join(' ') })
    await recordMasterChange(tx, caller, master(merged), merged, null)
    const uses = await repository.usage(tx, id)
    if (Object.values(uses).some((n) => n > 0)) await repository.hide(tx, id)
    else await repository.remove(tx, id)
    return target
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
