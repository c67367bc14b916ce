import { BALANCE_FIELDS } from '@cuadre/api/balance'
import { myBusinesses } from '@cuadre/api/session'
import { query, useTranslation } from '@cuadre/shell'
import { columnLetters } from '@cuadre/tables/format/cell'
import { TextLink } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { load as loadPage } from '../area.ts'
import { BesideTable } from './BesideTable.tsx'
import type { Load } from './loads.ts'
import { columnAt, type Field } from './mapping.ts'

/** Said even where the file does not have them. */
const ALWAYS: readonly Field[] = ['cuenta', 'nombre', 'saldo', 'periodo', 'moneda']

/** Which column was read as what, with its first value. */
export function Recognised({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const businesses = useQuery(query(myBusinesses))
  const { mapping, layout } = load
  if (!mapping || !layout) return null
  const halves = mapping.columns.debe !== undefined && mapping.columns.saldo === undefined
  const fields = BALANCE_FIELDS.filter(
    (field) =>
      mapping.columns[field] !== undefined || (ALWAYS.includes(field) && !((halves || mapping.negocios?.length) && field === 'saldo')),
  )
  const found = fields.map((field) => {
    const index = mapping.columns[field]
    return { field, index, ...(index === undefined ? { header: null, example: null } : columnAt(layout, mapping.headerRow, index)) }
  })
  const several = [
    ...(mapping.cuentaPartes ?? []).map((index) => ({ field: 'cuentaParte' as const, index, business: undefined })),
    ...(mapping.negocios ?? []).map(({ columna, ID_NEGOCIO }) => ({ field: 'saldoDe' as const, index: columna, business: ID_NEGOCIO })),
  ].map((one) => ({ ...one, ...columnAt(layout, mapping.headerRow, one.index) }))
  const nameOf = (id: number | undefined) => id && businesses.data?.find((one) => one.ID_NEGOCIO === id)?.NEGOCIO
  const business = mapping.ID_NEGOCIO && businesses.data?.find((one) => one.ID_NEGOCIO === mapping.ID_NEGOCIO)
  return (
    <section>
      <div className="section-head">
        <h2 className="h2">{t('balance.recognised')}</h2>
        <span className="small muted ellipsis recognised-by">
          {load.PERFIL ? t('balance.byProfile', { profile: load.PERFIL }) : t('balance.byHeadings')}
        </span>
        <div className="page-actions small" style={{ inlineSize: 'auto' }}>
          <TextLink href={loadPage.link({ carga: load.COD_CARGA, paso: 'columnas' })}>{t('balance.changeColumns')}</TextLink>
        </div>
      </div>
      <BesideTable layout={layout} headerRow={mapping.headerRow} account={mapping.columns.cuenta} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways */}
      <section className="recognised" tabIndex={0} aria-label={t('balance.recognised')}>
        <table>
          <thead>
            <tr>
              <td className="muted">{t('balance.field')}</td>
              {found.map(({ field }) => (
                <th key={field} scope="col">
                  {t(`balance.fields.${field}`)}
                </th>
              ))}
              {several.map(({ index, field }) => (
                <th key={index} scope="col">
                  {t(`balance.fields.${field}`)}
                </th>
              ))}
              {mapping.ID_NEGOCIO && <th scope="col">{t('balance.business')}</th>}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row" className="muted">
                {t('balance.column')}
              </th>
              {found.map(({ field, index, header }) => (
                <td key={field}>
                  {index === undefined ? (
                    <span className="muted">{t('balance.notInFile')}</span>
                  ) : (
                    <>
                      <span className="letter">{columnLetters(index)}</span>
                      <span className="ellipsis">{header}</span>
                    </>
                  )}
                </td>
              ))}
              {several.map(({ index, header }) => (
                <td key={index}>
                  <span className="letter">{columnLetters(index)}</span>
                  <span className="ellipsis">{header}</span>
                </td>
              ))}
              {mapping.ID_NEGOCIO && <td className="muted">{t('balance.sameForAll')}</td>}
            </tr>
            <tr>
              <th scope="row" className="muted">
                {t('balance.example')}
              </th>
              {found.map(({ field, index, example }) => (
                <td key={field} className="muted">
                  <span className="ellipsis">
                    {index === undefined ? t(`balance.without.${field}`) : (field === 'documento' && mapping.documento) || (example ?? '—')}
                  </span>
                </td>
              ))}
              {several.map(({ index, example, business: own }) => (
                <td key={index} className="muted">
                  <span className="ellipsis">{nameOf(own) ?? example ?? '—'}</span>
                </td>
              ))}
              {mapping.ID_NEGOCIO && <td className="muted">{business ? business.NEGOCIO : '—'}</td>}
            </tr>
          </tbody>
        </table>
      </section>
    </section>
  )
}
