import type { AnalysisDetail } from '@cuadre/api/analysis'
import { askExtension, listExtensions } from '@cuadre/api/extension'
import { call, Failure, query, useTranslation } from '@cuadre/shell'
import { Button, DateText, dayAt, notify, sameTimeOn } from '@cuadre/ui'
import { DateField, Form, TextArea, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** More time for an analysis, or through one of its members for a group: asked for where its deadline stands, and what became of it. */
export function Extension({
  of: { COD_ANALISIS: id, VENCE_ANALISTA: due },
  grouped = false,
}: {
  of: Pick<AnalysisDetail, 'COD_ANALISIS' | 'VENCE_ANALISTA'>
  grouped?: boolean
}) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const found = useQuery(query(listExtensions, { query: { analysisId: id } }))
  const last = found.data?.data[0]
  const form = useForm({ defaultValues: { day: '', motivo: '' } })
  const ask = async ({ day, motivo }: { day: string; motivo: string }) => {
    // The hour of the deadline stays: only the day is another one.
    const nuevaFecha = sameTimeOn(day, new Date(due)).toISOString()
    try {
      await call(askExtension, { body: { itemIds: [id], nuevaFecha, motivo } })
    } catch (error) {
      // What is wrong with the day is wrong for each account of a group: it is said once.
      const late = error instanceof Failure && error.issues.find(({ path }) => path === 'nuevaFecha')
      throw late ? { issues: [{ path: 'day', message: late.message }] } : error
    }
    notify.success(t('analyst.extension.asked'))
    form.reset()
    setAsking(false)
    void client.invalidateQueries({ queryKey: ['period'] })
  }
  return (
    <div className="figure-note">
      {last && (
        <span>
          {t(`analyst.extension.state.${last.ESTADO}`)} <DateText value={last.VENCE_NUEVO} as="due" />
          {last.COMENTARIO && `: ${last.COMENTARIO}`}{' '}
        </span>
      )}
      {last?.ESTADO !== 'pendiente' && (
        <Button size="sm" onClick={() => setAsking(true)}>
          {t('analyst.extension.ask')}
        </Button>
      )}
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={t('analyst.extension.title')}
        description={t(grouped ? 'analyst.extension.groupHint' : 'analyst.extension.hint')}
      >
        <Form form={form} submit={t('analyst.extension.do')} onSubmit={ask} onCancel={() => setAsking(false)} note="">
          <div className="fields">
            <DateField name="day" label={t('analyst.extension.day')} min={dayAt(new Date(due))} wide />
            <TextArea name="motivo" label={t('analyst.extension.reason')} minLength={10} maxLength={500} rows={3} wide />
          </div>
        </Form>
      </Dialog>
    </div>
  )
}
