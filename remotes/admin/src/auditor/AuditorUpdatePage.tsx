import { type Auditor, getAuditor, updateAuditor } from '@cuadre/api/auditor'
import { call, Failure, failureOf, query, useNavigate, useParams, useTranslation } from '@cuadre/shell'
import { ErrorState, formatDate, Note, notify, Page, Skeleton, useLocale } from '@cuadre/ui'
import { useForm } from '@cuadre/ui/forms'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { auditors } from '../area.ts'
import { merged } from '../shared/merge.ts'
import { type AuditorField, AuditorForm, type AuditorValues, bodyOf, valuesOf } from './AuditorForm.tsx'

export default function AuditorUpdatePage() {
  const { t } = useTranslation('admin')
  const id = Number(useParams().userAuditorId)
  const found = useQuery({ ...query(getAuditor, { params: { id } }), refetchOnWindowFocus: false })
  const failure = failureOf(found)
  return (
    <Page
      fill
      title={found.data?.NOMBRE ?? t('auditor.update')}
      crumbs={[{ label: t('crumbs.administration') }, { label: t('auditor.title'), to: auditors.link() }, { label: t('auditor.update') }]}
    >
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data && <Change key={id} read={found.data} />}
    </Page>
  )
}

/** Saved by somebody else meanwhile: their other fields are taken over, and where both wrote the user chooses. */
function Change({ read }: { read: Auditor }) {
  const { t } = useTranslation('admin')
  const navigate = useNavigate()
  const client = useQueryClient()
  const [seen, setSeen] = useState(read)
  const [disputed, setDisputed] = useState<AuditorField[]>([])
  const theirs = valuesOf(seen)
  const form = useForm<AuditorValues>({ defaultValues: theirs })
  const save = async (values: AuditorValues) => {
    try {
      const { NOMBRE } = await call(updateAuditor, { params: { id: seen.id }, body: { ...bodyOf(values), REVISION: seen.REVISION } })
      await client.invalidateQueries({ queryKey: ['user'] })
      notify.success(t('auditor.saved', { name: NOMBRE }))
      setTimeout(() => navigate(auditors.link()))
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        // The contract says what a `current` of this call is.
        const now = error.current as Auditor
        const both = merged(theirs, values, valuesOf(now))
        for (const field of both.taken) form.setValue(field, valuesOf(now)[field])
        setSeen(now)
        setDisputed(both.disputed)
      }
      throw error
    }
  }
  const take = (field: AuditorField) => {
    form.setValue(field, theirs[field], { shouldDirty: true })
    setDisputed((fields) => fields.filter((one) => one !== field))
  }
  return (
    <AuditorForm form={form} auditor={seen} submit={t('actions.save')} onSave={save}>
      {disputed.length > 0 && (
        <Note kind="warning">
          <b className="strong">{t('auditor.disputed')}</b>
          <ul>
            {disputed.map((field) => (
              <li key={field}>
                {t(`auditor.field.${field}`)}: <Written field={field} auditor={seen} />{' '}
                <button
                  type="button"
                  className="link"
                  onClick={() => take(field)}
                  aria-label={`${t('auditor.take')} ${t(`auditor.field.${field}`)}`}
                >
                  {t('auditor.take')}
                </button>
              </li>
            ))}
          </ul>
        </Note>
      )}
    </AuditorForm>
  )
}

/** What the other person has left, in words. */
function Written({ field, auditor }: { field: AuditorField; auditor: Auditor }) {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  switch (field) {
    case 'alcance':
      return auditor.alcance.map(({ PAIS, NEGOCIO }) => NEGOCIO ?? PAIS).join(', ')
    case 'periodos':
      return auditor.periodos.map(({ PERIODO }) => PERIODO).join(', ') || t('auditor.everyPeriod')
    case 'permisos':
      return (
        Object.entries(auditor.permisos)
          .filter(([, granted]) => granted)
          .map(([name]) => t(name === 'soloAprobados' ? 'auditor.onlyApproved' : `auditor.right.${name}`))
          .join(', ') || t('auditor.noRights')
      )
    case 'activo':
      return t(auditor.status === 'activo' ? 'status.active' : 'status.inactive')
    case 'TIPO':
      return t(`auditor.kinds.${auditor.TIPO}`)
    case 'VIGENCIA_DESDE':
    case 'VIGENCIA_HASTA':
      return formatDate(auditor[field], locale)
    default:
      return auditor[field]
  }
}
