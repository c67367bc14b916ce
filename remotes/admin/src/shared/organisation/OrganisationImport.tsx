import { listCountries } from '@cuadre/api/country'
import { importOrganisation, ORGANISATION_LEVELS, type OrganisationImport as Seen } from '@cuadre/api/organisation'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { formatCount, Note, notify, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { FileDrop } from '@cuadre/ui/data'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ImportDrawer } from '../import/ImportDrawer.tsx'
import { useRehearsal } from '../import/useRehearsal.ts'
import { ORGANISATION } from '../record/record.ts'
import { useWhy } from '../useWhy.ts'
import { Effects } from './Effects.tsx'
import { type Chosen, ImportColumns } from './ImportColumns.tsx'

const MAX_BYTES = 10 * 1024 * 1024

const saysPlace = ({ at: { PAIS, NEGOCIO, UNIDAD, CODIGO } }: Chosen) =>
  PAIS !== undefined || NEGOCIO !== undefined || (UNIDAD !== undefined && CODIGO !== undefined)

/** The organisation from a file. */
export function OrganisationImport({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const locale = useLocale()
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [country, setCountry] = useState('')
  const [chosen, setChosen] = useState<Chosen>()
  const countries = useQuery({ ...query(listCountries, { query: { limit: 193 } }), enabled: open }).data?.data ?? []
  useUnsavedWarning(open && file !== undefined)
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
    onFailed: (error) => notify.danger(why(error, failed(error))),
  })
  const choose = (next: File | undefined) => {
    forget()
    setFile(next)
    setChosen(undefined)
  }
  const changes = seen ? seen.total.nueva + seen.total.distinta : 0
  const made = ORGANISATION_LEVELS.filter((level) => seen && seen.crea[level] > 0)
  return (
    <ImportDrawer
      open={open}
      onClose={onClose}
      title={t('organisation.import.title')}
      file={file}
      onForget={() => choose(undefined)}
      source={
        <FileDrop
          label={t('organisation.import.drop')}
          hint={t('organisation.import.dropHint')}
          accept=".xlsx,.xls,.csv,.txt"
          maxBytes={MAX_BYTES}
          onFiles={([next]) => choose(next)}
        />
      }
      order={
        <>
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
          {file && (seen || chosen) && (
            <ImportColumns
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
        </>
      }
      looking={preview.isFetching}
      notice={notice}
      refusal={preview.error && <Note kind="danger">{failed(preview.error)}</Note>}
      seen={seen && seen.primera !== null ? seen : undefined}
      changes={changes}
      make={t('organisation.import.make', { count: changes, n: n(changes) })}
      busy={commit.isPending}
      onMake={() => commit.mutate()}
      refused={{
        name: t('organisation.import.refusedFile'),
        columns: [t('field.NOMBRE')],
        cellsOf: ({ RUTA, MOTIVO }) => [RUTA, MOTIVO ?? ''],
      }}
      sumOf={(clase) => t(`organisation.import.sums.${clase}`)}
      textOf={({ RUTA, MOTIVO }) => `${RUTA} ${MOTIVO ?? ''}`}
      titleOf={({ RUTA }) => RUTA || '—'}
      detail={({ FILA, MOTIVO, EFECTOS }) =>
        MOTIVO === null ? <Effects of={EFECTOS} /> : t('import.rowRefused', { row: FILA, why: MOTIVO })
      }
    >
      {seen && (
        <p className="small muted">
          {made.length > 0 && (
            <>
              {t('organisation.import.creates')}{' '}
              {made.map((level) => t(`organisation.import.made.${level}`, { count: seen.crea[level], n: n(seen.crea[level]) })).join(', ')}.{' '}
            </>
          )}
          {t('organisation.import.stays', { count: seen.total.igual, same: n(seen.total.igual) })}
        </p>
      )}
    </ImportDrawer>
  )
}
