import { setControlTotal } from '@cuadre/api/balance'
import { call, sentenceOf, useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { Button, Delta, formatMoney, Money, notify, useLocale } from '@cuadre/ui'
import { parseMoney } from '@cuadre/ui/forms'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { differenceOf } from '../shared/cents.ts'
import { useCounted } from '../shared/counted.ts'
import { currentLoad, type Load, useKeepLoad } from './loads.ts'

type Complete = NonNullable<NonNullable<Load['preview']>['completitud']>

/** The total that the file states or a person knows, what was read, and what will be stored, side by side. */
export function ControlTotals({ load, of: { control, guardado } }: { load: Load; of: Complete }) {
  const { t } = useTranslation('accounts-analysis')
  const counted = useCounted()
  const lines = [
    ...(control.archivo
      ? [{ key: 'file', name: t('balance.control.file', { row: control.archivo.fila }), value: control.archivo.valor }]
      : []),
    ...(load.TOTAL_CONTROL ? [{ key: 'typed', name: t('balance.control.typed'), value: load.TOTAL_CONTROL }] : []),
  ]
  const locale = useLocale()
  return (
    <div className="table-frame load-sums" style={{ marginBlockStart: 10 }}>
      <table className="table" aria-label={t('balance.control.title')}>
        <thead>
          <tr>
            <th scope="col">{t('balance.control.title')}</th>
            <th scope="col" className="end">
              {t('balance.control.amount')}
            </th>
            <th scope="col" className="end">
              {t('balance.control.difference')}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td className="wrap">
              {t('balance.control.read')}{' '}
              {!isZero(control.rechazado) && (
                <span className="xsmall muted">{t('balance.control.refused', { amount: formatMoney(control.rechazado, locale) })} </span>
              )}
              {control.ilegibles > 0 && (
                <span className="xsmall state-rechazado">{t('balance.control.unreadable', counted(control.ilegibles))}</span>
              )}
            </td>
            <td className="num">
              <Money value={control.leido} />
            </td>
            <td />
          </tr>
          {lines.map(({ key, name, value }) => (
            <tr key={key}>
              <td className="wrap">{name}</td>
              <td className="num">
                <Money value={value} />
              </td>
              <td className="num">
                {isZero(differenceOf(control.leido, value)) ? (
                  <span className="state-aprobado">{t('balance.control.equal')}</span>
                ) : (
                  <Delta value={differenceOf(control.leido, value)} />
                )}
              </td>
            </tr>
          ))}
          {guardado.map(({ MONEDA, aplicado, conserva, guardado }) => (
            <tr key={MONEDA}>
              <td className="wrap">
                <b className="strong">{t('balance.control.stored', { currency: MONEDA })}</b>{' '}
                {!isZero(conserva) && (
                  <span className="xsmall muted">
                    {t('balance.control.kept', { applied: formatMoney(aplicado, locale), kept: formatMoney(conserva, locale) })}
                  </span>
                )}
              </td>
              <td className="num medium">
                <Money value={guardado} />
              </td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      {load.ESTADO === 'revision' && <TypeIt load={load} />}
    </div>
  )
}

/** The control figure of whoever sent the file. */
function TypeIt({ load }: { load: Load }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const id = useId()
  const keep = useKeepLoad()
  const [text, setText] = useState(load.TOTAL_CONTROL ? formatMoney(load.TOTAL_CONTROL, locale) : '')
  const [wrong, setWrong] = useState(false)
  const save = useMutation({
    mutationFn: (TOTAL_CONTROL: string | null) => call(setControlTotal, { params: { id: load.COD_CARGA }, body: { TOTAL_CONTROL } }),
    onSuccess: keep,
    onError: async (error) => {
      const current = currentLoad(error, load.COD_CARGA)
      if (current) await keep(current)
      notify.danger(t('balance.control.notKept'), { description: sentenceOf(error, t('balance.offline')) })
    },
  })
  const press = () => {
    if (text.trim() === '') return save.mutate(null)
    const amount = parseMoney(text, locale)
    const fits = amount !== undefined && /^-?\d{1,18}(\.\d{1,2})?$/.test(amount)
    setWrong(!fits)
    if (fits) save.mutate(amount)
  }
  return (
    <form
      className="row load-control"
      onSubmit={(event) => {
        event.preventDefault()
        press()
      }}
    >
      <label className="small" htmlFor={id}>
        {t('balance.control.label')}
      </label>
      <input
        id={id}
        className="input num"
        inputMode="decimal"
        value={text}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? `${id}-error` : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <Button size="sm" type="submit" busy={save.isPending}>
        {t('balance.control.compare')}
      </Button>
      {wrong && (
        <span className="error" id={`${id}-error`} role="alert">
          {t('balance.control.wrong')}
        </span>
      )}
    </form>
  )
}
