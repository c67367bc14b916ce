import { listAccounts } from '@cuadre/api/account'
import { listAnalyses } from '@cuadre/api/analysis'
import { listFaqs } from '@cuadre/api/faq'
import { type PagePath, pageLink } from '@cuadre/api/pages'
import { ROLE } from '@cuadre/api/roles'
import type { Me } from '@cuadre/api/session'
import { mayOpen, query, useMe, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Area } from '../federation/areas.ts'

type RecordFound = { path: string; label: string; group: string; icon: string }

const MAX_RESULTS = 5
const MIN_LETTERS = 2
const DELAY_MS = 200

/** The first of these pages that an area has and the person may open; undefined for none. */
const firstOpen = <const Path extends PagePath>(areas: Area[], me: Me, paths: readonly Path[]) => {
  const pages = areas.flatMap(({ data }) => Object.values(data?.pages ?? {}))
  return paths.find((path) => pages.some((page) => page.path === path && mayOpen(me, page)))
}

/** Accounts and analyses within the person's scope, and frequent questions, by what is typed, from two letters on: the server searches once the typing rests. */
export function useRecords(areas: Area[], typed: string) {
  const { t } = useTranslation()
  const locale = useLocale()
  const me = useMe()
  const search = useRested(typed.trim())
  const asks = search.length >= MIN_LETTERS
  const at = (key: string) => me.permissions.includes(key)
  const account = firstOpen(areas, me, ['/cuentas/:accountId/historico', '/cuentas'])
  const analysis =
    me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === ROLE.analista ? '/home' : firstOpen(areas, me, ['/cuentas/analisis', '/cuentas/historicos'])
  const accounts = useQuery({
    ...query(listAccounts, { query: { search, limit: MAX_RESULTS } }),
    enabled: asks && account !== undefined && at(listAccounts.allow),
    placeholderData: keepPreviousData,
  })
  const analyses = useQuery({
    ...query(listAnalyses, { query: { search, limit: MAX_RESULTS } }),
    enabled: asks && analysis !== undefined && at(listAnalyses.allow),
    placeholderData: keepPreviousData,
  })
  const faq = firstOpen(areas, me, ['/faq'])
  const questions = useQuery({
    ...query(listFaqs, { query: { search, limit: MAX_RESULTS } }),
    enabled: asks && faq !== undefined,
    placeholderData: keepPreviousData,
  })
  const found: RecordFound[] = asks
    ? [
        ...(accounts.data?.data ?? []).map(({ COD_CUENTA, CUENTA, NOMBRE, NEGOCIO }) => ({
          path:
            account === '/cuentas'
              ? pageLink(account, { buscar: CUENTA })
              : pageLink('/cuentas/:accountId/historico', { accountId: COD_CUENTA }),
          label: `${CUENTA} · ${NOMBRE}`,
          group: `${t('palette.account')} · ${NEGOCIO}`,
          icon: 'accounts',
        })),
        ...(analyses.data?.data ?? []).map(({ COD_ANALISIS, COD_PERIODO, CUENTA, NOMBRE_CUENTA, PERIODO }) => ({
          path: pageLink(analysis ?? '/home', { periodo: COD_PERIODO, analisis: COD_ANALISIS }),
          label: `${CUENTA} · ${NOMBRE_CUENTA}`,
          group: `${t('palette.analysis')} · ${formatMonth(PERIODO, locale)}`,
          icon: 'analysis',
        })),
        ...(questions.data?.data ?? []).map(({ id, preguntaEs, preguntaEn }) => ({
          path: pageLink('/faq', { pregunta: id }),
          label: locale === 'en' ? preguntaEn : preguntaEs,
          group: t('palette.question'),
          icon: 'faq',
        })),
      ]
    : []
  return {
    found,
    searching: typed.trim() !== search || accounts.isFetching || analyses.isFetching || questions.isFetching,
    failed: asks && (accounts.isError || analyses.isError || questions.isError),
  }
}

/** What it was when it last stood still. */
function useRested(text: string) {
  const [rested, setRested] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
