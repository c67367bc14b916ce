import { listPeriods } from '@cuadre/api/period'
import { setTieOutFigure, type TieOutResult, tieOutResults } from '@cuadre/api/tie-out'
import { call, failureOf, query, useCan, useSearchParams, useTranslation } from '@cuadre/shell'
import { Button, EmptyState, ErrorState, formatMonth, InlineSelect, Money, notify, Skeleton, useLocale } from '@cuadre/ui'
import { Form, MoneyField, useForm } from '@cuadre/ui/forms'
import { Dialog } from '@cuadre/ui/overlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useWhy } from '../../shared/useWhy.ts'
import { ResultTable } from './ResultTable.tsx'

/** What the rules say of a period: what does not tie out first. Control figures are typed in here. */
export function Results() {
  const { t } = useTranslation('admin')
  const locale = useLocale()
  const write = useCan()('admin.period.write')
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<string>()
  const [typing, setTyping] = useState<TieOutResult>()
  const periods = useQuery(query(listPeriods, { query: { limit: 24 } }))
  const list = periods.data?.data ?? []
  const period =
    list.find(({ PERIODO }) => PERIODO === chosen) ??
    list.find(({ COD_PERIODO }) => String(COD_PERIODO) === params.get('periodId')) ??
    list[0]
  const name = period?.PERIODO ?? ''
  const asked = query(tieOutResults, { query: { PERIODO: name } })
  const found = useQuery({ ...asked, enabled: period !== undefined, staleTime: 0 })
  const failure = failureOf(found)
  const closed = period?.ESTADO.ID === 3
  return (
    <section aria-label={t('tieOut.views.results')}>
      <div className="section-head">
        <h2 className="h2">{t('tieOut.resultsOf')}</h2>
        <InlineSelect
          label={t('period.name')}
          value={name}
          options={list.map(({ PERIODO }) => ({ value: PERIODO, label: formatMonth(PERIODO, locale) }))}
          onChange={setChosen}
        />
      </div>
      {failure && <ErrorState {...failure} />}
      {!found.data && !failure && <Skeleton />}
      {found.data?.length === 0 && <EmptyState icon={<Scale aria-hidden />} title={t('tieOut.noResults')} />}
      {found.data && found.data.length > 0 && (
        <ResultTable
          label={t('tieOut.views.results')}
          results={found.data}
          figure={(result) => (
            <>
              <Money value={result.DERECHA} currency={result.MONEDA} />{' '}
              {write && !closed && (
                <button
                  type="button"
                  className="link small"
                  aria-label={t('tieOut.figureOf', { rule: result.NOMBRE, business: result.NEGOCIO })}
                  onClick={() => setTyping(result)}
                >
                  {t(result.DERECHA === null ? 'tieOut.typeFigure' : 'tieOut.changeFigure')}
                </button>
              )}
            </>
          )}
        />
      )}
      {typing && <FigureDialog result={typing} period={name} onClose={() => setTyping(undefined)} />}
    </section>
  )
}

function FigureDialog({ result, period, onClose }: { result: TieOutResult; period: string; onClose: () => void }) {
  const { t } = useTranslation('admin')
  const why = useWhy()
  const client = useQueryClient()
  const form = useForm({ defaultValues: { MONTO: result.DERECHA ?? '' } })
  const { ID_REGLA, ID_NEGOCIO, NEGOCIO, NOMBRE, MONEDA } = result
  const save = async (MONTO: string | null) => {
    const now = await call(setTieOutFigure, { body: { ID_REGLA, ID_NEGOCIO, PERIODO: period, MONTO } })
    notify.success(t('tieOut.figureSaved', { business: NEGOCIO }))
    setTimeout(() => {
      client.setQueryData(query(tieOutResults, { query: { PERIODO: period } }).queryKey, now)
      void client.invalidateQueries({ queryKey: ['period'] })
      onClose()
    })
  }
  const remove = () => save(null).catch((error) => notify.danger(why(error, t('period.closeFailed'))))
  return (
    <Dialog open onClose={onClose} title={t('tieOut.figureOf', { rule: NOMBRE, business: NEGOCIO })}>
      <Form form={form} submit={t('actions.save')} onCancel={onClose} onSubmit={({ MONTO }) => save(MONTO)}>
        <MoneyField name="MONTO" label={t('tieOut.figure')} currency={MONEDA} help={t('tieOut.figureHint')} />
        {result.DERECHA !== null && (
          <Button size="sm" variant="danger" onClick={() => void remove()}>
            {t('tieOut.removeFigure')}
          </Button>
        )}
      </Form>
    </Dialog>
  )
}
