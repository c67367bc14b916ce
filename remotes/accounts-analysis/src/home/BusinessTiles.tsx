import { getBusinessImage } from '@cuadre/api/business'
import { dashboardBusinesses } from '@cuadre/api/dashboard'
import type { Answer } from '@cuadre/api/endpoint'
import { query, useTranslation } from '@cuadre/shell'
import { Button, ErrorState, formatCount, ImageTile, LIGHT, Progress, Section, TextLink, TrafficLight, useLocale } from '@cuadre/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFigureLink } from '../shared/figureLink.ts'
import { useSentence } from '../shared/useSentence.ts'
import './tiles.css'

type Tile = Answer<typeof dashboardBusinesses>['data'][number]
/** As many as fill a screen; the rest on demand. */
const FIRST = 12

/** The businesses in scope with their image: how much of the month is completed, and what is late. One business needs no tile. */
export function BusinessTiles() {
  const { t } = useTranslation('accounts-analysis')
  const sentence = useSentence()
  const [all, setAll] = useState(false)
  const found = useQuery(query(dashboardBusinesses, {}))
  const tiles = found.data?.data ?? []
  const link = useFigureLink(found.data?.period?.COD_PERIODO ?? 0)
  if (found.error && !found.data)
    return (
      <div className="page home-tiles">
        <Section title={t('home.tiles.title')}>
          <ErrorState onRetry={() => void found.refetch()}>{sentence(found.error)}</ErrorState>
        </Section>
      </div>
    )
  if (tiles.length < 2) return null
  // What is late first, then in the order of the server, by name.
  const ordered = tiles.toSorted((a, b) => b.vencidos - a.vencidos)
  return (
    <div className="page home-tiles">
      <Section title={t('home.tiles.title')} count={tiles.length}>
        <ul className="tiles">
          {(all ? ordered : ordered.slice(0, FIRST)).map((tile) => (
            <BusinessTile key={tile.ID_NEGOCIO} tile={tile} to={link({ negocioId: tile.ID_NEGOCIO })} />
          ))}
        </ul>
        {!all && tiles.length > FIRST && <Button onClick={() => setAll(true)}>{t('home.tiles.all', { count: tiles.length })}</Button>}
      </Section>
    </div>
  )
}

function BusinessTile({ tile, to }: { tile: Tile; to: string | undefined }) {
  const { t } = useTranslation('accounts-analysis')
  const locale = useLocale()
  const { ID_NEGOCIO, NEGOCIO, PAIS, RUTA_IMAGEN, items, completitud, vencidos, semaforo } = tile
  const image = useQuery({
    ...query(getBusinessImage, { params: { id: ID_NEGOCIO } }),
    // Its address is new with every image.
    queryKey: ['business-image', RUTA_IMAGEN],
    enabled: RUTA_IMAGEN !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 1,
  })
  const count = (n: number) => formatCount(n, locale)
  const done = completitud.completado + completitud.completadoTarde
  return (
    <li className="tile">
      <ImageTile name={NEGOCIO} image={image.data} failed={image.isError} large />
      <div className="grow ellipsis">
        <p className="ellipsis medium" title={NEGOCIO}>
          {to ? <TextLink href={to}>{NEGOCIO}</TextLink> : NEGOCIO}
        </p>
        <p className="row xsmall muted">
          <span className="grow ellipsis">
            {PAIS}
            {vencidos > 0 && <> · {t('home.tiles.late', { count: vencidos, n: count(vencidos) })}</>}
          </span>
          <TrafficLight light={semaforo ? LIGHT[semaforo] : undefined} />
        </p>
        <Progress
          label={<span className="xsmall muted">{t('home.tiles.done')}</span>}
          value={done}
          max={items}
          detail={<span className="xsmall">{t('home.tiles.of', { n: count(done), total: count(items) })}</span>}
        />
      </div>
    </li>
  )
}
