import { createAbsence, deleteAbsence, listAbsences } from '@cuadre/api/alert'
import { listUsers } from '@cuadre/api/user'
import { call, failureOf, query, sentenceOf, useTranslation } from '@cuadre/shell'
import { DateText, EmptyState, ErrorState, notify } from '@cuadre/ui'
import { ComboField, DateField, Form, useForm } from '@cuadre/ui/forms'
import { Drawer } from '@cuadre/ui/overlay'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface Values {
  personaId: string
  suplenteId: string
  desde: string
  hasta: string
}
const EMPTY: Values = { personaId: '', suplenteId: '', desde: '', hasta: '' }
const people = async (search: string) =>
  (await call(listUsers, { query: { limit: 20, activo: true, ...(search.trim() && { search: search.trim() }) } })).data.map(
    ({ id, NOMBRE, USUARIO }) => ({
      value: String(id),
      label: NOMBRE,
      hint: USUARIO,
    }),
  )

/** Who is away, and who hears of alerts in their place. */
export function AbsencesDrawer({ write, onClose }: { write: boolean; onClose: () => void }) {
  const { t } = useTranslation('parameters')
  const client = useQueryClient()
  const [round, setRound] = useState(0)
  const found = useQuery(query(listAbsences))
  const failure = failureOf(found)
  const form = useForm<Values>({ defaultValues: EMPTY })
  const refresh = () => client.invalidateQueries({ queryKey: ['alerts'] })
  const remove = useMutation({
    mutationFn: (id: number) => call(deleteAbsence, { params: { id } }),
    onSuccess: refresh,
    onError: (error) => notify.danger(sentenceOf(error, t('alert.notSaved'))),
  })
  return (
    <Drawer open onClose={onClose} title={t('absence.title')} size="wide">
      <p className="small muted">{t('absence.note')}</p>
      {failure && <ErrorState {...failure} />}
      {found.data?.length === 0 && <EmptyState title={t('absence.empty')} />}
      <ul className="alert-people">
        {found.data?.map((absence) => (
          <li key={absence.id}>
            <span className="grow">
              <span className="medium">{absence.persona.NOMBRE}</span>
              <span className="xsmall muted">
                <DateText value={absence.desde} /> – <DateText value={absence.hasta} /> ·{' '}
                {t('absence.to', { who: absence.suplente.NOMBRE })}
              </span>
            </span>
            {write && (
              <button
                type="button"
                className="link small"
                onClick={() => remove.mutate(absence.id)}
                aria-label={`${t('absence.remove')} ${absence.persona.NOMBRE}`}
              >
                {t('absence.remove')}
              </button>
            )}
          </li>
        ))}
      </ul>
      {write && (
        <Form
          key={round}
          form={form}
          submit={t('absence.add')}
          onSubmit={async ({ personaId, suplenteId, desde, hasta }) => {
            await call(createAbsence, { body: { personaId: Number(personaId), suplenteId: Number(suplenteId), desde, hasta } })
            await refresh()
            notify.success(t('absence.added'))
            setTimeout(() => {
              form.reset(EMPTY)
              setRound((n) => n + 1)
            })
          }}
        >
          <div className="fields">
            <ComboField name="personaId" label={t('absence.who')} options={people} wide />
            <ComboField name="suplenteId" label={t('absence.substitute')} options={people} wide />
            <DateField name="desde" label={t('absence.from')} />
            <DateField name="hasta" label={t('absence.until')} />
          </div>
        </Form>
      )}
    </Drawer>
  )
}
