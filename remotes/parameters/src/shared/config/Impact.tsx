import { type Config, type ConfigImpact, simulateConfig } from '@cuadre/api/config'
import { call, sentenceOf, useTranslation } from '@cuadre/shell'
import { DateText, formatCount, Note, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../../parameters.css'
import { useSettled } from '../../useSettled.ts'
import { valueText } from './kinds.ts'

interface Props {
  change: { rolId: number | null; valores: readonly { tipoId: number; valor: number | null }[] }
  /** What was typed can be asked about. */
  complete: boolean
  /** Of each parameter, with its name where there are several. */
  of: Record<number, { unidad: Config['unidad']; nombre?: string }>
}

/** Whom the value would hit at this moment; a value that cannot be says why, in the words with which saving it would be refused. */
export function Impact({ change, complete, of }: Props) {
  const { t } = useTranslation('parameters')
  const settled = useSettled(change)
  const found = useQuery({
    queryKey: ['config-enviroment', 'simular', settled],
    queryFn: ({ signal }) => call(simulateConfig, { body: { ...settled, valores: [...settled.valores] } }, { signal }),
    enabled: complete,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  })
  if (!complete) return <p className="wide muted">{t('config.impact.incomplete')}</p>
  if (found.error)
    return (
      <div className="wide">
        <Note kind="warning">{sentenceOf(found.error, t('config.impact.failed'))}</Note>
      </div>
    )
  return (
    <div className="wide" aria-live="polite" aria-busy={found.isFetching} style={{ display: 'grid', gap: 10, minBlockSize: 60 }}>
      {found.data?.map((impact) => (
        <section key={impact.tipoId} style={{ display: 'grid', gap: 10 }}>
          {of[impact.tipoId]?.nombre && <h3 className="medium">{of[impact.tipoId]?.nombre}</h3>}
          <Told impact={impact} unidad={of[impact.tipoId]?.unidad ?? 'min'} />
        </section>
      ))}
    </div>
  )
}

function Told({ impact, unidad }: { impact: ConfigImpact; unidad: Config['unidad'] }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const counted = (count: number) => ({ count, n: formatCount(count, locale) })
  const { antes, despues, personas, sesiones, contrasenas, sinFactor } = impact
  const text = (value: number) => valueText(t, locale, unidad, value)
  if (personas === 0) return <Note>{t(antes === despues ? 'config.impact.same' : 'config.impact.nobody')}</Note>
  return (
    <>
      <p>
        <span className="muted">{text(antes)} →</span> <b className="strong">{text(despues)}</b>.{' '}
        {t('config.impact.people', counted(personas))} {sesiones.abiertas > 0 && t('config.impact.open', counted(sesiones.abiertas))}
      </p>
      <Named
        title={t('config.impact.ending', counted(sesiones.total))}
        found={sesiones}
        line={({ INICIO }) => (
          <>
            {t('config.impact.since')} <DateText value={INICIO} as="datetime" />
          </>
        )}
      />
      <Named
        title={t('config.impact.expiring', counted(contrasenas.total))}
        found={contrasenas}
        line={({ VENCE }) => (
          <>
            {t('config.impact.expires')} <DateText value={VENCE} />
          </>
        )}
      />
      <Named
        title={t('config.impact.noFactor', counted(sinFactor.total))}
        found={sinFactor}
        line={({ ROLES }) => ROLES.map((role) => t(`role.${role}`)).join(', ')}
      />
    </>
  )
}

interface NamedProps<P> {
  title: string
  found: { total: number; de: readonly P[] }
  line: (one: P) => ReactNode
}

function Named<P extends { id: number; NOMBRE: string }>({ title, found, line }: NamedProps<P>) {
  const { t } = useTranslation('parameters')
  if (found.total === 0) return null
  return (
    <div>
      <Note kind="warning">{title}</Note>
      <ul className="hit-list">
        {found.de.map((one, index) => (
          // A person may have several sessions.
          <li key={index}>
            <span>{one.NOMBRE}</span> <span className="muted small">{line(one)}</span>
          </li>
        ))}
      </ul>
      {found.total > found.de.length && <p className="small muted">{t('config.impact.more', { n: found.total - found.de.length })}</p>}
    </div>
  )
}
