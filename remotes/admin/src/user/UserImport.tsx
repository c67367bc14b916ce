import { IMPORT_CLASSES, type UserImport as Import, importUsers, MAX_IMPORTED_USERS, type UserImportRow } from '@cuadre/api/user'
import { call, Failure, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, FileName, formatCount, Loader, Note, notify, Page, StateBadge, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { type Column, DataTable, FileDrop } from '@cuadre/ui/data'
import { Tabs } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useMemo, useState } from 'react'
import { users } from '../area.ts'
import { useRehearsal } from '../shared/import/useRehearsal.ts'
import { useWhy } from '../shared/useWhy.ts'

const MB = 1024 * 1024
type Shown = UserImportRow['CLASE'] | 'todas'

/** Many people from a file: what it would do, row by row, and then exactly that. */
export function UserImport() {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [file, setFile] = useState<File>()
  useUnsavedWarning(file !== undefined)
  const said = (error: unknown) => (error instanceof Failure && error.message ? error.message : t('user.act.failed'))
  const { preview, seen, commit, notice, forget } = useRehearsal<Import>({
    file,
    key: ['user-import'],
    look: (file, signal) => call(importUsers, { body: { file, simular: 'true' } }, { signal }),
    make: (file, { huella }) => call(importUsers, { body: { file, huella } }),
    moved: 'users_moved',
    onDone: async ({ total, sinAcceso }) => {
      await client.invalidateQueries({ queryKey: ['user'] })
      notify.success(t('user.import.done', { count: total.nueva }))
      if (sinAcceso.length > 0) notify.danger(t('user.import.noAccount', { names: sinAcceso.map(({ NOMBRE }) => NOMBRE).join(', ') }))
      setFile(undefined)
      setTimeout(() => navigate(users.link()))
    },
    onFailed: (error) => notify.danger(why(error, said(error))),
  })
  const count = seen?.total.nueva ?? 0
  return (
    <Page
      fill
      title={t('user.import.title')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('user.title'), to: users.link() }, { label: t('user.import.title') }]}
    >
      <div className="form">
        <div className="form-body">
          <section className="form-section">
            <header>
              <h2 className="h2">{t('user.import.file')}</h2>
              <p>{t('user.import.hint', { max: MAX_IMPORTED_USERS })}</p>
            </header>
            <div className="fields">
              <div className="field wide">
                <FileDrop
                  label={t('user.import.drop')}
                  hint={t('user.import.columns')}
                  accept=".xlsx,.xls,.csv,.txt"
                  maxBytes={5 * MB}
                  onFiles={([chosen]) => {
                    forget()
                    setFile(chosen)
                  }}
                />
              </div>
            </div>
          </section>
          <div role="status" className="import-notes">
            {notice && <Note kind="warning">{notice}</Note>}
            {preview.error && (
              <Note kind="danger">
                {file && <b className="strong">{file.name}: </b>}
                {said(preview.error)}
              </Note>
            )}
            {file && preview.isFetching && !seen && !preview.error && <Loader />}
            {file && seen && <Counts name={file.name} of={seen} />}
          </div>
          {file && seen && <Preview of={seen} />}
        </div>
        <footer className="form-actions">
          <span className="unsaved">{seen && count === 0 && t('user.import.nothing')}</span>
          <Button onClick={() => navigate(users.link())}>{t('actions.cancel')}</Button>
          <Button variant="solid" busy={commit.isPending} disabled={count === 0 || preview.isFetching} onClick={() => commit.mutate()}>
            {count === 0 ? t('user.import.make') : t('user.import.makeN', { count })}
          </Button>
        </footer>
      </div>
    </Page>
  )
}

const STATE = { nueva: 'aprobado', ya_existe: 'por-preparar', rechazada: 'rechazado' } as const

function Counts({ name, of: { total } }: { name: string; of: Import }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  return (
    <p className="small import-read">
      <FileName>{name}</FileName>:{' '}
      {IMPORT_CLASSES.map((each) => t(`user.import.counts.${each}`, { count: total[each], n: formatCount(total[each], locale) })).join(
        ', ',
      )}
      .
    </p>
  )
}

function Preview({ of: { total, data } }: { of: Import }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const [shown, setShown] = useState<Shown>('todas')
  const rows = shown === 'todas' ? data : data.filter(({ CLASE }) => CLASE === shown)
  const columns = useMemo<Column<UserImportRow>[]>(
    () => [
      { id: 'FILA', header: t('user.import.row'), align: 'number', cell: ({ FILA }) => formatCount(FILA, locale) },
      { id: 'NOMBRE', header: t('user.name'), phone: 'title', cell: ({ NOMBRE }) => <span className="medium">{NOMBRE || '—'}</span> },
      { id: 'USUARIO', header: t('user.username'), phone: 'sub', cell: ({ USUARIO }) => USUARIO || '—' },
      { id: 'email', header: t('user.email'), cut: true, cell: ({ email }) => email || '—' },
      { id: 'ROLES', header: t('user.roles'), cell: ({ ROLES }) => ROLES || '—' },
      { id: 'DEPARTAMENTO', header: t('user.department'), cell: ({ DEPARTAMENTO }) => DEPARTAMENTO ?? '—' },
      {
        id: 'CLASE',
        header: t('user.import.result'),
        phone: 'title-end',
        cell: ({ CLASE }) => (
          <StateBadge state={STATE[CLASE]} small>
            {t(`user.import.class.${CLASE}`)}
          </StateBadge>
        ),
      },
      { id: 'MOTIVO', header: t('user.import.why'), phone: 'sub-end', cell: ({ MOTIVO }) => <span className="small">{MOTIVO ?? ''}</span> },
    ],
    [t, locale],
  )
  return (
    <Tabs
      label={t('user.import.result')}
      value={shown}
      onChange={(value) => setShown(value as Shown)}
      tabs={[
        { value: 'todas', label: t('user.import.all'), count: data.length },
        ...IMPORT_CLASSES.map((value) => ({ value, label: t(`user.import.class.${value}`), count: total[value] })),
      ]}
    >
      <DataTable
        label={t('user.import.title')}
        columns={columns}
        rows={rows}
        rowKey={({ FILA }) => String(FILA)}
        empty={<EmptyState icon={<FileSpreadsheet aria-hidden />} title={t('user.import.none')} />}
      />
    </Tabs>
  )
}
