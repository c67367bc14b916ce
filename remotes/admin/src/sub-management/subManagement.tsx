import { pageLink } from '@cuadre/api/pages'
import type { SubManagement } from '@cuadre/api/sub-management'
import { useTranslation } from '@cuadre/shell'
import { NONE } from '@cuadre/ui'
import { ComboField, FormSection, SwitchField, TextField } from '@cuadre/ui/forms'
import { subManagements } from '../area.ts'
import { Affected } from '../shared/record/Affected.tsx'
import { BusinessField } from '../shared/record/BusinessField.tsx'
import { type RecordKind, yesNo } from '../shared/record/record.ts'
import { findPeople, idOf, personOption, textOf } from '../shared/record/usePeople.ts'

interface SubManagementValues {
  NOMBRE_SUB_GERENCIA: string
  ID_NEGOCIO: string
  ID_USUARIO_ENCARGADO: string
  ACTIVO: boolean
}

/** What both calls take of the form; the business only when it is created, the state only afterwards. */
export const bodyOf = ({ NOMBRE_SUB_GERENCIA, ID_USUARIO_ENCARGADO }: SubManagementValues) => ({
  NOMBRE_SUB_GERENCIA,
  ID_USUARIO_ENCARGADO: idOf(ID_USUARIO_ENCARGADO),
})

export const subManagement: RecordKind<SubManagement, SubManagementValues> = {
  texts: 'subManagement',
  entity: 'subgerencia',
  noun: 'sub-management',
  list: subManagements,
  nameOf: (row) => row.NOMBRE_SUB_GERENCIA,
  valuesOf: (row) => ({
    NOMBRE_SUB_GERENCIA: row?.NOMBRE_SUB_GERENCIA ?? '',
    ID_NEGOCIO: textOf(row?.ID_NEGOCIO),
    ID_USUARIO_ENCARGADO: textOf(row?.ID_USUARIO_ENCARGADO),
    ACTIVO: row?.ACTIVO ?? true,
  }),
  said: (field, row, t) => {
    if (field === 'ACTIVO') return yesNo(row.ACTIVO, t)
    if (field === 'ID_USUARIO_ENCARGADO') return row.ENCARGADO?.NOMBRE ?? NONE
    return field === 'ID_NEGOCIO' ? row.NEGOCIO : row[field]
  },
  Fields: SubManagementFields,
}

function SubManagementFields({ row }: { row?: SubManagement }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <FormSection title={t('subManagement.identity')} description={t('subManagement.identityHint')}>
        <TextField name="NOMBRE_SUB_GERENCIA" label={t('field.NOMBRE_SUB_GERENCIA')} minLength={2} maxLength={120} wide />
        <BusinessField row={row && { ID_NEGOCIO: row.ID_NEGOCIO, NEGOCIO: row.NEGOCIO }} />
      </FormSection>
      <FormSection title={t('country.responsibility')} description={t('subManagement.responsibilityHint')}>
        <ComboField
          name="ID_USUARIO_ENCARGADO"
          label={t('field.ENCARGADO')}
          options={findPeople()}
          optional
          wide
          initial={personOption(row?.ENCARGADO?.id, row?.ENCARGADO?.NOMBRE)}
        />
        {row && (
          <>
            <SwitchField name="ACTIVO" label={t('record.active')} help={t('subManagement.activeHint')} />
            <Affected
              active={row.ACTIVO}
              parts={[
                {
                  count: row.DEPARTAMENTOS,
                  words: t('subManagement.affects', { count: row.DEPARTAMENTOS }),
                  href: pageLink('/departamentos', { subManagementId: row.COD_SUB_GERENCIA }),
                },
              ]}
            />
          </>
        )}
      </FormSection>
    </>
  )
}
