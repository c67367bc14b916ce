import type { HeadingNode } from '@cuadre/api/heading'
import { useTranslation } from '@cuadre/shell'
import { formatCount, Note, useLocale } from '@cuadre/ui'
import { ComboField, Form, useForm, useWatch } from '@cuadre/ui/forms'
import { ConfirmDialog, Dialog } from '@cuadre/ui/overlay'
import { useMemo } from 'react'
import { type Headings, optionsOf, refusals, said } from '../shared/headingTree.ts'
import type { HeadingActions } from './useHeadingActions.ts'

export type Asked =
  | { what: 'move' | 'merge' | 'remove'; node: HeadingNode }
  /** The place is known already; only the accounts that go along are asked about. */
  | { what: 'place'; node: HeadingNode; parent: HeadingNode | null }

interface Props {
  asked: Asked
  actions: HeadingActions
  onMove: (node: HeadingNode, parent: HeadingNode | null) => Promise<void>
  all: Headings
  onClose: () => void
}

export function HeadingDialog({ asked, actions, onMove, all, onClose }: Props) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  // As it is now: the tree may have been read again since the dialog was asked for.
  const node = all.get(asked.node.COD_RUBRO) ?? asked.node
  if (asked.what === 'remove')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('heading.askRemove', { name: said(node) })}
        confirm={t('heading.remove')}
        danger
        onConfirm={() => actions.remove(node)}
      >
        {node.CUENTAS_TOTAL + node.RUBROS_HIJOS.length > 0
          ? t('heading.removeUsed', {
              headings: t('heading.headings', { count: node.RUBROS_HIJOS.length, n: formatCount(node.RUBROS_HIJOS.length, locale) }),
              accounts: t('organisation.accounts', { count: node.CUENTAS_TOTAL, n: formatCount(node.CUENTAS_TOTAL, locale) }),
            })
          : t('heading.removeHint')}
      </ConfirmDialog>
    )
  if (asked.what === 'place')
    return (
      <ConfirmDialog
        open
        onClose={onClose}
        title={t('heading.askMove', { name: said(node), to: asked.parent ? said(asked.parent) : t('heading.top') })}
        confirm={t('heading.moveIt')}
        onConfirm={() => onMove(node, asked.parent)}
      >
        {t('heading.along', { count: node.CUENTAS_TOTAL })}
      </ConfirmDialog>
    )
  return <PlaceDialog what={asked.what} node={node} all={all} onMove={onMove} actions={actions} onClose={onClose} />
}

const TOP = 'top'

/** "Mover a…" and "Fusionar con…": only places where it can go are offered. */
function PlaceDialog({ what, node, all, actions, onMove, onClose }: Omit<Props, 'asked'> & { what: 'move' | 'merge'; node: HeadingNode }) {
  const { t } = useTranslation('admin')
  const form = useForm({ defaultValues: { to: '' } })
  const options = useMemo(() => {
    const why = refusals(node)
    const fits = (other: HeadingNode) => (what === 'move' ? why(other) === undefined : why(other) !== 'itself' && why(other) !== 'below')
    const top = what === 'move' && node.parentId !== null ? [{ value: TOP, label: t('heading.top') }] : []
    return [...top, ...optionsOf([...all.values()].filter(fits), all)]
  }, [what, node, all, t])
  return (
    <Dialog open onClose={onClose} title={t(`heading.${what}Title`, { name: said(node) })} description={t(`heading.${what}Hint`)}>
      <Form
        form={form}
        submit={t(what === 'move' ? 'heading.moveIt' : 'heading.mergeIt')}
        onCancel={onClose}
        onSubmit={async ({ to }) => {
          const target = to === TOP ? null : all.get(Number(to))!
          if (what === 'move') await onMove(node, target)
          else if (!(await actions.merge(node, target!))) return
          setTimeout(onClose)
        }}
      >
        <ComboField name="to" label={t(what === 'move' ? 'heading.parent' : 'heading.into')} options={options} wide />
        {what === 'merge' && <Goes node={node} />}
      </Form>
    </Dialog>
  )
}

/** What a merge takes along, and what it does not. */
function Goes({ node }: { node: HeadingNode }) {
  const { t } = useTranslation('admin')
  const to: unknown = useWatch({ name: 'to' })
  if (!to) return null
  return (
    <Note kind={node.PLANTILLA?.propia || node.MATERIALIDAD.propia ? 'warning' : 'info'}>
      <div>{t('heading.mergeAccounts', { count: node.CUENTAS })}</div>
      <div>{t('heading.mergeHeadings', { count: node.RUBROS_HIJOS.length })}</div>
      {node.PLANTILLA?.propia && <div>{t('heading.mergeTemplate', { name: node.PLANTILLA.nombre })}</div>}
      {node.MATERIALIDAD.propia && <div>{t('heading.mergeThreshold')}</div>}
    </Note>
  )
}
