import type { TemplateDetail, TemplateVersion } from '@cuadre/api/template'
import { Failure, useCan, useTranslation } from '@cuadre/shell'
import { Note } from '@cuadre/ui'
import { ChoicesField, DateField, Form, FormSection, TextArea, TextField, useForm } from '@cuadre/ui/forms'
import { useEffect, useState } from 'react'
import { merged } from '../shared/merge.ts'
import { usePlaces } from '../shared/record/usePlaces.ts'
import { HeadingChoices } from './HeadingChoices.tsx'
import { type TemplateChange, workedOn } from './useTemplateChange.ts'

interface Values {
  nombre: string
  vigenteDesde: string
  vigenteHasta: string
  rubros: string[]
  negocios: string[]
  politica: string
  proposito: string
  procedimiento: string
}
interface Props {
  what: 'scope' | 'texts'
  template: TemplateDetail
  version: TemplateVersion
  change: TemplateChange
}
const valuesOf = (template: TemplateDetail, version: TemplateVersion): Values => ({
  nombre: template.nombre,
  vigenteDesde: version.vigenteDesde ?? '',
  vigenteHasta: version.vigenteHasta ?? '',
  rubros: version.rubros.map(String),
  negocios: version.negocios.map(String),
  politica: version.politica ?? '',
  proposito: version.proposito ?? '',
  procedimiento: version.procedimiento ?? '',
})
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const FIELDS = ['nombre', 'vigenteDesde', 'vigenteHasta', 'rubros', 'negocios', 'politica', 'proposito', 'procedimiento'] as const
const TEXTS = ['politica', 'proposito', 'procedimiento'] as const

/** Whom the version is for and when, or what it says. A published version does not change: saving begins a draft. */
export function ContentForm({ what, template, version, change }: Props) {
  const { t } = useTranslation('admin')
  const write = useCan()('admin.template.write')
  const { businesses } = usePlaces()
  /** What the fields were filled from: what is read again meanwhile may be what somebody else has saved, and is not written over unseen. */
  const [{ seen, REVISION }, setFrom] = useState(() => ({ seen: valuesOf(template, version), REVISION: template.REVISION }))
  const [disputed, setDisputed] = useState<(keyof Values)[]>([])
  const form = useForm<Values>({ defaultValues: seen })
  const { isSubmitting } = form.formState
  const show = (now: TemplateDetail, mine: Values, of: TemplateVersion = workedOn(now)) => {
    const theirs = valuesOf(now, of)
    const both = merged(seen, mine, theirs)
    form.reset(theirs)
    for (const field of FIELDS)
      if (!both.taken.includes(field) && !isSame(mine[field], seen[field])) form.setValue(field, mine[field], { shouldDirty: true })
    setFrom({ seen: theirs, REVISION: now.REVISION })
    setDisputed(both.disputed)
  }
  useEffect(() => {
    if (!isSubmitting && template.REVISION > REVISION) show(template, form.getValues(), version)
  }, [template, version, REVISION, isSubmitting])
  const save = async (values: Values) => {
    const { nombre, vigenteDesde, vigenteHasta, rubros, negocios, ...texts } = values
    try {
      const saved = await change.save(
        what === 'texts'
          ? Object.fromEntries(TEXTS.map((name) => [name, texts[name].trim() || null]))
          : {
              ...(nombre.trim() !== seen.nombre && { nombre }),
              vigenteDesde: vigenteDesde || null,
              vigenteHasta: vigenteHasta || null,
              rubros: rubros.map(Number),
              negocios: negocios.map(Number),
            },
        REVISION,
      )
      const now = valuesOf(saved, workedOn(saved))
      form.reset(now)
      setFrom({ seen: now, REVISION: saved.REVISION })
      setDisputed([])
    } catch (error) {
      // The contract says what a `current` of this call is.
      if (error instanceof Failure && error.code === 'row_moved') show(error.current as TemplateDetail, values)
      throw error
    }
  }
  return (
    <Form form={form} onSubmit={save} submit={t('template.saveDraft')}>
      {disputed.length > 0 && (
        <Note kind="warning">
          <b className="strong">{t('record.moved')}</b>
          <ul>
            {disputed.map((field) => (
              <li key={field}>
                {t('record.theirs')} {t(`template.fields.${field}`)}: {String(seen[field])}{' '}
                <button
                  type="button"
                  className="link"
                  onClick={() => {
                    form.setValue(field, seen[field], { shouldDirty: true })
                    setDisputed((fields) => fields.filter((one) => one !== field))
                  }}
                >
                  {t('record.take')}
                </button>
              </li>
            ))}
          </ul>
        </Note>
      )}
      {version.estado !== 'BORRADOR' && write && <Note>{t('template.beginsDraft')}</Note>}
      {what === 'scope' ? (
        <>
          <FormSection title={t('template.one')} description={t('template.validHint')}>
            <TextField name="nombre" label={t('field.NOMBRE')} minLength={3} maxLength={120} wide />
            <DateField name="vigenteDesde" label={t('template.from')} optional />
            <DateField name="vigenteHasta" label={t('template.until')} optional />
          </FormSection>
          <FormSection title={t('template.scope')} description={t('template.scopeHint')}>
            <HeadingChoices />
            <ChoicesField name="negocios" label={t('template.businesses')} options={businesses} optional wide />
          </FormSection>
        </>
      ) : (
        <FormSection title={t('template.tabs.procedimiento')} description={t('template.textsHint')}>
          {TEXTS.map((name) => (
            <TextArea key={name} name={name} label={t(`template.${name}`)} maxLength={4000} rows={5} optional wide />
          ))}
        </FormSection>
      )}
    </Form>
  )
}
