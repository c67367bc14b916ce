import type { CountryManager } from '@cuadre/api/country'
import { pageLink } from '@cuadre/api/pages'
import { useTranslation } from '@cuadre/shell'
import { NONE } from '@cuadre/ui'
import { ComboField, FormSection, SwitchField, TextField } from '@cuadre/ui/forms'
import { countries } from '../area.ts'
import { Affected } from '../shared/record/Affected.tsx'
import { CalendarOf } from '../shared/record/CalendarOf.tsx'
import { type RecordKind, yesNo } from '../shared/record/record.ts'
import { findPeople, idOf, personOption, textOf } from '../shared/record/usePeople.ts'

interface CountryValues {
  PAIS: string
  CODIGO_ISO: string
  MONEDA: string
  ID_USUARIO_ENCARGADO: string
  RUTA_IMAGEN: string
  ACTIVO: boolean
}

/** What the calls take of the form. */
export const bodyOf = ({ ID_USUARIO_ENCARGADO, CODIGO_ISO, MONEDA, RUTA_IMAGEN, ...rest }: CountryValues) => ({
  ...rest,
  CODIGO_ISO: CODIGO_ISO.trim().toUpperCase(),
  MONEDA: MONEDA.trim().toUpperCase(),
  RUTA_IMAGEN: RUTA_IMAGEN.trim() || null,
  ID_USUARIO_ENCARGADO: idOf(ID_USUARIO_ENCARGADO),
})

export const country: RecordKind<CountryManager, CountryValues> = {
  texts: 'country',
  entity: 'pais',
  noun: 'country-manager',
  list: countries,
  nameOf: ({ PAIS }) => PAIS,
  valuesOf: (row) => ({
    PAIS: row?.PAIS ?? '',
    CODIGO_ISO: row?.CODIGO_ISO ?? '',
    MONEDA: row?.MONEDA ?? '',
    ID_USUARIO_ENCARGADO: textOf(row?.ID_USUARIO_ENCARGADO),
    RUTA_IMAGEN: row?.RUTA_IMAGEN ?? '',
    ACTIVO: row?.ACTIVO ?? true,
  }),
  said: (field, row, t) => {
    if (field === 'ACTIVO') return yesNo(row.ACTIVO, t)
    return (field === 'ID_USUARIO_ENCARGADO' ? row.ENCARGADO : row[field]) ?? NONE
  },
  Fields: CountryFields,
}

function CountryFields({ row }: { row?: CountryManager }) {
  const { t } = useTranslation('admin')
  return (
    <>
      <FormSection title={t('country.identity')} description={t('country.identityHint')}>
        <TextField name="PAIS" label={t('field.PAIS')} minLength={2} maxLength={80} wide />
        <TextField
          name="CODIGO_ISO"
          label={t('field.CODIGO_ISO')}
          help={t('country.isoHint')}
          maxLength={2}
          validate={(value: string) => (/^[a-z]{2}$/i.test(value.trim()) ? undefined : t('country.isoWrong'))}
        />
        <TextField
          name="MONEDA"
          label={t('field.MONEDA')}
          help={t('country.currencyHint')}
          maxLength={3}
          validate={(value: string) => (/^[a-z]{3}$/i.test(value.trim()) ? undefined : t('country.currencyWrong'))}
        />
        <TextField name="RUTA_IMAGEN" label={t('country.emblem')} help={t('country.emblemHint')} maxLength={300} optional wide />
      </FormSection>
      <FormSection title={t('country.responsibility')} description={t('country.responsibilityHint')}>
        <ComboField
          name="ID_USUARIO_ENCARGADO"
          label={t('field.ENCARGADO')}
          options={findPeople()}
          optional
          wide
          initial={personOption(row?.ID_USUARIO_ENCARGADO, row?.ENCARGADO)}
        />
        <SwitchField name="ACTIVO" label={t('record.active')} help={t('country.activeHint')} />
        {row && (
          <Affected
            active={row.ACTIVO}
            parts={[
              {
                count: row.NEGOCIOS,
                words: t('country.affects', { count: row.NEGOCIOS }),
                href: pageLink('/negocios', { countryId: row.ID_PAIS }),
              },
            ]}
          />
        )}
      </FormSection>
      {row && <CalendarOf country={row.ID_PAIS} />}
    </>
  )
}
