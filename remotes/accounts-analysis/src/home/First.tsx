import type { ItemAnalysis } from '@cuadre/api/home'
import { useTranslation } from '@cuadre/shell'
import { isZero } from '@cuadre/tables/format/cents'
import { EmptyState, Marks, Money, Section, TextLink } from '@cuadre/ui'
import { review as reviewPage } from '../area.ts'
import { Brief } from '../shared/Brief.tsx'
import { marksOf } from '../shared/state.ts'

/** What waits, the riskiest first; each leads into the review, at itself. */
export function First({ items, period, empty }: { items: readonly ItemAnalysis[]; period: number; empty: string }) {
  const { t } = useTranslation('accounts-analysis')
  return (
    <Section
      title={t('home.first')}
      end={
        items.length > 0 && (
          <TextLink href={reviewPage.link({ periodo: period })} className="link small">
            {t('home.all')}
          </TextLink>
        )
      }
    >
      {items.length === 0 ? (
        <EmptyState title={t('home.none')}>{empty}</EmptyState>
      ) : (
        <ul>
          {items.map((item) => (
            <li key={item.COD_ANALISIS}>
              <Brief
                item={item}
                group={item.GRUPO ? { NOMBRE: item.GRUPO, CUENTAS: item.PESO, VALOR_BALANCE: item.VALOR_BALANCE } : undefined}
                to={reviewPage.link({
                  periodo: item.COD_PERIODO,
                  ...(item.AGRUPADO_ID === null ? { analisis: item.COD_ANALISIS } : { grupo: item.AGRUPADO_ID }),
                })}
                end={
                  <span className="row">
                    {isZero(item.VARIACION) ? (
                      t('home.noDifference')
                    ) : (
                      <span>
                        {t('home.dif')} <Money value={item.VARIACION} />
                      </span>
                    )}
                    <Marks {...marksOf(item)} />
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
