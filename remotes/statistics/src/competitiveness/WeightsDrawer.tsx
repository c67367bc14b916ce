import { COMPONENTS, updateRankingNames, updateWeights } from '@cuadre/api/statistics'
import { call, Failure, useTranslation } from '@cuadre/shell'
import { Button, Note, notify } from '@cuadre/ui'
import { Drawer } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Weights } from './ranking.ts'

type Props = {
  weights: Weights
  saved: Weights
  /** Whether heads of department see numbers in place of the names of others. */
  anonymous: boolean
  onChange: (weights: Weights) => void
  onClose: () => void
}

/** Five weights that make a hundred; the ranking behind moves with them before they are saved. */
export function WeightsDrawer({ weights, saved, anonymous, onChange, onClose }: Props) {
  const { t } = useTranslation('statistics')
  const client = useQueryClient()
  const [saving, setSaving] = useState(false)
  /** What was set when the drawer was opened: what somebody else sets meanwhile is not written over unseen. */
  const [seen, setSeen] = useState(saved)
  const sum = Math.round(COMPONENTS.reduce((all, name) => all + weights[name], 0) * 100) / 100
  const same = COMPONENTS.every((name) => weights[name] === saved[name])
  const save = async () => {
    setSaving(true)
    try {
      await call(updateWeights, { body: { ...weights, visto: seen } })
      await client.invalidateQueries({ queryKey: ['statistics'] })
      notify.success(t('competitiveness.weightsSaved'))
      onClose()
    } catch (error) {
      if (error instanceof Failure && error.code === 'setting_moved') {
        // The contract says what a `current` of this call is.
        setSeen(error.current as Weights)
        await client.invalidateQueries({ queryKey: ['statistics'] })
      }
      notify.danger(t('competitiveness.weightsNotSaved'), {
        description: error instanceof Failure ? error.message || undefined : undefined,
      })
      setSaving(false)
    }
  }
  const keepNames = async (anonimo: boolean) => {
    try {
      await call(updateRankingNames, { body: { anonimo } })
      await client.invalidateQueries({ queryKey: ['statistics'] })
      notify.success(t(anonimo ? 'competitiveness.anonymousNow' : 'competitiveness.namedNow'))
    } catch (error) {
      notify.danger(t('competitiveness.namesNotSaved'), { description: error instanceof Failure ? error.message || undefined : undefined })
    }
  }
  return (
    <Drawer
      open
      modeless
      unsaved={!same && !saving}
      title={t('competitiveness.weights')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('indicators.discard')}</Button>
          <Button variant="solid" busy={saving} disabled={sum !== 100 || same} onClick={save}>
            {t('competitiveness.saveWeights')}
          </Button>
        </>
      }
    >
      {COMPONENTS.map((name) => (
        <label key={name} className="rank-weight">
          <span>{t(`competitiveness.components.${name}`)}</span>
          <input
            className="input num"
            type="number"
            min={0}
            max={100}
            step={1}
            value={weights[name]}
            onChange={(event) => onChange({ ...weights, [name]: Math.min(100, Math.max(0, Number(event.target.value) || 0)) })}
          />
        </label>
      ))}
      {sum === 100 ? (
        <p className="small muted">{t('competitiveness.live')}</p>
      ) : (
        <Note kind="warning">{t('competitiveness.sum', { sum })}</Note>
      )}
      <div className="rank-names">
        <label className="check-line">
          <input type="checkbox" className="checkbox" checked={anonymous} onChange={() => void keepNames(!anonymous)} />{' '}
          {t('competitiveness.anonymous')}
        </label>
        <p className="small muted">{t('competitiveness.anonymousHint')}</p>
      </div>
    </Drawer>
  )
}
