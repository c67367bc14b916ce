import { AMOUNT_UNITS, getLoadSheet, mapBalances } from '@cuadre/api/balance'
import { listCountries } from '@cuadre/api/country'
import { myBusinesses } from '@cuadre/api/session'
import { call, Failure, query, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { CheckboxField, ComboField, Form, FormSection, SelectField, useForm, useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { load as loadPage } from '../area.ts'
import { useCounted, useListed } from '../shared/counted.ts'
import { BesideTable } from './BesideTable.tsx'
import { mappingOf, namesBusiness, type Values, valuesOf } from './columnValues.ts'
import { DiscardLoad } from './DiscardLoad.tsx'
import { FileLine } from './FileLine.tsx'
import { currentLoad, type Load, useKeepLoad } from './loads.ts'
import { documentsOf, isDecimalUnclear, type Layout, needsOf } from './mapping.ts'
import { Sample } from './Sample.tsx'

/** Says which column is what, over the file's own first rows. */
export function ColumnsStep({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  if (!load.layout)
    return (
      <>
        <FileLine load={load} />
        <Note kind="warning">{t('balance.outsideScope')}</Note>
      </>
    )
  return <ColumnsForm load={load} layout={load.layout} />
}

function ColumnsForm({ load, layout }: { load: Load; layout: Layout }) {
  const { t } = useTranslation('accounts-analysis')
  const navigate = useNavigate()
  const listed = useListed()
  const keep = useKeepLoad()
  const form = useForm<Values>({ defaultValues: valuesOf(load.COD_CARGA, load.mapping, layout) })
  useEffect(() => {
    if (form.getValues('load') !== load.COD_CARGA) form.reset(valuesOf(load.COD_CARGA, load.mapping, layout))
  }, [form, load, layout])
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const review = loadPage.link({ carga: load.COD_CARGA })
  const values = useWatch({ control: form.control }) as Values
  const shown = useSheet(load, layout, form, values.sheet)
  const documents = documentsOf(shown, values.uses)
  const asksForDocument = documents.length > 0 && !documents.some(({ documento }) => documento === values.documento)
  const needs = needsOf(mappingOf(values)).filter((need) => need !== 'negocio')
  const missing = needs.length > 0 ? t('balance.missing', { fields: listed(needs.map((need) => t(`balance.need.${need}`))) }) : undefined

  const save = async (entered: Values) => {
    setWrong({})
    try {
      const next = await call(mapBalances, { params: { id: load.COD_CARGA }, body: mappingOf(entered) })
      await keep(next)
      // The rows have shown that something else must be said.
      if (next.ESTADO === 'columnas') return
      // The review is a step of its own in the history: back comes to the columns again.
      navigate(review)
    } catch (error) {
      const current = currentLoad(error, load.COD_CARGA)
      if (current) await keep(current)
      if (error instanceof Failure) setWrong(Object.fromEntries(error.issues.map(({ path, message }) => [path, message])))
      throw error
    }
  }
  return (
    <Form
      form={form}
      onSubmit={save}
      submit={t('balance.toReview')}
      onCancel={() => navigate(load.ESTADO === 'revision' ? review : loadPage.link({ periodo: load.COD_PERIODO }))}
      note={missing ?? t('balance.remembered')}
    >
      <FileLine load={load} replace />
      {load.necesita.includes('confirmar') && (
        <div style={{ marginBlockStart: 12 }}>
          <Note kind="warning">{t('balance.doubtful')}</Note>
        </div>
      )}
      {load.necesita.includes('hoja') && (
        <div style={{ marginBlockStart: 12 }}>
          <Note kind="warning">{t('balance.manySheets')}</Note>
        </div>
      )}
      {load.necesita.includes('unidad') && <UnitNote layout={layout} />}
      {asksForDocument && (
        <div style={{ marginBlockStart: 12 }}>
          <Note kind="warning">{t('balance.manyDocuments')}</Note>
        </div>
      )}
      <BesideTable layout={shown} headerRow={values.headerRow} account={values.uses.indexOf('cuenta')} />
      <Sample layout={shown} missing={missing} wrong={wrong} />
      <Reading
        layout={shown}
        decimalAsked={wrong.decimal !== undefined || load.necesita.includes('decimal') || load.mapping?.decimal !== undefined}
      />
      <Business />
      <div className="row" style={{ marginBlockStart: 8 }}>
        <DiscardLoad load={load} />
        <span className="small muted">{t('balance.leaveHint')}</span>
      </div>
    </Form>
  )
}

/** The rows of the sheet that is chosen, with the columns that are recognised in it. */
function useSheet(load: Load, layout: Layout, form: ReturnType<typeof useForm<Values>>, sheet: string): Layout {
  const [shown, setShown] = useState({ sheet: load.mapping?.sheet ?? '', layout })
  const other = useQuery({
    ...query(getLoadSheet, { params: { id: load.COD_CARGA }, query: { sheet } }),
    enabled: sheet !== shown.sheet,
  })
  const found = sheet === shown.sheet ? undefined : other.data
  useEffect(() => {
    if (!found) return
    const { sheet: _, headerRow, uses, owners, documento, unit } = valuesOf(load.COD_CARGA, found.mapping, found.layout)
    setShown({ sheet, layout: found.layout })
    for (const [name, value] of Object.entries({ headerRow, uses, owners, documento, unit }))
      form.setValue(name as 'headerRow', value as number, { shouldDirty: true })
  }, [found, form, load, sheet])
  // What the server has found since in the rows is in the load's own layout.
  return sheet === (load.mapping?.sheet ?? '') ? layout : shown.layout
}

/** Why the unit of the figures has to be confirmed. */
function UnitNote({ layout: { unidad } }: { layout: Layout }) {
  const { t } = useTranslation('accounts-analysis')
  const said = unidad && { text: unidad.texto, row: unidad.fila, unit: t(`balance.unitName.${unidad.unidad}`) }
  return (
    <div style={{ marginBlockStart: 12 }}>
      <Note kind="warning">
        {said ? t(said.row === null ? 'balance.unitInSheet' : 'balance.unitInRow', said) : t('balance.unitRemembered')}
      </Note>
    </div>
  )
}

function Reading({ layout, decimalAsked }: { layout: Layout; decimalAsked: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const { control } = useFormContext<Values>()
  const uses = useWatch({ control, name: 'uses' })
  const headerRow = useWatch({ control, name: 'headerRow' })
  const counted = useCounted()
  const sheets = layout.sheets.length > 1
  const documents = documentsOf(layout, uses)
  const unclear = isDecimalUnclear(layout, uses, headerRow)
  return (
    <FormSection title={t('balance.how')} description={t('balance.howHint')}>
      {sheets && (
        <SelectField
          name="sheet"
          label={t('balance.sheet')}
          options={layout.sheets.map(({ name, visible }) => ({
            value: name,
            label: visible ? name : t('balance.sheetHidden', { sheet: name }),
          }))}
        />
      )}
      {documents.length > 0 && (
        <SelectField
          name="documento"
          label={t('balance.document')}
          placeholder={t('balance.documentChoose')}
          help={t('balance.documentHelp')}
          options={documents.map(({ documento, filas, negocios }) => ({
            value: documento,
            label: t('balance.documentOf', {
              documento,
              rows: t('balance.rows', counted(filas)),
              businesses: t('balance.inBusinesses', counted(negocios)),
            }),
          }))}
        />
      )}
      {(unclear || decimalAsked) && (
        <SelectField
          name="decimal"
          label={t('balance.decimal')}
          optional={!unclear}
          placeholder={unclear ? undefined : t('balance.decimalFile')}
          help={unclear ? t('balance.decimalHelp') : undefined}
          options={[
            { value: ',', label: t('balance.decimalComma') },
            { value: '.', label: t('balance.decimalPoint') },
          ]}
        />
      )}
      <SelectField
        name="unit"
        label={t('balance.unit')}
        help={layout.unidad ? t('balance.unitSaid', { text: layout.unidad.texto }) : undefined}
        options={AMOUNT_UNITS.map((unit) => ({ value: String(unit), label: t(`balance.unitName.${unit}`) }))}
      />
      <SelectField
        name="empty"
        label={t('balance.empty')}
        optional
        placeholder={t('balance.emptyRefuse')}
        options={[
          { value: 'skip', label: t('balance.emptySkip') },
          { value: 'zero', label: t('balance.emptyZero') },
        ]}
      />
      <SelectField
        name="groups"
        label={t('balance.group.field')}
        optional
        placeholder={t('balance.group.fieldAuto')}
        options={[
          { value: 'omitir', label: t('balance.group.fieldOut') },
          { value: 'cargar', label: t('balance.group.fieldLoad') },
        ]}
      />
      <SelectField
        name="repeated"
        label={t('balance.repeat.field')}
        optional
        placeholder={t('balance.repeat.refuse')}
        options={[{ value: 'sumar', label: t('balance.repeat.add') }]}
      />
    </FormSection>
  )
}

function Business() {
  const { t } = useTranslation('accounts-analysis')
  const can = useCan()
  const { control } = useFormContext<Values>()
  const uses = useWatch({ control, name: 'uses' })
  const create = useWatch({ control, name: 'create' })
  const byColumn = namesBusiness(uses)
  const beside = uses.includes('saldoDe')
  const businesses = useQuery(query(myBusinesses))
  const countries = useQuery({ ...query(listCountries, { query: { limit: 193 } }), enabled: byColumn && create })
  return (
    <FormSection
      title={t('balance.business')}
      description={t(beside ? 'balance.businessBeside' : byColumn ? 'balance.businessByColumn' : 'balance.businessForAll')}
    >
      {!byColumn && (
        <ComboField
          name="business"
          label={t('balance.businessAll')}
          options={(businesses.data ?? []).map((one) => ({ value: String(one.ID_NEGOCIO), label: one.NEGOCIO }))}
        />
      )}
      {byColumn && can('admin.business.write') && (
        <CheckboxField name="create" label={t('balance.create')} help={t('balance.createHelp')} />
      )}
      {byColumn && create && countries.data && (
        // Only once its options are there: a list without them forgets what was chosen.
        <SelectField
          name="country"
          label={t('balance.country')}
          options={countries.data.data.map((one) => ({ value: String(one.ID_PAIS), label: one.PAIS }))}
        />
      )}
      {byColumn && !can('admin.business.write') && <p className="small muted">{t('balance.unknownRefused')}</p>}
    </FormSection>
  )
}
