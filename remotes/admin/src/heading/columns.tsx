import type { HeadingNode } from '@cuadre/api/heading'
import { pageLink } from '@cuadre/api/pages'
import { formatCount, formatMoney, formatPercent, NONE, TextLink, useLocale } from '@cuadre/ui'
import { type Column, TreeCell, type TreeNode } from '@cuadre/ui/data'
import { templates } from '../area.ts'
import type { T } from '../shared/record/record.ts'
import { HeadingEdit, HeadingName } from './HeadingName.tsx'
import type { HeadingActions } from './useHeadingActions.ts'

interface Given {
  editing: number | undefined
  toggle: (key: string) => void
  /** Where what is dragged would go. */
  over: { id: number; into: boolean; refused: boolean } | undefined
  dragged: number | undefined
  onSave: HeadingActions['save']
  onClose: () => void
}

const accountsOf = (node: HeadingNode) => pageLink('/cuentas', { headingId: node.COD_RUBRO, statusId: 'todas' })

export function columnsOf(t: T, { editing, toggle, over, dragged, onSave, onClose }: Given): Column<TreeNode<HeadingNode>>[] {
  const marks = ({ COD_RUBRO }: HeadingNode) => {
    if (COD_RUBRO === dragged) return 'heading-dragged'
    if (over?.id !== COD_RUBRO) return undefined
    return over.refused ? 'heading-refused' : over.into ? 'heading-into' : 'heading-beside'
  }
  return [
    {
      id: 'NOMBRE',
      header: t('heading.one'),
      cell: (node) => (
        <span className={marks(node.row)}>
          <TreeCell lines node={node} onToggle={toggle}>
            {node.row.COD_RUBRO === editing ? (
              <HeadingEdit node={node.row} onSave={onSave} onClose={onClose} />
            ) : (
              <HeadingName node={node.row} strong={node.depth === 0} />
            )}
          </TreeCell>
        </span>
      ),
      hideable: false,
      width: '52%',
      cut: true,
      phone: 'title',
    },
    {
      id: 'CUENTAS',
      header: t('field.CUENTAS'),
      cell: ({ row }) => (row.CUENTAS > 0 ? <TextLink href={accountsOf(row)}>{<Count n={row.CUENTAS} />}</TextLink> : NONE),
      align: 'number',
    },
    {
      id: 'CUENTAS_TOTAL',
      header: t('heading.total'),
      cell: ({ row }) => (
        <span className={row.RUBROS_HIJOS.length > 0 ? 'strong' : ''}>
          <Count n={row.CUENTAS_TOTAL} />
        </span>
      ),
      align: 'number',
      phone: 'title-end',
    },
    {
      id: 'PLANTILLA',
      header: t('heading.template'),
      cell: ({ row: { PLANTILLA } }) =>
        PLANTILLA ? (
          <TextLink href={templates.link({ plantilla: PLANTILLA.id })} className={PLANTILLA.propia ? '' : 'muted'}>
            {PLANTILLA.nombre}
          </TextLink>
        ) : (
          <span className="faint">{t('heading.noTemplate')}</span>
        ),
      width: '18%',
      cut: true,
    },
    {
      id: 'MATERIALIDAD',
      header: t('heading.materiality'),
      cell: ({ row: { MATERIALIDAD } }) => (
        <TextLink href={pageLink('/parametros/materialidad')} className={MATERIALIDAD.propia ? '' : 'muted'}>
          <Threshold of={MATERIALIDAD} t={t} />
        </TextLink>
      ),
      align: 'end',
    },
  ]
}

const Count = ({ n }: { n: number }) => formatCount(n, useLocale())

function Threshold({ of: { BASE, MONTO, PORCENTAJE }, t }: { of: HeadingNode['MATERIALIDAD']; t: T }) {
  const locale = useLocale()
  const amount = formatMoney(MONTO, locale, { decimals: MONTO.endsWith('.00') ? 0 : 2 })
  const percent = formatPercent(PORCENTAJE, locale, { decimals: PORCENTAJE.endsWith('.00') ? 0 : 2 })
  return (
    <bdi dir="ltr" className="num">
      {BASE === 'MONTO' ? amount : BASE === 'PORCENTAJE' ? percent : t(`heading.both.${BASE}`, { amount, percent })}
    </bdi>
  )
}
