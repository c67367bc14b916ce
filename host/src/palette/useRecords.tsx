import { STATE, stateOf } from '@cuadre/api/analysis'
import { type PagePath, pageLink } from '@cuadre/api/pages'
import { ROLE, roleIdNamed } from '@cuadre/api/roles'
import { type Found, searchAll } from '@cuadre/api/search'
import type { Me } from '@cuadre/api/session'
import { mayOpen, query, useMe, useTranslation } from '@cuadre/shell'
import { formatMonth, Marks, Money, StateBadge, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import type { Area } from '../federation/areas.ts'
import { roleName } from '../layout/roleName.ts'
import { type Choice, found } from './entries.ts'

const MIN_LETTERS = 2
/** What comes faster is held down, and is asked for once more when it ends; longer, and people would wait for the clock instead of the answer. */
const DELAY_MS = 20

/** The first of these pages that an area has and the person may open; undefined for none. */
const firstOpen = <const Path extends PagePath>(areas: Area[], me: Me, paths: readonly Path[]) => {
  const pages = areas.flatMap(({ data }) => Object.values(data?.pages ?? {}))
  return paths.find((path) => pages.some((page) => page.path === path && mayOpen(me, page)))
}

/**
 * What is typed, and what of it the server is asked for: a key after a rest at once, those that follow it faster than anybody types when they end.
 * Both change with the event itself, so that the question is on its way before the list is painted.
 */
export function useTyped() {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const last = useRef<{ at: number; timer?: ReturnType<typeof setTimeout> }>({ at: Number.NEGATIVE_INFINITY })
  const type = useCallback((text: string) => {
    clearTimeout(last.current.timer)
    const ask = () => setAsked(text.trim())
    const now = performance.now()
    const rested = now - last.current.at >= DELAY_MS
    last.current = rested ? { at: now } : { at: now, timer: setTimeout(ask, DELAY_MS) }
    setTyped(text)
    if (rested) ask()
  }, [])
  return { typed, asked, type }
}

/** Accounts, analyses, people, tickets and questions that the person may see, by what is asked for, from two letters on. */
export function useRecords(areas: Area[], typed: string, texto: string) {
  const asks = texto.length >= MIN_LETTERS
  const answer = useQuery({ ...query(searchAll, { query: { texto } }), enabled: asks, placeholderData: keepPreviousData })
  const choices = useChoices(areas)
  const records = asks && typed.trim().length >= MIN_LETTERS && answer.data ? choices(answer.data) : []
  return {
    // Until the answer is there, of the one before only what still fits.
    found: answer.isPlaceholderData || typed.trim() !== texto ? found(records, typed) : records,
    searching: typed.trim() !== texto || answer.isFetching,
    failed: asks && answer.isError,
  }
}

type Standing = Found['analisis'][number] | Found['grupos'][number]
const endOf = (row: Standing) => (
  <>
    {row.ESTADO_PRINCIPAL_ID !== STATE.aprobado && (
      <Marks critica={row.MATERIALIDAD === 'critica'} material={row.MATERIALIDAD === 'material'} />
    )}
    <StateBadge state={stateOf(row)} small />
    <Money value={row.VALOR_BALANCE} currency={row.MONEDA} />
  </>
)

/** What the server found as lines of the palette, each with the page of the person's role that shows it. */
function useChoices(areas: Area[]) {
  const { t } = useTranslation()
  const locale = useLocale()
  const me = useMe()
  const account = firstOpen(areas, me, ['/cuentas/:accountId/historico', '/cuentas'])
  const isAnalyst = me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.analista
  const analysis = isAnalyst ? '/home' : firstOpen(areas, me, ['/cuentas/analisis', '/cuentas/historicos'])
  // The historical records list single analyses alone.
  const group = isAnalyst ? '/home' : firstOpen(areas, me, ['/cuentas/analisis'])
  const user = firstOpen(areas, me, ['/usuarios/:userId/actualizar'])
  const received = firstOpen(areas, me, ['/ayuda/solicitudes-recibidas'])
  const own = firstOpen(areas, me, ['/ayuda/solicitudes'])
  const faq = firstOpen(areas, me, ['/faq'])
  return ({ cuentas, analisis, grupos, PERIODO, personas, tickets, preguntas }: Found): Choice[] =>
    [
      ...(account ? cuentas : []).map(({ COD_CUENTA, CUENTA, NOMBRE, NEGOCIO, MONEDA, SALDO }) => ({
        path:
          account === '/cuentas'
            ? pageLink(account, { buscar: CUENTA })
            : pageLink('/cuentas/:accountId/historico', { accountId: COD_CUENTA }),
        code: CUENTA,
        label: NOMBRE,
        detail: NEGOCIO,
        end: SALDO !== null && <Money value={SALDO} currency={MONEDA} />,
        group: t('palette.accounts'),
        icon: 'accounts',
      })),
      ...(analysis ? analisis : []).map((row) => ({
        path: pageLink(analysis!, { periodo: row.COD_PERIODO, analisis: row.COD_ANALISIS }),
        code: row.CUENTA,
        label: row.NOMBRE_CUENTA,
        detail: row.NEGOCIO,
        end: endOf(row),
        group: t('palette.analyses', { month: formatMonth(PERIODO, locale) }),
        icon: 'analysis',
      })),
      // A server of the release before finds none.
      ...(group ? (grupos ?? []) : []).map((row) => ({
        path: pageLink(group!, { periodo: row.COD_PERIODO, grupo: row.AGRUPADO_ID }),
        label: row.NOMBRE,
        detail: [t('palette.accountsCount', { count: row.CUENTAS }), row.NEGOCIO].join(' · '),
        end: endOf(row),
        group: t('palette.analyses', { month: formatMonth(PERIODO, locale) }),
        icon: 'analysis',
      })),
      ...(user ? personas : []).map(({ id, NOMBRE, USUARIO, rol, DEPARTAMENTO, status }) => ({
        path: pageLink('/usuarios/:userId/actualizar', { userId: id }),
        label: NOMBRE,
        detail: [USUARIO, DEPARTAMENTO].filter(Boolean).join(' · '),
        end: (
          <span className="muted">
            {status === 'activo'
              ? roleName(t, { COD_TIPO_USUARIO: roleIdNamed(rol) ?? ROLE.analista, TIPO_USUARIO: rol })
              : t('palette.inactive')}
          </span>
        ),
        group: t('palette.people'),
        icon: 'users',
      })),
      ...tickets.flatMap(({ id, asunto, autor, negocio, estadoId }) => {
        const page = autor.id === me.id ? own : (received ?? own)
        if (!page) return []
        return {
          path: pageLink(page, { ticket: id }),
          code: `#${id}`,
          label: asunto,
          detail: [autor.id === me.id ? undefined : autor.nombre, negocio].filter(Boolean).join(' · '),
          end: <span className="muted">{t(`palette.ticketState.${estadoId}`)}</span>,
          group: t('palette.tickets'),
          icon: 'ticket',
        }
      }),
      ...(faq ? preguntas : []).map(({ id, preguntaEs, preguntaEn }) => ({
        path: pageLink('/faq', { pregunta: id }),
        label: locale === 'en' ? preguntaEn : preguntaEs,
        group: t('palette.questions'),
        icon: 'faq',
      })),
    ].map((choice) => ({ ...choice, id: choice.path }))
}
