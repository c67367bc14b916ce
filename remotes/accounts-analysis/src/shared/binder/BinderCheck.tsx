import { useTranslation } from '@cuadre/shell'
import { Button, DateText, formatCount, formatMonth, Note, Progress, StateGlyph, useLocale } from '@cuadre/ui'
import { type Column, DataTable, FileDrop } from '@cuadre/ui/data'
import { Drawer } from '@cuadre/ui/overlay'
import { ShieldCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Facts } from '../Facts.tsx'
import { useSentence } from '../useSentence.ts'
import { type BinderFile, type BinderVerdict, checkBinder } from './checkBinder.ts'

type T = ReturnType<typeof useTranslation>['t']
const GLYPH = {
  integro: 'aprobado',
  igual: 'aprobado',
  cambiado: 'rechazado',
  otro: 'rechazado',
  falta: 'rechazado',
  sobra: 'tarde',
} as const

/** A binder is dropped, and what Cuadre knows of it is told: its signature, its chain today, and each of its files. */
export function BinderCheck() {
  const { t } = useTranslation('accounts-analysis')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<ShieldCheck aria-hidden />} onClick={() => setOpen(true)}>
        {t('historical.check.title')}
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title={t('historical.check.title')} size="wide">
        <Check />
      </Drawer>
    </>
  )
}

type State = { name: string; done: number; of: number; verdict?: BinderVerdict; why?: string }
function Check() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const [state, setState] = useState<State>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const name = file.name
    setState({ name, done: 0, of: 1 })
    try {
      const verdict = await checkBinder(file, (done, of) => setState({ name, done, of }))
      setState({ name, done: 1, of: 1, ...(verdict ? { verdict } : { why: t('historical.check.none') }) })
    } catch (error) {
      setState({ name, done: 1, of: 1, why: sentence(error) })
    }
  }
  return (
    <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 20 }}>
      <FileDrop label={t('historical.check.drop')} hint={t('historical.check.hint')} accept=".zip" onFiles={([file]) => void take(file)} />
      {state && !state.verdict && !state.why && <Progress label={state.name} value={state.done} max={state.of} />}
      {state?.why && (
        <Note kind="danger">
          <b className="strong">{state.name}</b>: {state.why}
        </Note>
      )}
      {state?.verdict && <Verdict name={state.name} verdict={state.verdict} />}
    </div>
  )
}

function Verdict({ name, verdict: { known, files, intact } }: { name: string; verdict: BinderVerdict }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const wrong = files.filter(({ local, hoy }) => local !== 'integro' || hoy === 'otro')
  const columns = useMemo(() => columnsOf(t), [t])
  const rows = useMemo(() => [...wrong, ...files.filter((file) => !wrong.includes(file))], [files])
  return (
    <>
      <div role="status">
        <Note kind={intact ? 'success' : 'danger'}>
          <b className="strong">{t(intact ? 'historical.check.intact' : 'historical.check.broken')}</b>{' '}
          {t(`historical.check.signature.${known.firma}`)}{' '}
          {wrong.length > 0 && t('historical.check.wrong', { count: wrong.length, n: formatCount(wrong.length, locale) })}
        </Note>
      </div>
      <Facts
        facts={[
          [t('historical.check.file'), name],
          [t('historical.check.madeBy'), known.conocido ? known.hechoPor : t('historical.check.unknown')],
          [t('historical.check.madeAt'), known.hechoEn && <DateText key="m" value={known.hechoEn} as="datetime" />],
          ...known.periodos.map(({ periodo, eventos, hoy, cadena, integra }): [string, string] => [
            t('historical.check.chainOf', { month: formatMonth(periodo, locale) }),
            [
              t(`historical.check.chain.${cadena}`, {
                count: eventos,
                n: formatCount(eventos, locale),
                today: formatCount(hoy ?? 0, locale),
              }),
              cadena !== 'ajeno' && !integra ? t('historical.check.chainBroken') : '',
            ]
              .filter(Boolean)
              .join(' '),
          ]),
        ]}
      />
      <section>
        <h3 className="h3">{t('historical.check.files', { n: formatCount(files.length, locale) })}</h3>
        <DataTable label={t('historical.check.filesLabel')} columns={columns} rows={rows} rowKey={({ ruta }) => ruta} inset />
      </section>
    </>
  )
}

const columnsOf = (t: T): Column<BinderFile>[] => {
  const word = (state: keyof typeof GLYPH | null, label: string) =>
    state ? (
      <span className="row nowrap">
        <StateGlyph state={GLYPH[state]} size={14} /> {label}
      </span>
    ) : (
      <span className="faint">—</span>
    )
  return [
    {
      id: 'ruta',
      header: t('historical.check.path'),
      phone: 'title',
      cut: true,
      width: '52%',
      cell: ({ ruta }) => (
        <span className="ellipsis" title={ruta} translate="no">
          <bdi dir="ltr">{ruta}</bdi>
        </span>
      ),
    },
    {
      id: 'local',
      header: t('historical.check.inBinder'),
      phone: 'sub',
      cell: ({ local }) => word(local, t(`historical.check.local.${local}`)),
    },
    {
      id: 'hoy',
      header: t('historical.check.today'),
      phone: 'sub-end',
      cell: ({ hoy }) => word(hoy, hoy ? t(`historical.check.kept.${hoy}`) : ''),
    },
  ]
}
