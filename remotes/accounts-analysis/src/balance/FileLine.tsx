import { useTranslation } from '@cuadre/shell'
import { FileName, formatBytes, formatDate, formatMonth, formatTime, TextLink, useLocale } from '@cuadre/ui'
import { FileSpreadsheet } from 'lucide-react'
import { load as loadPage } from '../area.ts'
import { useCounted } from '../shared/counted.ts'
import { downloadOriginal, type Load } from './loads.ts'

/** The file that is being looked at: what it is, what was read in it, and its fingerprint. */
export function FileLine({ load, replace }: { load: Load; replace?: boolean }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const counted = useCounted()
  const { layout, mapping, preview } = load
  const sheet = mapping?.sheet
  const facts = [
    formatMonth(load.PERIODO, locale),
    formatBytes(load.TAMANO, locale),
    ...(layout && sheet && layout.kind !== 'csv' ? [t('balance.sheetOf', { sheet, total: layout.sheets.length })] : []),
    ...(preview ? [t('balance.rows', counted(preview.filas))] : []),
    ...(preview && mapping?.unidad && mapping.unidad !== 1 ? [t(`balance.inUnit.${mapping.unidad}`)] : []),
    ...(preview && preview.omitidas > 0 ? [t('balance.omitted', counted(preview.omitidas))] : []),
    `SHA-256 ${load.SHA256.slice(0, 4)}…${load.SHA256.slice(-4)}`,
    t('balance.readAt', { day: formatDate(load.CARGADO_EN, locale), time: formatTime(load.CARGADO_EN, locale), by: load.CARGADO_POR }),
  ]
  return (
    <section className="file-line" aria-label={t('balance.loads.file')}>
      <span className="file-tile" aria-hidden>
        <FileSpreadsheet />
      </span>
      <div className="grow">
        <div className="medium ellipsis">
          <FileName>{load.ARCHIVO}</FileName>
        </div>
        <div className="xsmall muted" title={load.SHA256}>
          {facts.map((fact, i) => (
            <span key={fact}>
              {i > 0 && ' · '}
              <bdi>{fact}</bdi>
            </span>
          ))}
        </div>
      </div>
      <div className="file-actions">
        <button type="button" className="link" onClick={() => void downloadOriginal(load, t('balance.notDownloaded'))}>
          {t('balance.download')}
        </button>
        {replace && (
          <TextLink href={loadPage.link({ periodo: load.COD_PERIODO, reemplaza: load.COD_CARGA })}>{t('balance.replace')}</TextLink>
        )}
      </div>
    </section>
  )
}
