import type { Answer } from '@cuadre/api/endpoint'
import type { dashboardControl } from '@cuadre/api/home'
import { FIGURE_LIST } from '@cuadre/api/item'
import { useTranslation } from '@cuadre/shell'
import { isZero, sumsByCurrency } from '@cuadre/tables/format/cents'
import { Money, TextLink } from '@cuadre/ui'
import { TreeCell, type TreeNode, unitOf, useRoomy, useTree } from '@cuadre/ui/data'
import { useCallback, useMemo } from 'react'
import { type FigureQuery, useFigureLink } from '../shared/figureLink.ts'
import { Figure } from './Figure.tsx'
import { ReviewLink } from './ReviewLink.tsx'
import { type Extra, TurnTable } from './TurnTable.tsx'

type Work = Answer<typeof dashboardControl>
type Figures = Omit<Work['porNegocio'][number], 'ID_NEGOCIO' | 'NEGOCIO'>
type Amounts = Figures['sinExplicar']
type Place = Figures & { key: string; name: string | null; business: number; subManagement?: number | null; inside: readonly Place[] }
type Row = Place & { node: TreeNode<Place> }

/** Pixels of the window from which amounts of two kinds stand beside each other. */
const ROOM = 1680

/** Businesses, each with its sub-managements where it has several. */
const placesOf = ({ porNegocio, porSubgerencia }: Work): Place[] =>
  porNegocio.map(({ ID_NEGOCIO, NEGOCIO, ...figures }) => {
    const inside = porSubgerencia
      .filter((row) => row.ID_NEGOCIO === ID_NEGOCIO)
      .map(({ ID_NEGOCIO: business, COD_SUB_GERENCIA, SUB_GERENCIA, ...rest }) => ({
        ...rest,
        key: `${business}/${COD_SUB_GERENCIA}`,
        name: SUB_GERENCIA,
        business,
        subManagement: COD_SUB_GERENCIA,
        inside: [],
      }))
    return { ...figures, key: String(ID_NEGOCIO), name: NEGOCIO, business: ID_NEGOCIO, inside: inside.length > 1 ? inside : [] }
  })
const insideOf = ({ inside }: Place) => inside
const keyOf = ({ key }: Place) => key
const whereOf = ({ business, subManagement }: Place): FigureQuery | undefined =>
  subManagement === undefined
    ? { negocioId: business }
    : subManagement === null
      ? undefined
      : { negocioId: business, subgerenciaId: subManagement }

/** Business ▸ sub-management: whose turn it is, how long control takes, what was reopened, what nobody has supported and what nobody has explained. */
export function Places({ work, periodId }: { work: Work; periodId: number }) {
  const { t } = useTranslation('accounts-analysis')
  const link = useFigureLink(periodId)
  const roomy = useRoomy(ROOM)
  const places = useMemo(() => placesOf(work), [work])
  const { nodes, toggle } = useTree(places, insideOf, keyOf, 0)
  const rows = useMemo(() => nodes.map((node): Row => ({ ...node.row, node })), [nodes])
  const currency = unitOf(
    work.porNegocio.flatMap(({ sinSustentar, sinExplicar }) => [...sinSustentar, ...sinExplicar].map(({ MONEDA }) => MONEDA)),
  )
  const some = places.some(({ inside }) => inside.length > 0)
  const name = useCallback(
    ({ node, name, business, subManagement }: Row) => {
      const text =
        subManagement === undefined ? (
          <ReviewLink of={{ periodo: periodId, negocio: business }}>{name}</ReviewLink>
        ) : subManagement === null ? (
          (name ?? t('home.noSubManagement'))
        ) : (
          <ReviewLink of={{ periodo: periodId, negocio: business, subgerencia: subManagement }}>{name}</ReviewLink>
        )
      return some ? (
        <TreeCell node={node} onToggle={toggle}>
          {text}
        </TreeCell>
      ) : (
        text
      )
    },
    [t, some, toggle, periodId],
  )
  const extras = useMemo<Extra<Row>[]>(
    () => [
      {
        id: 'dias',
        header: t('home.days'),
        unit: t('home.workingDays'),
        cell: ({ diasControl }) => <Money value={diasControl} decimals={1} />,
      },
      {
        id: 'reaperturas',
        header: t('home.reopenings'),
        cell: ({ reaperturas }, where) => <Figure count={reaperturas} to={where && link({ ...where, reabiertos: true })} />,
        total: <Figure count={work.porNegocio.reduce((sum, row) => sum + row.reaperturas, 0)} to={link({ reabiertos: true })} />,
      },
      ...(roomy
        ? [
            {
              id: 'sinSustentar',
              header: t('home.unsupported'),
              unit: currency,
              cell: ({ sinSustentar }: Row, where: FigureQuery | undefined) => (
                <ByCurrency amounts={sinSustentar} named={!currency} to={where && link({ ...where, ...FIGURE_LIST.sinEnviar })} />
              ),
              total: (
                <ByCurrency
                  amounts={sumsByCurrency(work.porNegocio.flatMap((row) => row.sinSustentar))}
                  named={!currency}
                  to={link(FIGURE_LIST.sinEnviar)}
                />
              ),
            },
          ]
        : []),
      {
        id: 'sinExplicar',
        header: t('home.unexplained'),
        unit: currency,
        cell: ({ sinExplicar }, where) => (
          <ByCurrency amounts={sinExplicar} named={!currency} to={where && link({ ...where, sinExplicar: true })} />
        ),
        total: (
          <ByCurrency
            amounts={sumsByCurrency(work.porNegocio.flatMap((row) => row.sinExplicar))}
            named={!currency}
            to={link({ sinExplicar: true })}
          />
        ),
      },
    ],
    [t, link, work, currency, roomy],
  )
  return (
    <TurnTable
      title={t(some ? 'home.byBusinessAndSub' : 'home.byBusiness')}
      header={t('home.business')}
      level="control"
      periodId={periodId}
      count={places.length}
      rows={rows}
      rowKey={keyOf}
      name={name}
      where={whereOf}
      total={work}
      extras={extras}
    />
  )
}

/** One figure a currency, never added. */
function ByCurrency({ amounts, named, to }: { amounts: Amounts; named: boolean; to: string | undefined }) {
  const open = amounts.filter(({ monto }) => !isZero(monto))
  const shown = open.length > 0 ? open : amounts.slice(0, 1)
  const figures = (
    <span className="home-amounts">
      {shown.map(({ MONEDA, monto }) => (
        <Money key={MONEDA} value={monto} currency={named ? MONEDA : undefined} />
      ))}
    </span>
  )
  if (shown.length === 0) return <Money value={null} />
  return open.length > 0 && to ? (
    <TextLink href={to} className="figure-link">
      {figures}
    </TextLink>
  ) : (
    figures
  )
}
