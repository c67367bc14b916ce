import type { Crossing, ThresholdImpact } from '@cuadre/api/threshold'
import { useTranslation } from '@cuadre/shell'
import { Button, Code, Delta, formatCount, formatShortMonth, type Locale, Section, StateBadge, type StateName, useLocale } from '@cuadre/ui'
import { type Column, DataTable } from '@cuadre/ui/data'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { useMemo, useState } from 'react'
import { isMaterial } from './impact.ts'

const STATES: Record<Crossing['ESTADO'], StateName> = {
  por_enviar: 'por-preparar',
  enviado: 'pendiente',
  revision: 'revision',
  rechazado: 'rechazado',
  aprobado: 'aprobado',
}
const isSigned = ({ ESTADO }: Crossing) => ESTADO === 'revision' || ESTADO === 'aprobado'
const SHOWN = {
  todos: () => true,
  enviados: ({ ESTADO }: Crossing) => ESTADO === 'enviado',
  firmados: isSigned,
} as const
const STEP = 25
type Shown = keyof typeof SHOWN
const keyOf = ({ COD_ANALISIS }: Crossing) => String(COD_ANALISIS)

/** Those that become, or cease to be, material or critical, by name; also those that were sent or signed. */
export function Crossings({ crossing: { total, data } }: { crossing: ThresholdImpact['cruzan'] }) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [shown, setShown] = useState<Shown>('todos')
  const [most, setMost] = useState(STEP)
  const rows = data.filter(SHOWN[shown])
  const columns = useMemo(() => columnsOf(t, locale), [t, locale])
  const options = (Object.keys(SHOWN) as Shown[]).map((value) => ({
    value,
    label: `${t(`threshold.shown.${value}`)} ${formatCount(data.filter(SHOWN[value]).length, locale)}`,
  }))
  return (
    <Section
      title={t('threshold.crossing')}
      count={formatCount(total, locale)}
      end={<SegmentedControl label={t('threshold.crossing')} value={shown} onChange={setShown} options={options} />}
    >
      <DataTable inset label={t('threshold.crossing')} columns={columns} rows={rows.slice(0, most)} rowKey={keyOf} />
      {rows.length > most && (
        <Button onClick={() => setMost(most + STEP)}>
          {t('threshold.showMore', { n: formatCount(Math.min(STEP, rows.length - most), locale) })}
        </Button>
      )}
      {total > data.length && (
        <p className="small muted">{t('threshold.firstOf', { n: formatCount(data.length, locale), total: formatCount(total, locale) })}</p>
      )}
    </Section>
  )
}

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): Column<Crossing>[] => [
  {
    id: 'CUENTA',
    header: t('threshold.account'),
    hideable: false,
    cut: true,
    phone: 'title',
    cell: (c) => (
      <>
        <Code>{c.CUENTA}</Code> <span className="muted">{c.NOMBRE_CUENTA}</span>
      </>
    ),
  },
  { id: 'NEGOCIO', header: t('threshold.business'), cell: (c) => c.NEGOCIO, phone: 'sub' },
  { id: 'PERIODO', header: t('threshold.period'), cell: (c) => formatShortMonth(c.PERIODO, locale) },
  {
    id: 'MOVIMIENTO',
    header: t('threshold.movement'),
    align: 'number',
    cell: (c) => (
      <>
        <Delta value={c.MOVIMIENTO} /> <small className="muted">{c.MONEDA}</small>
      </>
    ),
  },
  {
    id: 'CLASE',
    header: t('threshold.classHead'),
    phone: 'title-end',
    cell: (c) => (
      <bdi className="nowrap">
        <span className="muted">{t(`threshold.class.${c.DE}`)} → </span>
        {isMaterial(c.A) ? <StateBadge state={c.A === 'critica' ? 'critica' : 'material'} small /> : t(`threshold.class.${c.A}`)}
      </bdi>
    ),
  },
  { id: 'ESTADO', header: t('threshold.state'), cell: (c) => <StateBadge state={STATES[c.ESTADO]} small /> },
  { id: 'EFECTO', header: t('threshold.effect'), phone: 'sub-end', cell: (c) => <Effect of={c} /> },
]

/** What the change means for whoever works on it. */
function Effect({ of }: { of: Crossing }) {
  const { t } = useTranslation('parameters')
  if (isSigned(of)) return <span className="muted">{t('threshold.does.stays')}</span>
  const [was, is] = [isMaterial(of.DE), isMaterial(of.A)]
  const words = [
    is && !was && t(of.SIN_COMENTARIO ? 'threshold.does.sentWithout' : 'threshold.does.comment'),
    was && !is && t('threshold.does.noComment'),
    of.A === 'critica' && t('threshold.does.alone'),
    of.DE === 'critica' && t('threshold.does.inBulk'),
  ].filter((word) => typeof word === 'string')
  return words.join(' · ')
}
