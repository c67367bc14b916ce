import { BALANCE_FIELDS } from '@cuadre/api/balance'
import { myBusinesses } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { columnLetters } from '@cuadre/tables/format/cell'
import { useField, useFormContext, useWatch } from '@cuadre/ui/forms'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import type { Values } from './columnValues.ts'
import { columnAt, columnsOf, type Field, isFreeAmount, type Layout, needsOf, type Use, widthOf, withUse } from './mapping.ts'

const SHOWN = 14
const SEVERAL = ['cuentaParte', 'saldoDe'] as const

interface SampleProps {
  layout: Layout
  /** The sentence of what is still missing. */
  missing: string | undefined
  /** What the server found, by path: columns.saldo, headerRow, sheet. */
  wrong: Record<string, string>
}

/** The file's first rows. A row's number makes it the header; over each column stands what it is. */
export function Sample({ layout, missing, wrong }: SampleProps) {
  const { t } = useTranslation('accounts-analysis')
  const form = useFormContext<Values>()
  const { id, attributes, error } = useField({ name: 'uses', label: t('balance.step.columnas') })
  const uses = useWatch({ control: form.control, name: 'uses' })
  const headerRow = useWatch({ control: form.control, name: 'headerRow' })
  const lacks = t('balance.chooseColumns')
  useEffect(() => {
    // Nothing is sent while a needed column is missing; the sentence below says which.
    form.register('uses', {
      validate: (now) => needsOf(columnsOf(now)).every((need) => need === 'negocio') || lacks,
    })
  }, [form, lacks])

  const assign = (index: number, use: Use) =>
    form.setValue('uses', withUse(uses, index, use), { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  /** The columns of amounts behind it that nothing is said of yet. */
  const assignRest = (index: number) => {
    const next = uses.map((use, at) => (at > index && isFreeAmount(layout, uses, at, headerRow) ? 'saldoDe' : use))
    form.setValue('uses', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
  const columns = Array.from({ length: widthOf(layout) }, (_, index) => index)
  const wrongAt = (use: Use) =>
    use ? wrong[use === 'cuentaParte' ? 'cuentaPartes' : use === 'saldoDe' ? 'negocios' : `columns.${use}`] : undefined
  const loose = [
    'headerRow',
    'sheet',
    'documento',
    ...BALANCE_FIELDS.filter((field) => !uses.includes(field)).map((field) => `columns.${field}`),
  ]
    .map((path) => wrong[path])
    .filter((message) => message !== undefined)
  const around = Math.max(0, layout.sample.findIndex((row) => row.number === headerRow) - 6)
  const rows = layout.sample.slice(around, around + SHOWN)

  return (
    <section aria-labelledby={`${id}-title`} style={{ paddingBlockEnd: 8 }}>
      <div className="section-head">
        <h2 className="h2" id={`${id}-title`}>
          {t('balance.sample')}
        </h2>
        <span className="small muted">{t('balance.sampleHint')}</span>
      </div>
      <fieldset
        className="sheet"
        aria-labelledby={`${id}-title`}
        {...attributes}
        aria-describedby={`${id}-error`}
        data-invalid={error !== undefined || undefined}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('balance.row')}</span>
              </th>
              {columns.map((index) => {
                const use = uses[index] ?? ''
                const message = wrongAt(use)
                return (
                  <th key={index} scope="col">
                    <span className="letter">{columnLetters(index)}</span>
                    <br />
                    <select
                      className="input"
                      aria-label={t('balance.useOf', {
                        letter: columnLetters(index),
                        header: columnAt(layout, headerRow, index).header ?? '',
                      })}
                      aria-invalid={message ? true : undefined}
                      data-set={use || undefined}
                      value={use}
                      onChange={(event) => assign(index, event.target.value as Use)}
                    >
                      <option value="">{t('balance.unused')}</option>
                      {SEVERAL.map((several) => (
                        <option key={several} value={several}>
                          {t(`balance.fields.${several}`)}
                        </option>
                      ))}
                      {BALANCE_FIELDS.map((field: Field) => (
                        <option key={field} value={field}>
                          {t(`balance.fields.${field}`)}
                        </option>
                      ))}
                    </select>
                    {use === 'saldoDe' && columns.some((other) => other > index && isFreeAmount(layout, uses, other, headerRow)) && (
                      <button type="button" className="link xsmall" onClick={() => assignRest(index)}>
                        {t('balance.sameForRest')}
                      </button>
                    )}
                    {use === 'saldoDe' && <Owner index={index} header={columnAt(layout, headerRow, index).header} />}
                    {message && <div className="error">{message}</div>}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr
                key={row.number}
                data-title={row.number < headerRow || undefined}
                data-alone={(row.number < headerRow && row.cells.filter(Boolean).length === 1) || undefined}
                data-header={row.number === headerRow || undefined}
                onClick={() => form.setValue('headerRow', row.number, { shouldDirty: true })}
              >
                <th scope="row">
                  <button type="button" className="sheet-row" aria-pressed={row.number === headerRow} title={t('balance.isHeader')}>
                    {row.number}
                    {row.number === headerRow && <span>{t('balance.header')}</span>}
                    {row.number < headerRow && <span className="sr-only">{t('balance.titleRow')}</span>}
                  </button>
                </th>
                {columns.map((index) => (
                  <td key={index} data-set={uses[index] || undefined} title={row.cells[index] ?? undefined}>
                    {row.cells[index] ?? ''}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </fieldset>
      <div id={`${id}-error`} role="status">
        {error && missing && (
          <div className="error">
            <CircleAlert aria-hidden />
            {missing}
          </div>
        )}
        {loose.map((message) => (
          <div key={message} className="error">
            <CircleAlert aria-hidden />
            {message}
          </div>
        ))}
      </div>
      <label className="check-line" style={{ marginBlockStart: 10 }}>
        <input
          type="checkbox"
          className="checkbox"
          checked={headerRow === 0}
          onChange={(event) =>
            form.setValue('headerRow', event.target.checked ? 0 : (layout.sample[0]?.number ?? 1), { shouldDirty: true })
          }
        />
        <span>{t('balance.noHeader')}</span>
      </label>
    </section>
  )
}

/** Whose balances a column holds: what its heading says, or whom a person names. */
function Owner({ index, header }: { index: number; header: string | null }) {
  const { t } = useTranslation('accounts-analysis')
  const { register } = useFormContext<Values>()
  const businesses = useQuery(query(myBusinesses))
  return (
    <select
      className="input"
      aria-label={t('balance.ownerOf', { letter: columnLetters(index), header: header ?? '' })}
      {...register(`owners.${index}`)}
    >
      <option value="">{header ?? t('balance.businessAll')}</option>
      {businesses.data?.map((one) => (
        <option key={one.ID_NEGOCIO} value={one.ID_NEGOCIO}>
          {one.NEGOCIO}
        </option>
      ))}
    </select>
  )
}
