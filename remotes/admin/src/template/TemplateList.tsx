import type { FilterKey, SortKey } from '@cuadre/api/endpoint'
import { listTemplates, TEMPLATE_FORMATS, TEMPLATE_STATES, TEMPLATE_TYPES, type Template } from '@cuadre/api/template'
import { download, listInput, pageOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, DateText, EmptyState, NONE, Page } from '@cuadre/ui'
import { type Column, ExportButton, PagedTable, useExport, useRoomy, useTableState } from '@cuadre/ui/data'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { TemplateCreate } from './TemplateCreate.tsx'
import { TemplateState } from './TemplateState.tsx'

/** By what the server orders them. */
type Key = SortKey<typeof listTemplates>

const keyOf = ({ id }: Template) => String(id)

export function TemplateList() {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.template.write')
  const save = useExport()
  const [params, setParams] = useSearchParams()
  const table = useTableState<Key, FilterKey<typeof listTemplates>>({
    key: 'plantillas',
    params,
    setParams,
    sort: 'NOMBRE',
    filters: ['tipo', 'formato', 'estado'],
  })
  const input = listInput(listTemplates, table.state)
  const found = useQuery({ ...query(listTemplates, { query: input }), placeholderData: keepPreviousData })
  const wide = useRoomy()
  const columns = useMemo<Column<Template, Key>[]>(
    () => [
      {
        id: 'NOMBRE',
        header: t('field.NOMBRE'),
        cell: (row) => <span className="strong">{row.nombre}</span>,
        sortable: true,
        hideable: false,
        cut: true,
        width: '26%',
        phone: 'title',
      },
      { id: 'TIPO', header: t('template.type'), cell: (row) => t(`template.types.${row.tipo}`), sortable: true, phone: 'sub' },
      { id: 'FORMATO', header: t('template.format'), cell: (row) => row.formato, sortable: true },
      { id: 'VERSION', header: t('template.version'), cell: (row) => row.version, align: 'number', sortable: true },
      {
        id: 'ESTADO',
        header: t('field.ESTADO'),
        cell: (row) => (
          <>
            <TemplateState state={row.estado} />{' '}
            {row.borrador !== null && row.estado !== 'BORRADOR' && <small className="muted">{t('template.hasDraft')}</small>}
          </>
        ),
        sortable: true,
        phone: 'title-end',
      },
      {
        id: 'VIGENCIA',
        header: t('template.valid'),
        cell: (row) =>
          row.vigenteDesde || row.vigenteHasta ? (
            <>
              <DateText value={row.vigenteDesde} /> – <DateText value={row.vigenteHasta} />
            </>
          ) : (
            t('template.always')
          ),
      },
      {
        id: 'ALCANCE',
        header: t('template.scope'),
        cell: (row) =>
          [
            row.rubros.length > 0 && t('template.headingsN', { count: row.rubros.length }),
            row.negocios.length > 0 && t('template.businessesN', { count: row.negocios.length }),
          ]
            .filter(Boolean)
            .join(', ') || t('template.everything'),
      },
      { id: 'ESCRITO', header: t('template.writtenBy'), cell: (row) => row.escritoPor, cut: true, hidden: true },
      {
        id: 'FECHA',
        header: t('template.writtenAt'),
        cell: (row) => <DateText value={row.escritoEn} as="datetime" />,
        sortable: true,
        hidden: !wide,
      },
      { id: 'PUBLICADO', header: t('template.publishedBy'), cell: (row) => row.publicadoPor ?? NONE, phone: 'sub-end' },
    ],
    [t, wide],
  )
  const show = (name: 'plantilla' | 'crear', value: string | null) => {
    const next = new URLSearchParams(params)
    if (value === null) next.delete(name)
    else next.set(name, value)
    setParams(next)
  }
  const creates = write && (
    <Button variant="solid" icon={<Plus aria-hidden />} onClick={() => show('crear', '')}>
      {t('template.create')}
    </Button>
  )
  const options = (values: readonly string[], texts: string) => values.map((value) => ({ value, label: t(`template.${texts}.${value}`) }))
  return (
    <Page
      fill
      title={t('template.title')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('template.title') }]}
      actions={creates}
    >
      <PagedTable
        table={table}
        search={t('template.search')}
        columns={columns}
        end={<ExportButton onExport={() => save(t('template.title'), download(listTemplates, { query: input }))} />}
        filters={[
          { name: 'tipo', label: t('template.type'), single: true, options: options(TEMPLATE_TYPES, 'types') },
          {
            name: 'formato',
            label: t('template.format'),
            single: true,
            options: TEMPLATE_FORMATS.map((value) => ({ value, label: value })),
          },
          { name: 'estado', label: t('field.ESTADO'), single: true, options: options(TEMPLATE_STATES, 'states') },
        ]}
        label={t('template.title')}
        none={t('none.template')}
        {...pageOf(found)}
        rowKey={keyOf}
        onOpen={(row) => show('plantilla', String(row.id))}
        empty={
          <EmptyState title={t('template.empty')} actions={creates}>
            {t('template.emptyHint')}
          </EmptyState>
        }
      />
      {write && (
        <TemplateCreate
          open={params.has('crear')}
          onClose={() => show('crear', null)}
          onCreated={(id) => setParams({ plantilla: String(id) })}
        />
      )}
    </Page>
  )
}
