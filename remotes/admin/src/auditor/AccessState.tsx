import type { Auditor } from '@cuadre/api/auditor'
import { useTranslation } from '@cuadre/shell'
import { StateGlyph } from '@cuadre/ui'

const GLYPHS = { vigente: 'aprobado', por_iniciar: 'pendiente', vencido: 'tarde', inactivo: 'por-preparar' } as const

/** What status and dates make of the access today. */
export function AccessState({ access }: { access: Auditor['ACCESO'] }) {
  const { t } = useTranslation('admin')
  return (
    <span className="row">
      <StateGlyph state={GLYPHS[access]} />
      {t(`auditor.access.${access}`)}
    </span>
  )
}
