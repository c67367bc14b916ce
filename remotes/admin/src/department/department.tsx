import { listAccounts } from '@cuadre/api/account'
import type { Department } from '@cuadre/api/department'
import { pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import { listSubManagements } from '@cuadre/api/sub-management'
import { query, useCan, useTranslation } from '@cuadre/shell'
import { NONE, Note } from '@cuadre/ui'
import { ComboField, FormSection, SelectField, SwitchField, TextField, useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { departments } from '../area.ts'
import { Affected } from '../shared/record/Affected.tsx'
import { BusinessField } from '../shared/record/BusinessField.tsx'
import { type RecordKind, yesNo } from '../shared/record/record.ts'
import { findPeople, idOf, personOption, textOf } from '../shared/record/usePeople.ts'

interface DepartmentValues {
  DEPARTAMENTO: string
  ID_NEGOCIO: string
  COD_SUB_GERENCIA: string
  ID_USUARIO_JEFE: string
  ACTIVO: boolean
}

/** What both calls take of the form; the business only when it is created, the state only afterwards. */
export const bodyOf = ({ DEPARTAMENTO, COD_SUB_GERENCIA, ID_USUARIO_JEFE }: DepartmentValues) => ({
  DEPARTAMENTO,
  COD_SUB_GERENCIA: idOf(COD_SUB_GERENCIA),
  ID_USUARIO_JEFE: idOf(ID_USUARIO_JEFE),
})

export const department: RecordKind<Department, DepartmentValues> = {
  texts: 'department',
  entity: 'departamento',
  noun: 'department',
  list: departments,
  nameOf: ({ DEPARTAMENTO }) => DEPARTAMENTO,
  valuesOf: (row) => ({
    DEPARTAMENTO: row?.DEPARTAMENTO ?? '',
    ID_NEGOCIO: textOf(row?.ID_NEGOCIO),
    COD_SUB_GERENCIA: textOf(row?.COD_SUB_GERENCIA),
    ID_USUARIO_JEFE: textOf(row?.ID_USUARIO_JEFE),
    ACTIVO: row?.ACTIVO ?? true,
  }),
  said: (field, row, t) =>
    ({
      DEPARTAMENTO: row.DEPARTAMENTO,
      ID_NEGOCIO: row.NEGOCIO.NEGOCIO,
      COD_SUB_GERENCIA: row.SUB_GERENCIA?.NOMBRE_SUB_GERENCIA ?? NONE,
      ID_USUARIO_JEFE: row.JEFE ?? NONE,
      ACTIVO: yesNo(row.ACTIVO, t),
    })[field],
  Fields: DepartmentFields,
}

function DepartmentFields({ row }: { row?: Department }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <FormSection title={t('department.identity')} description={t('department.identityHint')}>
        <TextField name="DEPARTAMENTO" label={t('field.DEPARTAMENTO')} minLength={2} maxLength={120} wide />
        <BusinessField row={row?.NEGOCIO} />
        <SubManagementField row={row} />
      </FormSection>
      <FormSection title={t('field.JEFE')} description={t('department.headHint')}>
        <ComboField
          name="ID_USUARIO_JEFE"
          label={t('field.JEFE')}
          help={t('department.headHelp')}
          options={findPeople(ROLE.jefatura)}
          optional
          wide
          initial={personOption(row?.ID_USUARIO_JEFE, row?.JEFE)}
        />
        {row && (
          <>
            <NewHead row={row} />
            <SwitchField name="ACTIVO" label={t('record.active')} help={t('department.activeHint')} />
            <Affected
              active={row.ACTIVO}
              parts={[
                {
                  count: row.CUENTAS,
                  words: t('department.affects', { count: row.CUENTAS }),
                  href: pageLink('/cuentas', { departmentId: row.COD_DEPARTAMENTO, statusId: 'todas' }),
                },
              ]}
            />
          </>
        )}
      </FormSection>
    </>
  )
}

/** The sub-managements of the business that is chosen. */
function SubManagementField({ row }: { row?: Department | undefined }) {
  const { t } = useTranslation('admin')
  const business = Number(useWatch({ name: 'ID_NEGOCIO' })) || undefined
  const { getValues, setValue } = useFormContext()
  const found = useQuery({
    ...query(listSubManagements, { query: { limit: 999, ...(business && { businessId: business }) } }),
    enabled: business !== undefined,
  })
  const options = (found.data?.data ?? []).map((s) => ({ value: String(s.COD_SUB_GERENCIA), label: s.NOMBRE_SUB_GERENCIA }))
  const now = row?.SUB_GERENCIA
  // One that is no longer active may stay.
  if (now && !options.some(({ value }) => value === String(now.COD_SUB_GERENCIA)))
    options.push({ value: String(now.COD_SUB_GERENCIA), label: now.NOMBRE_SUB_GERENCIA })
  // One of another business does not stay behind unseen.
  useEffect(() => {
    const chosen: unknown = getValues('COD_SUB_GERENCIA')
    if (found.data && chosen && !options.some(({ value }) => value === chosen)) setValue('COD_SUB_GERENCIA', '')
  }, [found.data])
  return (
    <SelectField
      // The browser shows the value once its option is there.
      key={`${business}-${options.length}`}
      name="COD_SUB_GERENCIA"
      label={t('field.SUB_GERENCIA')}
      options={options}
      placeholder={business ? t('department.noSubManagement') : t('department.businessFirst')}
      disabled={!business}
      optional
      wide
    />
  )
}

/** Nobody decides what they prepared, and of a department its head alone decides. */
function OwnAccounts({ person, department }: { person: number | null; department: number }) {
  const { t } = useTranslation('admin')
  const can = useCan()
  const own = useQuery({
    ...query(listAccounts, { query: { departmentId: department, analystId: person ?? 0, activa: true, limit: 1 } }),
    enabled: person !== null && can('accounts.account.read'),
  })
  const count = person === null ? 0 : (own.data?.total ?? 0)
  return count > 0 && <Note kind="warning">{t('department.headPrepares', { count })}</Note>
}

/** What another head means, before it is saved (decisions, 008). */
function NewHead({ row }: { row: Department }) {
  const { t } = useTranslation('admin')
  const chosen: unknown = useWatch({ name: 'ID_USUARIO_JEFE' })
  if (!row.ACTIVO) return null
  if (chosen === textOf(row.ID_USUARIO_JEFE))
    return row.JEFE_ACTIVO === false ? (
      <Note kind="warning">{t('department.headGone', { name: row.JEFE })}</Note>
    ) : (
      <OwnAccounts person={row.ID_USUARIO_JEFE} department={row.COD_DEPARTAMENTO} />
    )
  return (
    <>
      <Note>{chosen ? t('department.newHead') : t('department.noHead')}</Note>
      <OwnAccounts person={idOf(String(chosen ?? ''))} department={row.COD_DEPARTAMENTO} />
    </>
  )
}
