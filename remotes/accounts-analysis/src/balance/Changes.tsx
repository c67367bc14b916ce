import { LEFT_OUT, ROW_CLASSES } from '@cuadre/api/balance'
import { useTranslation } from '@cuadre/shell'
import { Delta, formatCount, Money, Note, useLocale } from '@cuadre/ui'
import { differenceOf } from '../shared/cents.ts'
import { ClassName, type RowClass } from './classes.tsx'
import type { Load } from './loads.ts'

type Preview = NonNullable<Load['preview']>
interface ChangesProps {
  preview: Preview
  chosen: RowClass
  onChoose: (chosen: RowClass) => void
}

/** What the file says against what holds now, class by class; choosing one lists its rows. */
export function Changes({ preview, chosen, onChoose }: ChangesProps) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const count = (n: number) => formatCount(n, locale)
  const { monedas, totalVigente, totalDespues } = preview
  // The server leaves out a class without rows; here its zero is said.
  const clases = ROW_CLASSES.map((clase) => preview.clases.find((row) => row.clase === clase) ?? { ...EMPTY, clase }).filter(
    ({ clase, cuentas }) => (clase !== 'grupo' && clase !== 'cero') || cuentas > 0,
  )
  // A group is a row of the file, not an account: one that was an account before is among those that are missing.
  const sum = (of: 'cuentas' | 'sinAsignar') =>
    clases.reduce((total, row) => total + (row.clase === 'grupo' || row.clase === 'cero' ? 0 : row[of]), 0)
  return (
    <section aria-labelledby="que-cambia">
      <div className="section-head">
        <h2 className="h2" id="que-cambia">
          {t('balance.whatChanges')}
        </h2>
        <span className="xsmall muted" style={{ marginInlineStart: 'auto' }}>
          {monedas.join(', ')}
        </span>
      </div>
      <div className="class-bar" aria-hidden>
        {clases.map(
          (row) =>
            row.cuentas > 0 &&
            row.clase !== 'grupo' &&
            row.clase !== 'cero' && <i key={row.clase} data-class={row.clase} style={{ flex: row.cuentas }} />,
        )}
      </div>
      <div className="table-frame">
        <table className="table" aria-labelledby="que-cambia">
          <thead>
            <tr>
              <th scope="col">{t('balance.classHead')}</th>
              <th scope="col" className="end">
                {t('balance.accounts')}
              </th>
              <th scope="col" className="end" data-wide>
                {t('balance.unassigned')}
              </th>
              <th scope="col" className="end" data-wide>
                {t('balance.now')}
              </th>
              <th scope="col" className="end" data-wide>
                {t('balance.after')}
              </th>
              <th scope="col" className="end">
                {t('balance.change')}
              </th>
            </tr>
          </thead>
          <tbody>
            {clases.map((row) => {
              const aside = LEFT_OUT.some((left) => left === row.clase)
              const none = row.cuentas === 0
              return (
                <tr
                  key={row.clase}
                  data-chosen={row.clase === chosen || undefined}
                  data-none={none || undefined}
                  onClick={() => !none && onChoose(row.clase)}
                >
                  <td>
                    {none ? (
                      <ClassName of={row.clase} />
                    ) : (
                      <button type="button" aria-pressed={row.clase === chosen} onClick={() => onChoose(row.clase)}>
                        <ClassName of={row.clase} />
                      </button>
                    )}
                  </td>
                  <td className="num medium">{count(row.cuentas)}</td>
                  <td className="num" data-wide>
                    {row.sinAsignar > 0 ? count(row.sinAsignar) : <None />}
                  </td>
                  <td className="num" data-wide>
                    {aside || none || row.clase === 'nueva' ? <None /> : <Money value={row.saldoVigente} />}
                  </td>
                  <td className="num" data-wide>
                    {aside || none ? <None /> : <Money value={row.saldoDespues} />}
                  </td>
                  <td className="num">{aside || none ? <None /> : <Delta value={differenceOf(row.saldoDespues, row.saldoVigente)} />}</td>
                </tr>
              )
            })}
          </tbody>
          <tfoot>
            <tr>
              <td>{t('balance.total')}</td>
              <td className="num">{count(sum('cuentas'))}</td>
              <td className="num" data-wide>
                {sum('sinAsignar') > 0 ? count(sum('sinAsignar')) : <None />}
              </td>
              <td className="num" data-wide>
                <Money value={totalVigente} />
              </td>
              <td className="num" data-wide>
                <Money value={totalDespues} />
              </td>
              <td className="num">
                <Delta value={differenceOf(totalDespues, totalVigente)} />
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
      {monedas.length > 1 && <Note>{t('balance.manyCurrencies')}</Note>}
    </section>
  )
}

const EMPTY = { cuentas: 0, sinAsignar: 0, saldoVigente: '0', saldoDespues: '0' }
const None = () => <span className="faint">—</span>
