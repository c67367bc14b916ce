import { listCountries } from '@cuadre/api/country'
import {
  importOrganisation,
  ORGANISATION_COLUMNS,
  ORGANISATION_LEVELS,
  type OrganisationColumn,
  type OrganisationImport as Seen,
} from '@cuadre/api/organisation'
import { call, Failure, query, saveAs, useTranslation } from '@cuadre/shell'
import { Button, FileName, formatCount, Loader, Note, notify, useLocale } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { csvOf } from '../import/csv.ts'
import { ImportLines } from '../import/ImportLines.tsx'
import { useRehearsal } from '../import/useRehearsal.ts'
import { ORGANISATION } from '../record/record.ts'
import { Effects } from './Effects.tsx'

const MAX_BYTES = 10 * 1024 * 1024
/** Place of each column, as the import takes it. */
type Chosen = { at: Partial<Record<OrganisationColumn, number>>; first: number }

const saysPlace = ({ at: { PAIS, NEGOCIO, UNIDAD, CODIGO } }: Chosen) =>
  PAIS !== undefined || NEGOCIO !== undefined || (UNIDAD !== undefined && CODIGO !== undefined)

/** The organisation from a file: what it would do, row by row, and then exactly that. Nothing is ever removed. */
export function OrganisationImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [country, setCountry] = useState('')
  const [chosen, setChosen] = useState<Chosen>()
  const countries = useQuery({ ...query(listCountries, { query: { limit: 193 } }), enabled: open }).data?.data ?? []
  const n = (count: number) => formatCount(count, locale)

  const order = {
    ...(country && { ID_PAIS: Number(country) }),
    ...(chosen && { columnas: JSON.stringify(chosen.at), primera: chosen.first }),
  }
  const failed = (error: unknown) => (error instanceof Failure && error.message ? error.message : t('organisation.import.failed'))
  const { preview, seen, commit, notice, forget } = useRehearsal<Seen>({
    // Columns that say no place yet are not asked about.
    file: chosen && !saysPlace(chosen) ? undefined : file,
    key: ['organisation-import', order],
    look: (file, signal) => call(importOrganisation, { body: { ...order, file, simular: 'true' } }, { signal }),
    make: (file, { huella }) => call(importOrganisation, { body: { ...order, file, huella } }),
    moved: 'organisation_moved',
    onDone: ({ total }) => {
      for (const noun of ORGANISATION) void client.invalidateQueries({ queryKey: [noun] })
      notify.success(t('organisation.import.done', { count: total.nueva + total.distinta, n: n(total.nueva + total.distinta) }))
      choose(undefined)
      onClose()
    },
    onFailed: (error) => notify.danger(failed(error)),
  })
  const choose = (next: File | undefined) => {
    forget()
    setFile(next)
    setChosen(undefined)
  }
  const changes = seen ? seen.total.nueva + seen.total.distinta : 0
  const refused = seen?.data.filter(({ CLASE }) => CLASE === 'rechazada') ?? []
  const made = seen && ORGANISATION_LEVELS.filter((level) => seen.crea[level] > 0)
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('organisation.import.title')}
      size="wide"
      modeless
      footer={
        seen && (
          <>
            {refused.length > 0 && (
              <Button
                icon={<Download aria-hidden />}
                onClick={() =>
                  saveAs(
                    csvOf([['fila', 'nombre', 'motivo'], ...refused.map(({ FILA, RUTA, MOTIVO }) => [String(FILA), RUTA, MOTIVO ?? ''])]),
                    t('organisation.import.refusedFile'),
                  )
                }
              >
                {t('heading.saveRefused', { count: refused.length, n: n(refused.length) })}
              </Button>
            )}
            <Button variant="solid" busy={commit.isPending} disabled={changes === 0 || preview.isFetching} onClick={() => commit.mutate()}>
              {changes === 0 ? t('heading.nothing') : t('organisation.import.make', { count: changes, n: n(changes) })}
            </Button>
          </>
        )
      }
    >
      <div className="import-drawer">
        {file ? (
          <p className="small">
            <b className="strong">
              <FileName>{file.name}</FileName>
            </b>{' '}
            <button type="button" className="link" onClick={() => choose(undefined)}>
              {t('heading.another')}
            </button>
          </p>
        ) : (
          <FileDrop
            label={t('organisation.import.drop')}
            hint={t('organisation.import.dropHint')}
            accept=".xlsx,.xls,.csv,.txt"
            maxBytes={MAX_BYTES}
            onFiles={([next]) => choose(next)}
          />
        )}
        <label className="field">
          <span className="label">{t('organisation.import.country')}</span>
          <select
            className="input"
            value={country}
            onChange={(event) => {
              forget()
              setCountry(event.target.value)
            }}
          >
            <option value="">{t('organisation.import.noCountry')}</option>
            {countries.map(({ ID_PAIS, PAIS }) => (
              <option key={ID_PAIS} value={ID_PAIS}>
                {PAIS}
              </option>
            ))}
          </select>
        </label>
        <div role="status">
          {notice && <Note kind="warning">{notice}</Note>}
          {preview.error && <Note kind="danger">{failed(preview.error)}</Note>}
          {file && preview.isFetching && <Loader />}
        </div>
        {file && (seen || chosen) && (
          <Columns
            // What was read last stays while another reading is asked for.
            key={file.name + file.lastModified}
            seen={seen}
            chosen={chosen}
            onChange={(next) => {
              forget()
              setChosen(next)
            }}
          />
        )}
        {seen && seen.primera !== null && made && (
          <>
            <p className="import-sums">
              <span>
                <b className="up">+ {n(seen.total.nueva)}</b> {t('organisation.import.sums.nueva')}
              </span>
              <span>
                <b className="warn">~ {n(seen.total.distinta)}</b> {t('organisation.import.sums.distinta')}
              </span>
              <span className={refused.length > 0 ? 'bad' : ''}>
                <b>{n(seen.total.rechazada)}</b> {t('organisation.import.sums.rechazada')}
              </span>
            </p>
            <p className="small muted">
              {made.length > 0 && (
                <>
                  {t('organisation.import.creates')}{' '}
                  {made
                    .map((level) => t(`organisation.import.made.${level}`, { count: seen.crea[level], n: n(seen.crea[level]) }))
                    .join(', ')}
                  .{' '}
                </>
              )}
              {t('organisation.import.stays', { same: n(seen.total.igual) })}
            </p>
            <ImportLines
              rows={seen.data}
              title={({ RUTA }) => RUTA || '—'}
              detail={({ FILA, MOTIVO, EFECTOS }) =>
                MOTIVO === null ? <Effects of={EFECTOS} /> : t('heading.rowRefused', { row: FILA, why: MOTIVO })
              }
            />
          </>
        )}
      </div>
    </Drawer>
  )
}

interface ColumnsProps {
  seen: Seen | undefined
  chosen: Chosen | undefined
  onChange: (chosen: Chosen) => void
}

/** What each column of the file is: as recognised, or as the user says. Open where nothing is recognised. */
function Columns({ seen, chosen, onChange }: ColumnsProps) {
  const { t } = useTranslation('admin')
  const [last, setLast] = useState(seen)
  if (seen && seen !== last) setLast(seen)
  if (!last) return null
  const { columnas, primera } = last
  const at = chosen?.at ?? Object.fromEntries(columnas.flatMap(({ CAMPO }, place) => (CAMPO ? [[CAMPO, place]] : [])))
  const first = chosen?.first ?? primera ?? 2
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
