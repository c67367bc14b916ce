import { type Heading, type HeadingNode, headingTree } from '@cuadre/api/heading'
import { pageLink } from '@cuadre/api/pages'
import { query, useTranslation } from '@cuadre/shell'
import { NONE, TextLink } from '@cuadre/ui'
import { ComboField, FormSection, TextField } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { headings } from '../area.ts'
import { byId, optionsOf, refusals } from '../shared/headingTree.ts'
import type { RecordKind } from '../shared/record/record.ts'
import { idOf, textOf } from '../shared/record/usePeople.ts'

interface HeadingValues {
  NOMBRE: string
  CODIGO: string
  parentId: string
}

export const bodyOf = ({ NOMBRE, CODIGO, parentId }: HeadingValues) => ({ NOMBRE, CODIGO: CODIGO.trim() || null, parentId: idOf(parentId) })

export const heading: RecordKind<Heading, HeadingValues> = {
  texts: 'heading',
  entity: 'rubro',
  noun: 'heading',
  list: headings,
  nameOf: ({ NOMBRE }) => NOMBRE,
  valuesOf: (row) => ({ NOMBRE: row?.NOMBRE ?? '', CODIGO: row?.CODIGO ?? '', parentId: textOf(row?.parentId) }),
  said: (field, row) => (field === 'parentId' ? row.RUTA.split(' › ').slice(0, -1).join(' › ') : row[field]) || NONE,
  Fields: HeadingFields,
}

function HeadingFields({ row }: { row?: Heading }) {
  const { t } = useTranslation('admin')
  return (
    <FormSection title={t('heading.identity')} description={t('heading.identityHint')}>
      <TextField name="CODIGO" label={t('field.CODIGO')} help={t('heading.codeHint')} maxLength={40} optional />
      <TextField name="NOMBRE" label={t('field.NOMBRE')} minLength={2} maxLength={160} />
      <ParentField id={row?.COD_RUBRO} />
      {row && row.CUENTAS > 0 && (
        <p className="small wide">
          <TextLink href={pageLink('/cuentas', { headingId: row.COD_RUBRO, statusId: 'todas' })}>
            {t('heading.accounts', { count: row.CUENTAS })}
          </TextLink>
        </p>
      )}
    </FormSection>
  )
}

/** Where a heading may lie: never within itself, nor on a ninth level. */
function useParents(id: number | undefined) {
  const roots = useQuery(query(headingTree)).data
  return useMemo(() => {
    const all = byId(roots ?? [])
    const moved = id === undefined ? undefined : all.get(id)
    const why = moved && refusals(moved)
    const fits = (node: HeadingNode) => !why || node.COD_RUBRO === moved?.parentId || why(node) === undefined
    return optionsOf([...all.values()].filter(fits), all)
  }, [roots, id])
}

function ParentField({ id }: { id: number | undefined }) {
  const { t } = useTranslation('admin')
  return (
    <ComboField
      name="parentId"
      label={t('heading.parent')}
      help={t('heading.parentHint')}
      placeholder={t('heading.top')}
      options={useParents(id)}
      optional
      wide
    />
  )
}
