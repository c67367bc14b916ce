import { type Config, type ConfigInForce, configInForce } from '@cuadre/api/config'
import { failureOf, Link, query, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, formatCount, type Locale, Note, Page, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { KINDS, type Kind, valueText } from '../shared/config/kinds.ts'
import { History } from './History.tsx'

type Line = { rolId: number | null; valor: number; propio: Config | null; personas: number | null; otroRol: number }

const linesOf = ({ general, roles }: ConfigInForce): Line[] => [
  { rolId: null, valor: general.valor, propio: general, personas: null, otroRol: 0 },
  ...roles,
]

/** A parameter for everyone and for each role: what is in force, why, and all that it was before. */
export function ParameterPage({ kind }: { kind: Kind }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const { tipoId, update } = KINDS[kind]
  const found = useQuery(query(configInForce, { query: { tipoId } }))
  const elsewhere = kind === 'password' && found.data?.proveedor === 'aparte'
  const write = useCan()('parameters.config.write') && !elsewhere
  const general = found.data?.general
  const path = ({ rolId, propio }: Line) => (propio ? update(propio.id) : `${update(general!.id)}?rol=${rolId}`)
  const columns = useMemo(() => columnsOf(t, locale, general), [t, locale, general])
  const title = t(`config.kinds.${kind}.title`)
  return (
    <Page title={title} crumbs={[{ label: t('crumbs.parameters') }, { label: title }]} note={t(`config.kinds.${kind}.note`)}>
      {found.data && <Provider kind={kind} found={found.data} />}
      <DataTable
        label={title}
        columns={columns}
        rows={found.data && linesOf(found.data)}
        rowKey={(line) => String(line.rolId)}
        loading={found.isFetching}
        error={failureOf(found)}
        onOpen={write ? (line) => navigate(path(line)) : undefined}
        actions={
          write
            ? (line) => (
                <Link className="link" to={path(line)}>
                  {t(line.propio ? 'actions.edit' : 'config.giveOwn')}
                </Link>
              )
            : undefined
        }
        empty={<EmptyState title={t('config.empty')} />}
      />
      {general && <History tipoId={tipoId} unidad={general.unidad} />}
    </Page>
  )
}

/** What a provider with a single value for everybody was told, or that it is told nothing. */
function Provider({ kind, found: { proveedor, valorProveedor, general } }: { kind: Kind; found: ConfigInForce }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  if (proveedor === 'lee') return null
  const said = proveedor === 'informado' ? 'told' : kind === 'password' ? 'elsewhere' : 'apart'
  return (
    <div style={{ marginBlockEnd: 12 }}>
      <Note>{t(`config.provider.${said}`, { value: valueText(t, locale, general.unidad, valorProveedor ?? 0) })}</Note>
    </div>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale, general: Config | undefined): Column<Line>[] => [
  {
    id: 'ALCANCE',
    header: t('config.scope'),
    cell: ({ rolId }) => <span className="strong">{rolId === null ? t('config.everyone') : t(`role.${rolId}`)}</span>,
    phone: 'title',
  },
  {
    id: 'VALOR',
    header: t('config.inForce'),
    unit: general && t(`config.units.${general.unidad}`),
    cell: ({ valor, propio }) => (
      <span className={propio ? 'strong' : 'muted'}>
        {valor === 0 && general?.unidad === 'dias' ? t('config.never') : formatCount(valor, locale)}
      </span>
    ),
    align: 'number',
    phone: 'title-end',
  },
  {
    id: 'PORQUE',
    header: t('config.why'),
    cell: ({ rolId, propio, otroRol }) => (
      <>
        {rolId === null ? t('config.ofEveryone') : t(propio ? 'config.own' : 'config.inherited')}
        {otroRol > 0 && <span className="muted"> · {t('config.stricter', { count: otroRol, n: formatCount(otroRol, locale) })}</span>}
      </>
    ),
    phone: 'sub',
  },
  {
    id: 'PERSONAS',
    header: t('config.activePeople'),
    cell: ({ personas }) => (personas === null ? '—' : formatCount(personas, locale)),
    align: 'number',
  },
  { id: 'POR', header: t('config.changedBy'), cell: ({ propio }) => propio?.actualizadoPor ?? '—', cut: true },
  {
    id: 'EN',
    header: t('config.changedAt'),
    cell: ({ propio }) => <DateText value={propio?.actualizadoEn ?? null} as="datetime" />,
    align: 'end',
    phone: 'sub-end',
  },
  { id: 'MOTIVO', header: t('config.reason'), cell: ({ propio }) => propio?.motivo ?? '—', cut: true },
]
