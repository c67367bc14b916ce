import { getTemplate, getTemplateFile, type TemplateDetail } from '@cuadre/api/template'
import { call, failureOf, query, saveAs, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, notify, Page, Skeleton } from '@cuadre/ui'
import { Menu, Tabs } from '@cuadre/ui/overlay'
import { useQuery } from '@tanstack/react-query'
import { Download, Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { templates } from '../area.ts'
import { Changes } from '../shared/record/Changes.tsx'
import { BookTab } from './BookTab.tsx'
import { ContentForm } from './ContentForm.tsx'
import { ImagesTab } from './ImagesTab.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { TemplateState } from './TemplateState.tsx'
import { useTemplateChange, workedOn } from './useTemplateChange.ts'
import { VersionsTab } from './VersionsTab.tsx'
import './template.css'

export function TemplateEditor({ id }: { id: number }) {
  const { t } = useTranslation('admin')
  const found = useQuery(query(getTemplate, { params: { id } }))
  const failure = failureOf(found)
  if (found.data) return <Editor template={found.data} />
  return (
    <Page
      fill
      title={t('template.one')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('template.title'), to: templates.link() }, { label: t('template.one') }]}
    >
      {failure ? <ErrorState {...failure} /> : <Skeleton />}
    </Page>
  )
}

const TABS = ['libro', 'alcance', 'procedimiento', 'imagenes', 'versiones', 'cambios'] as const

function Editor({ template }: { template: TemplateDetail }) {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.template.write')
  const [params, setParams] = useSearchParams()
  const change = useTemplateChange(template)
  const [publishing, setPublishing] = useState(false)
  const version = workedOn(template)
  const isDraft = version.estado === 'BORRADOR'
  const tab = TABS.find((name) => name === params.get('ver')) ?? 'libro'
  const open = (ver: string) => setParams({ plantilla: String(template.id), ...(ver !== 'libro' && { ver }) }, { replace: true })
  const save = () =>
    call(getTemplateFile, { params: { name: version.archivo.name } }).then(
      (file) => saveAs(file, version.archivo.nombre),
      () => notify.danger(t('template.failed')),
    )
  const published = template.versiones.some(({ estado }) => estado === 'PUBLICADA')
  const entries = [
    ...(isDraft
      ? []
      : [{ label: t('template.beginDraft'), onSelect: () => void change.change({ estado: 'BORRADOR' }, t('template.begun')) }]),
    ...(published
      ? [{ label: t('template.retire'), danger: true, onSelect: () => void change.change({ estado: 'RETIRADA' }, t('template.retired')) }]
      : []),
  ]
  const panels: Record<(typeof TABS)[number], ReactNode> = {
    libro: <BookTab template={template} version={version} change={change} write={write} />,
    alcance: <ContentForm key="alcance" what="scope" template={template} version={version} change={change} />,
    procedimiento: <ContentForm key="texto" what="texts" template={template} version={version} change={change} />,
    imagenes: <ImagesTab version={version} change={change} write={write} />,
    versiones: <VersionsTab template={template} change={change} write={write} />,
    cambios: <Changes entity="plantilla" id={template.id} />,
  }
  return (
    <Page
      fill
      title={template.nombre}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('template.title'), to: templates.link() }, { label: template.nombre }]}
      beside={<TemplateState state={version.estado} version={version.version} />}
      actions={
        <>
          <span className="small muted">
            {t(`template.types.${template.tipo}`)}, {version.formato}
          </span>
          <Button icon={<Download aria-hidden />} onClick={save}>
            {t('template.download')}
          </Button>
          {write && entries.length > 0 && (
            <Menu
              align="end"
              entries={entries}
              trigger={
                <Button aria-label={t('template.more')}>
                  <Ellipsis aria-hidden />
                </Button>
              }
            />
          )}
        </>
      }
    >
      <Tabs
        label={template.nombre}
        value={tab}
        onChange={open}
        tabs={TABS.map((value) => ({
          value,
          label: t(`template.tabs.${value}`),
          ...(value === 'imagenes' && { count: version.imagenes.length }),
          ...(value === 'versiones' && { count: template.versiones.length }),
        }))}
      />
      {panels[tab]}
      {write && isDraft && tab === 'libro' && (
        <footer className="form-actions">
          <span className="unsaved">{t('template.draftNote', { name: version.escritoPor })}</span>
          <Button variant="danger" busy={change.busy} onClick={() => void discard()}>
            {t('template.discard')}
          </Button>
          <Button variant="solid" busy={change.busy} onClick={() => setPublishing(true)}>
            {t('template.publishN', { n: version.version })}
          </Button>
        </footer>
      )}
      {publishing && <PublishDialog template={template} version={version} change={change} onClose={() => setPublishing(false)} />}
    </Page>
  )

  async function discard() {
    const last = template.versiones.length === 1
    if ((await change.discard()) && last) setParams({})
  }
}
