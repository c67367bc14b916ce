import { deleteHeading, type Heading, type HeadingNode, headingTree, mergeHeading, updateHeading } from '@cuadre/api/heading'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { notify } from '@cuadre/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { said } from '../shared/headingTree.ts'
import { useWhy } from '../shared/useWhy.ts'

const UNDO_MS = 10_000
type Change = { NOMBRE?: string; CODIGO?: string | null; parentId?: number | null }

/** Changes of the tree, each one call, one after another; what somebody else changed meanwhile is said as it is now. */
export function useHeadingActions() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const last = useRef<() => void>(undefined)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  /** As they were saved here last: what is shown may still be the tree of before. */
  const revisions = useRef(new Map<number, number>())
  const revisionOf = ({ COD_RUBRO, REVISION }: HeadingNode) => Math.max(REVISION, revisions.current.get(COD_RUBRO) ?? 0)
  const refresh = () => Promise.all(['heading', 'account', 'audit'].map((noun) => client.invalidateQueries({ queryKey: [noun] })))

  /** @returns whether it was done; a refusal is said. */
  const run = (work: () => Promise<unknown>): Promise<boolean> => {
    const done = queue.current.then(() => attempt(work))
    queue.current = done
    return done
  }
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return true
    } catch (error) {
      const now = error instanceof Failure && error.code === 'row_moved' ? (error.current as Heading) : undefined
      const refused = error instanceof Failure && error.issues[0]?.message
      notify.danger(
        refused || why(error, t('heading.failed')),
        now && { description: t('heading.now', { name: said(now), path: now.RUTA }) },
      )
      return false
    } finally {
      await refresh()
    }
  }
  const send = async (node: HeadingNode, body: Change) => {
    const saved = await call(updateHeading, { params: { id: node.COD_RUBRO }, body: { ...body, REVISION: revisionOf(node) } })
    revisions.current.set(saved.COD_RUBRO, saved.REVISION)
  }
  const change = (node: HeadingNode, body: Change, done: string) =>
    run(async () => {
      await send(node, body)
      const before = Object.fromEntries(Object.keys(body).map((field) => [field, node[field as keyof Change]])) as Change
      const undo = () => void run(() => send(node, before))
      last.current = undo
      notify.success(done, { duration: UNDO_MS, action: { label: t('heading.undo'), onClick: undo } })
    })
  return {
    save: (node: HeadingNode, body: Pick<Change, 'NOMBRE' | 'CODIGO'>) =>
      change(node, body, t('heading.saved', { name: body.NOMBRE ?? node.NOMBRE })),
    move: (node: HeadingNode, parent: HeadingNode | null) =>
      change(
        node,
        { parentId: parent?.COD_RUBRO ?? null },
        t('heading.moved', { name: said(node), to: parent ? said(parent) : t('heading.top') }),
      ),
    merge: (node: HeadingNode, into: HeadingNode) =>
      run(async () => {
        await call(mergeHeading, { params: { id: node.COD_RUBRO }, body: { COD_RUBRO: into.COD_RUBRO, REVISION: revisionOf(node) } })
        notify.success(t('heading.merged', { name: said(node), into: said(into) }))
      }),
    remove: (node: HeadingNode) =>
      run(async () => {
        await call(deleteHeading, { params: { id: node.COD_RUBRO } })
        notify.success(t('heading.removed', { name: said(node) }))
      }),
    /** Takes the last change back, once. */
    undo: () => {
      last.current?.()
      last.current = undefined
    },
    /** The tree as it is once all that was asked for is done. */
    settled: async (): Promise<readonly HeadingNode[]> => {
      await queue.current
      return client.getQueryData<HeadingNode[]>(query(headingTree).queryKey) ?? []
    },
  }
}
export type HeadingActions = ReturnType<typeof useHeadingActions>
