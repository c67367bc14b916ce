import { headingTree } from '@cuadre/api/heading'
import { type TemplateDetail, type TemplateVersion, templateSheet } from '@cuadre/api/template'
import { query, useTranslation } from '@cuadre/shell'
import { Button, DateText, NONE, Note } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { byId, said } from '../shared/headingTree.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { differences } from './cell.ts'
import { TemplateState } from './TemplateState.tsx'
import type { TemplateChange } from './useTemplateChange.ts'

const keyOf = ({ version }: TemplateVersion) => String(version)

/** All versions, what lies between two of them, and the way back to an older one. */
export function VersionsTab({ template, change, write }: { template: TemplateDetail; change: TemplateChange; write: boolean }) {
  const { t } = useTranslation('admin')
  const [compared, setCompared] = useState<number>()
  const columns = useMemo<Column<TemplateVersion>[]>(
    () => [
      { id: 'VERSION', header: t('template.version'), cell: (v) => <b className="strong">{v.version}</b>, phone: 'title' },
      { id: 'ESTADO', header: t('field.ESTADO'), cell: (v) => <TemplateState state={v.estado} />, phone: 'title-end' },
      { id: 'ARCHIVO', header: t('template.file'), cell: (v) => v.archivo.nombre, cut: true, width: '30%', phone: 'sub' },
      {
        id: 'ESCRITO',
        header: t('template.writtenBy'),
        cell: (v) => (
          <>
            {v.escritoPor} <DateText value={v.escritoEn} as="datetime" />
          </>
        ),
      },
      {
        id: 'PUBLICADO',
        header: t('template.publishedBy'),
        cell: (v) =>
          v.publicadoPor ? (
            <>
              {v.publicadoPor} <DateText value={v.publicadoEn} as="datetime" />
            </>
          ) : (
            NONE
          ),
        phone: 'sub-end',
      },
    ],
    [t],
  )
  const nameOf = ({ version }: TemplateVersion) => `${t('template.version')} ${version}`
  const older = (version: number) => template.versiones.find((one) => one.version < version)
  const newer = template.versiones.find(({ version }) => version === compared)
  const before = newer && older(newer.version)
  return (
    <div className="template-versions">
      <DataTable
        inset
        label={t('template.tabs.versiones')}
        columns={columns}
        rows={template.versiones}
        rowKey={keyOf}
        actions={(v) => (
          <span className="row">
            {older(v.version) && (
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={v.version === compared}
                aria-label={`${t('template.compare', { n: older(v.version)!.version })}: ${nameOf(v)}`}
                onClick={() => setCompared(v.version === compared ? undefined : v.version)}
              >
                {t('template.compare', { n: older(v.version)!.version })}
              </Button>
            )}
            {write && v.estado === 'RETIRADA' && template.borrador === null && (
              <Button
                size="sm"
                variant="ghost"
                busy={change.busy}
                aria-label={`${t('template.restore')} ${nameOf(v)}`}
                onClick={() => void change.change({ desde: v.version }, t('template.restored', { n: v.version }))}
              >
                {t('template.restore')}
              </Button>
            )}
          </span>
        )}
      />
      {newer && before && <Difference key={newer.version} id={template.id} before={before} after={newer} />}
    </div>
  )
}

/** Cells that are listed; the rest is counted. */
const SHOWN = 200
const FIELDS = [
  'archivo',
  'vigenteDesde',
  'vigenteHasta',
  'rubros',
  'negocios',
  'mapa',
  'politica',
  'proposito',
  'procedimiento',
  'imagenes',
] as const

/** What changed between two versions: in what they say, and cell by cell in their workbooks. */
function Difference({ id, before, after }: { id: number; before: TemplateVersion; after: TemplateVersion }) {
  const { t } = useTranslation('admin')
  const sheetsOf = ({ version }: TemplateVersion) => query(templateSheet, { params: { id }, query: { version } })
  const [old, now] = [useQuery(sheetsOf(before)), useQuery(sheetsOf(after))]
  const roots = useQuery(query(headingTree)).data
  const headings = useMemo(() => byId(roots ?? []), [roots])
  const { businesses } = usePlaces()
  const names = (found: readonly (string | undefined)[]) => found.filter(Boolean).join(', ')
  const wordsOf = (version: TemplateVersion, field: (typeof FIELDS)[number]): string => {
    switch (field) {
      case 'archivo':
        return version.archivo.nombre
      case 'imagenes':
        return names(version.imagenes.map(({ nombre }) => nombre))
      case 'mapa':
        return names(Object.entries(version.mapa).map(([name, place]) => `${name} ${place}`))
      case 'rubros':
        return names(version.rubros.map((rubro) => (headings.has(rubro) ? said(headings.get(rubro)!) : String(rubro))))
      case 'negocios':
        return names(version.negocios.map((id) => businesses.find(({ value }) => value === String(id))?.label ?? String(id)))
      default:
        return version[field] ?? ''
    }
  }
  const fields = FIELDS.filter((field) => {
    if (field === 'archivo') return before.archivo.name !== after.archivo.name
    return wordsOf(before, field) !== wordsOf(after, field)
  })
  const cells = old.data && now.data ? differences(old.data.hojas, now.data.hojas) : []
  return (
    <section className="template-difference" aria-label={t('template.between', { before: before.version, after: after.version })}>
      <h2 className="h2">{t('template.between', { before: before.version, after: after.version })}</h2>
      {fields.length + cells.length === 0 && !old.isLoading && !now.isLoading && <Note>{t('template.same')}</Note>}
      <table className="table">
        <tbody>
          {fields.map((field) => (
            <tr key={field}>
              <th scope="row">{t(`template.fields.${field}`)}</th>
              <td>
                <del className="muted">{wordsOf(before, field) || NONE}</del>
              </td>
              <td>{wordsOf(after, field) || NONE}</td>
            </tr>
          ))}
          {cells.slice(0, SHOWN).map((cell) => (
            <tr key={`${cell.sheet}!${cell.address}`}>
              <th scope="row" translate="no">
                {cell.sheet}!{cell.address}
              </th>
              <td translate="no">
                <del className="muted">{cell.before || NONE}</del>
              </td>
              <td translate="no">{cell.after || NONE}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cells.length > SHOWN && <Note>{t('template.moreCells', { count: cells.length - SHOWN })}</Note>}
    </section>
  )
}
