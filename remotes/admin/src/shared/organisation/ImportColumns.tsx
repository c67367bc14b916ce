import { ORGANISATION_COLUMNS, type OrganisationColumn, type OrganisationImport as Seen } from '@cuadre/api/organisation'
import { useTranslation } from '@cuadre/shell'
import { useState } from 'react'

/** Place of each column, as the import takes it. */
export type Chosen = { at: Partial<Record<OrganisationColumn, number>>; first: number }

interface Props {
  seen: Seen | undefined
  chosen: Chosen | undefined
  onChange: (chosen: Chosen) => void
}

/** What each column of the file is: as recognised, or as the user says. Open where nothing is recognised. */
export function ImportColumns({ seen, chosen, onChange }: Props) {
  const { t } = useTranslation('admin')
  const [last, setLast] = useState(seen)
  if (seen && seen !== last) setLast(seen)
  if (!last) return null
  const { columnas, primera } = last
  const at = chosen?.at ?? Object.fromEntries(columnas.flatMap(({ CAMPO }, place) => (CAMPO ? [[CAMPO, place]] : [])))
  // No heading is a number: a first line with one is of the rows.
  const headless = columnas.some(({ EJEMPLOS: [top = ''] }) => /^\d+$/.test(top))
  const first = chosen?.first ?? primera ?? (headless ? 1 : 2)
  const say = (place: number, field: OrganisationColumn | '') => {
    const others = Object.entries(at).filter(([name, other]) => other !== place && name !== field)
    onChange({ at: Object.fromEntries([...others, ...(field ? [[field, place]] : [])]), first })
  }
  return (
    <details open={primera === null || chosen !== undefined}>
      <summary className="small">{t('organisation.import.columns')}</summary>
      {primera === null && <p className="small">{t('organisation.import.unknown')}</p>}
      <div className="import-columns">
        {columnas.map(({ TITULO, EJEMPLOS }, place) => {
          const letter = String.fromCharCode(65 + (place % 26))
          return (
            <label key={place}>
              <span className="small">
                <b className="strong cut">
                  {letter}
                  {TITULO && `: ${TITULO}`}
                </b>
                <span className="muted cut">{EJEMPLOS.join(' · ')}</span>
              </span>
              <select
                className="input"
                value={ORGANISATION_COLUMNS.find((field) => at[field] === place) ?? ''}
                onChange={(event) => say(place, event.target.value as OrganisationColumn | '')}
              >
                <option value="">{t('organisation.import.unused')}</option>
                {ORGANISATION_COLUMNS.map((field) => (
                  <option key={field} value={field}>
                    {t(`organisation.import.field.${field}`)}
                  </option>
                ))}
              </select>
            </label>
          )
        })}
        <label>
          <span className="small">{t('organisation.import.first')}</span>
          <input
            className="input"
            type="number"
            min={1}
            max={1000}
            value={first}
            onChange={(event) => onChange({ at, first: Math.max(1, Number(event.target.value) || 1) })}
          />
        </label>
      </div>
    </details>
  )
}
