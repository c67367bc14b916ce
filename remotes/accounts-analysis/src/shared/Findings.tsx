import type { AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { formatMonth, LightGlyph, Money, StateGlyph, useLocale } from '@cuadre/ui'
import './record.css'

type Found = AnalysisDetail['COMPROBACIONES'][number]

const Glyph = ({ codigo, resultado, critical }: Found & { critical: boolean }) => {
  if (codigo === 'movimiento_material') return <StateGlyph state={critical ? 'critica' : 'material'} />
  if (resultado === 'ok') return <StateGlyph state="aprobado" />
  return resultado === 'bloquea' ? <StateGlyph state="critica" /> : <LightGlyph light="atencion" size={14} />
}

/** Of the explanation alone: its author can still do something about them. */
const MARKS = ['comentario_copiado', 'sin_monto_ni_causa', 'signo_contrario']
export const marksIn = (findings: readonly Found[]) => findings.filter(({ codigo }) => MARKS.includes(codigo))
/** The others, where those of the explanation stand under it. */
export const checksIn = (findings: readonly Found[]) => findings.filter(({ codigo }) => !MARKS.includes(codigo))

/** What the machine looked at before the approver does; `critical`: of an analysis that is. */
export function Findings({ findings, critical = false }: { findings: readonly Found[]; critical?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  if (findings.length === 0) return <p className="small muted">{t('shared.noFindings')}</p>
  return (
    <ul className="findings">
      {findings.map((found) => (
        <li key={found.codigo}>
          <Glyph {...found} critical={critical} />
          <div>
            <span className="sr-only">{t(`shared.result.${found.resultado}`)}: </span>
            {found.codigo === 'comentario_copiado' && found.detalle
              ? t('shared.copiedFrom', { month: formatMonth(found.detalle, locale) })
              : t(critical && found.codigo === 'movimiento_material' ? 'shared.criticalMovement' : `shared.finding.${found.codigo}`)}
            {found.codigo === 'signo_contrario' && found.detalle && (
              <>
                {' '}
                <q className="muted">{found.detalle}</q>
              </>
            )}
            {found.monto !== null && (
              <div className="xsmall muted">
                <Money value={found.monto} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}
