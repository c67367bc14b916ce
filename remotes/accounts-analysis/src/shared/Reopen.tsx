import { type Analysis, getAnalysis, reopenAnalysis, STATE } from '@cuadre/api/analysis'
import { getGroup, reopenGroup } from '@cuadre/api/group'
import { call, Unknown, useTranslation, whatBecame } from '@cuadre/shell'
import { Button, notify } from '@cuadre/ui'
import { DecisionDialog } from '@cuadre/ui/overlay'
import { useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Choice } from './Choice.tsx'
import { useSentence } from './useSentence.ts'

const LEVELS = ['analista', 'jefatura', 'control'] as const
type Level = (typeof LEVELS)[number]

interface Props {
  of: { kind: 'individual' | 'agrupado'; id: number; name: string; REVISION: number }
}

/** Opens again what is approved for good, for whoever is to act next, with the reason for it. */
export function Reopen({ of: { kind, id, name, REVISION } }: Props) {
  const { t } = useTranslation('accounts-analysis')
  const client = useQueryClient()
  const sentence = useSentence()
  const [asking, setAsking] = useState(false)
  const [nivel, setNivel] = useState<Level>('analista')
  const reopen = async (motivo: string) => {
    const body = { motivo, nivel, REVISION }
    try {
      const [reopens, reads] = kind === 'agrupado' ? ([reopenGroup, getGroup] as const) : ([reopenAnalysis, getAnalysis] as const)
      const params = { id }
      await call(reopens, { params, body }).catch((error: unknown) =>
        whatBecame<Pick<Analysis, 'ESTADO_PRINCIPAL_ID'>>(
          error,
          (signal) => call(reads, { params }, { signal }),
          (now) => now.ESTADO_PRINCIPAL_ID !== STATE.aprobado,
        ),
      )
      notify.success(t('shared.reopen.done', { name }))
    } catch (error) {
      notify.danger(error instanceof Unknown ? t('shared.notKnown') : t('shared.reopen.failed', { name }), { description: sentence(error) })
      throw error
    } finally {
      for (const noun of ['analysis', 'analysis-metadata', 'dashboard']) void client.invalidateQueries({ queryKey: [noun] })
    }
  }
  return (
    <>
      <Button size="sm" icon={<RotateCcw aria-hidden />} onClick={() => setAsking(true)}>
        {t('shared.reopen.do')}
      </Button>
      <DecisionDialog
        decision="reject"
        open={asking}
        onClose={() => setAsking(false)}
        title={t('shared.reopen.title', { name })}
        confirm={t('shared.reopen.do')}
        label={t('shared.reopen.reason')}
        max={500}
        before={
          <Choice
            label={t('shared.reopen.to')}
            value={nivel}
            onChange={(value) => setNivel(LEVELS.find((level) => level === value) ?? 'analista')}
            options={LEVELS.map((value) => ({ value, label: t(`shared.reopen.level.${value}`) }))}
          />
        }
        onDecide={reopen}
      >
        {t('shared.reopen.hint')}
      </DecisionDialog>
    </>
  )
}
