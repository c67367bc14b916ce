import { type Business, getBusinessImage } from '@cuadre/api/business'
import { pageLink } from '@cuadre/api/pages'
import { query, useTranslation } from '@cuadre/shell'
import { ImageTile, NONE, Note } from '@cuadre/ui'
import { FormSection, ImageField, SelectField, SwitchField, TextField } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { businesses } from '../area.ts'
import { Affected } from '../shared/record/Affected.tsx'
import { CalendarOf } from '../shared/record/CalendarOf.tsx'
import { type RecordKind, yesNo } from '../shared/record/record.ts'
import { useCountries } from '../shared/record/useCountries.ts'
import { textOf } from '../shared/record/usePeople.ts'

export const IMAGE_BYTES = 5 * 1024 * 1024

interface BusinessValues {
  NEGOCIO: string
  CODIGO: string
  ID_PAIS: string
  MONEDA: string
  ACTIVO: boolean
  /** Uploaded once the rest is saved. */
  file: File | null
}

/** What the calls take of the form; without a currency it is the country's. */
export const bodyOf = ({ NEGOCIO, CODIGO, ID_PAIS, MONEDA }: BusinessValues) => ({
  NEGOCIO,
  CODIGO: CODIGO.trim() || null,
  ID_PAIS: Number(ID_PAIS),
  ...(MONEDA.trim() && { MONEDA: MONEDA.trim().toUpperCase() }),
})

export const business: RecordKind<Business, BusinessValues> = {
  texts: 'business',
  entity: 'negocio',
  noun: 'business',
  list: businesses,
  nameOf: ({ NEGOCIO }) => NEGOCIO,
  valuesOf: (row) => ({
    NEGOCIO: row?.NEGOCIO ?? '',
    CODIGO: row?.CODIGO ?? '',
    ID_PAIS: textOf(row?.ID_PAIS),
    MONEDA: row?.MONEDA ?? '',
    ACTIVO: row?.ACTIVO ?? true,
    file: null,
  }),
  said: (field, row, t) => {
    if (field === 'ACTIVO') return yesNo(row.ACTIVO, t)
    if (field === 'file') return NONE
    return (field === 'ID_PAIS' ? row.PAIS : row[field]) ?? NONE
  },
  Fields: BusinessFields,
  confirmable: 'business_in_use',
}

/** The image of a business, square; its initials where it has none. */
export function BusinessImage({ row, large }: { row: Business; large?: boolean }) {
  const found = useQuery({
    ...query(getBusinessImage, { params: { id: row.ID_NEGOCIO } }),
    // Its address is new with every image.
    queryKey: ['business-image', row.RUTA_IMAGEN],
    enabled: row.RUTA_IMAGEN !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  return <ImageTile name={row.NEGOCIO} image={found.data} failed={found.isError} large={large} />
}

function BusinessFields({ row }: { row?: Business }) {
  const { t } = useTranslation('admin')
  const countries = (useCountries() ?? []).map(({ ID_PAIS, PAIS }) => ({ value: String(ID_PAIS), label: PAIS }))
  const offered =
    row && !countries.some(({ value }) => value === String(row.ID_PAIS))
      ? [...countries, { value: String(row.ID_PAIS), label: row.PAIS }]
      : countries
  return (
    <>
      <FormSection title={t('business.identity')} description={t('business.identityHint')}>
        <TextField name="NEGOCIO" label={t('field.NEGOCIO')} minLength={2} maxLength={120} wide />
        <TextField name="CODIGO" label={t('field.CODIGO')} help={t('business.codeHint')} maxLength={40} optional wide />
        <SelectField name="ID_PAIS" label={t('field.PAIS')} help={row && t('business.countryHint')} options={offered} />
        <TextField
          name="MONEDA"
          label={t('field.MONEDA')}
          help={t('business.currencyHint')}
          maxLength={3}
          optional={!row}
          validate={(value: string) => (/^[a-z]{3}$/i.test(value.trim()) ? undefined : t('country.currencyWrong'))}
        />
      </FormSection>
      <FormSection title={t('field.IMAGEN')} description={t('business.imageHint')}>
        <ImageField
          name="file"
          label={t('business.image')}
          maxBytes={IMAGE_BYTES}
          current={row && <BusinessImage row={row} large />}
          optional
          wide
        />
      </FormSection>
      {row && <CalendarOf country={row.ID_PAIS} business={row.ID_NEGOCIO} />}
      {row && (
        <FormSection title={t('field.ESTADO')} description={t('business.activeHint')}>
          <SwitchField name="ACTIVO" label={t('record.active')} />
          <Affected
            active={row.ACTIVO}
            parts={[
              {
                count: row.DEPARTAMENTOS,
                words: t('business.affects', { count: row.DEPARTAMENTOS }),
                href: pageLink('/departamentos', { businessId: row.ID_NEGOCIO }),
              },
            ]}
          />
          {!row.ACTIVO && <Note>{t('business.inactiveNote')}</Note>}
        </FormSection>
      )}
    </>
  )
}
