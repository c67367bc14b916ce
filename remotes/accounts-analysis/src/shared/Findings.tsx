import type { AnalysisDetail } from '@cuadre/api/analysis'
import { useTranslation } from '@cuadre/shell'
import { LightGlyph, Money, StateGlyph } from '@cuadre/ui'

type Found = AnalysisDetail['COMPROBACIONES'][number]

const Glyph = ({ codigo, resultado }: Found) => {
  if (codigo === 'movimiento_material') return <StateGlyph state="material" />
  if (resultado === 'ok') return <StateGlyph state="aprobado" />
  return resultado === 'bloquea' ? <StateGlyph state="critica" /> : <LightGlyph light="atencion" size={14} />
}

/** What the machine looked at before the approver does. */
export function Findings({ findings }: { findings: readonly Found[] }) {
  const { t } = useTranslation('accounts-analysis')
  if (findings.length === 0) return <p className="small muted">{t('shared.noFindings')}</p>
  return (
    <ul className="findings">
      {findings.map((found) => (
        <li key={found.codigo}>
          <Glyph {...found} />
          <div>
            <span className="sr-only">{t(`shared.result.${found.resultado}`)}: </span>
            {t(`shared.finding.${found.codigo}`)}
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
