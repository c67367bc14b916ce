import {
  type AnalysisStatus,
  createAnalysisStatus,
  deleteAnalysisStatus,
  STATUS_CATEGORY,
  updateAnalysisStatus,
} from '@cuadre/api/analysis-status'
import { call, Failure, sentenceOf, useCan, useNavigate, useTranslation } from '@cuadre/shell'
import { Button, formatCount, Note, notify, useLocale } from '@cuadre/ui'
import { ColorField, Form, FormSection, NumberField, SelectField, SwitchField, TextField, useForm, useWatch } from '@cuadre/ui/forms'
import { ConfirmDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { analysisStatuses } from '../area.ts'

const LIST = analysisStatuses.link()
const CATEGORIES = Object.keys(STATUS_CATEGORY) as AnalysisStatus['categoria'][]
const LEVELS = ['ANALISTA', 'JEFATURA', 'CONTROL'] as const
/** The product's own state colours, all of which read on white. */
const SWATCHES = ['#535a68', '#075985', '#b42318', '#116a3d', '#9a4a00', '#86198f', '#0f5e5a']

type Values = Omit<AnalysisStatus, 'id' | 'esSistema' | 'enUso' | 'icono' | 'revision' | 'minCaracteres'> & { minCaracteres: number | null }

interface Props {
  status?: AnalysisStatus
  category?: AnalysisStatus['categoria']
}

export function StatusForm({ status, category = 'RECHAZADO' }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const navigate = useNavigate()
  const client = useQueryClient()
  const may = useCan()('parameters.status.write')
  const [seen, setSeen] = useState(status)
  const [removing, setRemoving] = useState(false)
  const form = useForm<Values>({
    defaultValues: status ?? {
      codigo: '',
      nombreEs: '',
      nombreEn: '',
      categoria: category,
      nivel: 'JEFATURA',
      color: SWATCHES[CATEGORIES.indexOf(category)] ?? SWATCHES[0]!,
      orden: 99,
      esFinal: false,
      requiereComentario: false,
      requiereMotivo: false,
      minCaracteres: 0,
      slaHorasHabiles: null,
      activo: true,
    },
  })
  const [asks, categoria, nombreEs, nombreEn] = useWatch({
    control: form.control,
    name: ['requiereComentario', 'categoria', 'nombreEs', 'nombreEn'],
  })
  const system = status?.esSistema ?? false
  const done = async (text: string) => {
    await client.invalidateQueries({ queryKey: ['analysis-status'] })
    notify.success(text)
    setTimeout(() => navigate(LIST))
  }
  return (
    <>
      <Form
        form={form}
        submit={t(status ? 'actions.save' : 'status.create')}
        onCancel={() => navigate(LIST)}
        onSubmit={async ({ minCaracteres, requiereMotivo, ...values }) => {
          const body = {
            ...values,
            requiereMotivo: values.categoria === 'RECHAZADO' && requiereMotivo,
            minCaracteres: values.requiereComentario ? (minCaracteres ?? 0) : 0,
          }
          try {
            if (seen) await call(updateAnalysisStatus, { params: { id: seen.id }, body: { ...body, revision: seen.revision } })
            else await call(createAnalysisStatus, { body })
          } catch (error) {
            // What was typed stays; saving again puts it on top of what the answer says there is now.
            if (error instanceof Failure && error.code === 'row_moved') setSeen(error.current as AnalysisStatus)
            throw error
          }
          await done(t('status.saved', { name: locale === 'en' ? body.nombreEn : body.nombreEs }))
        }}
      >
        {seen !== status && seen && (
          <Note kind="warning">{t('status.moved', { es: seen.nombreEs, en: seen.nombreEn, color: seen.color })}</Note>
        )}
        <FormSection title={t('status.itself')} description={t(system ? 'status.systemHint' : 'status.itselfHint')}>
          <TextField name="nombreEs" label={t('status.nameEs')} minLength={3} maxLength={60} disabled={!may} />
          <TextField name="nombreEn" label={t('status.nameEn')} minLength={3} maxLength={60} disabled={!may} />
          <TextField
            name="codigo"
            label={t('status.code')}
            help={t('status.codeHint')}
            maxLength={30}
            disabled={system || !may}
            validate={(value: string) => (/^[A-Z_]{3,30}$/.test(value) ? undefined : t('status.codeHint'))}
          />
          <SelectField
            name="categoria"
            label={t('status.of')}
            help={status && status.enUso > 0 && !system ? t('status.inUseKeeps', { count: status.enUso }) : t('status.ofHint')}
            disabled={system || !may || (status?.enUso ?? 0) > 0}
            options={CATEGORIES.map((value) => ({ value, label: t(`status.category.${value}`) }))}
          />
          <SelectField
            name="nivel"
            label={t('status.who')}
            disabled={system || !may}
            options={LEVELS.map((value) => ({ value, label: t(`status.level.${value}`) }))}
          />
          <ColorField
            name="color"
            label={t('status.color')}
            sample={(locale === 'en' ? nombreEn : nombreEs) || t('status.sample')}
            swatches={SWATCHES}
            disabled={!may}
            wide
          />
        </FormSection>
        <FormSection title={t('status.asks')} description={t('status.asksHint')}>
          <SwitchField name="requiereComentario" label={t('status.comment')} help={t('status.commentHint')} disabled={!may} />
          {asks && (
            <NumberField
              name="minCaracteres"
              label={t('status.characters')}
              min={0}
              max={500}
              disabled={!may}
              help={t('status.charactersHint')}
            />
          )}
          {categoria === 'RECHAZADO' && (
            <SwitchField name="requiereMotivo" label={t('status.reason')} help={t('status.reasonHint')} disabled={!may} />
          )}
          <NumberField
            name="slaHorasHabiles"
            label={t('status.hours')}
            unit="h"
            min={1}
            max={1000}
            optional
            disabled={!may}
            help={t('status.hoursHint')}
          />
          {!system && <SwitchField name="activo" label={t('status.active')} help={t('status.activeHint')} disabled={!may} />}
        </FormSection>
        {status && !system && may && (
          <FormSection title={t('status.removal')} description={t('status.removalHint')}>
            <div className="wide">
              <Button variant="danger" disabled={status.enUso > 0} onClick={() => setRemoving(true)}>
                {t('status.remove')}
              </Button>
              {status.enUso > 0 && (
                <p className="small muted">{t('status.inUseStays', { count: status.enUso, n: formatCount(status.enUso, locale) })}</p>
              )}
            </div>
          </FormSection>
        )}
      </Form>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        title={t('status.removeTitle', { name: status?.nombreEs })}
        confirm={t('status.remove')}
        danger
        onConfirm={async () => {
          try {
            await call(deleteAnalysisStatus, { params: { id: status!.id } })
          } catch (error) {
            notify.danger(sentenceOf(error, t('status.notRemoved')))
            throw error
          }
          form.reset()
          await done(t('status.removed', { name: status!.nombreEs }))
        }}
      >
        {t('status.removeText')}
      </ConfirmDialog>
    </>
  )
}
