import { BALANCE_FIELDS } from '@cuadre/api/balance'
import { useTranslation } from '@cuadre/shell'
import { columnLetters, shownText } from '@cuadre/tables/format/cell'
import type { Head } from './head/readHead.ts'

const SHOWN = 10
const isOurs = (field: string | null): field is (typeof BALANCE_FIELDS)[number] => BALANCE_FIELDS.includes(field as never)

/** What is in the file, while it is still on its way: its first rows, and what its columns were recognised as. */
export function HeadSample({ head }: { head: Head }) {
  const { t } = useTranslation('accounts-analysis')
  const headerRow = head.headerRow ?? 0
  const from = Math.max(0, head.rows.findIndex(({ number }) => number === headerRow) - 3)
  const known = head.columns.flatMap(({ field }) => (isOurs(field) ? [field] : []))
  return (
    <section aria-labelledby="primeras-filas" style={{ marginBlockStart: 16 }}>
      <div className="section-head">
        <h3 className="h3" id="primeras-filas">
          {t('balance.sample')}
        </h3>
        <span className="small muted">
          {head.sheet !== null && `${t('balance.sheetNamed', { sheet: head.sheet })} · `}
          {known.length > 0 ? t('balance.recognisedHere', { n: known.length, of: head.columns.length }) : t('balance.recognisedNone')}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it may scroll sideways */}
      <section className="sheet" tabIndex={0} aria-labelledby="primeras-filas">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="sr-only">{t('balance.row')}</span>
              </th>
              {head.columns.map(({ index, field }) => (
                <th key={index} scope="col">
                  <span className="letter">{columnLetters(index)}</span>{' '}
                  {isOurs(field) && <span className="medium">{t(`balance.fields.${field}`)}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {head.rows.slice(from, from + SHOWN).map(({ number, cells }) => (
              <tr key={number} data-title={number < headerRow || undefined} data-header={number === headerRow || undefined}>
                <th scope="row">{number}</th>
                {head.columns.map(({ index, field }) => (
                  <td key={index} data-set={isOurs(field) || undefined}>
                    {shownText(cells[index])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}
