import { listAccounts } from '@cuadre/api/account'
import { listAnalyses } from '@cuadre/api/analysis'
import type { Me } from '@cuadre/api/session'
import { mayOpen, query, useMe, useTranslation } from '@cuadre/shell'
import { formatMonth, useLocale } from '@cuadre/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { AREA_ROUTES } from '../routes/routes.ts'

export type RecordFound = { path: string; label: string; group: string; icon: string }

const MAX_RESULTS = 5
const MIN_LETTERS = 2
const DELAY_MS = 200

/** Where a person opens the first of these pages that they may; undefined for none. */
const firstOpen = (me: Me, pages: readonly (readonly [path: string, permission: string, to: string])[]) =>
  pages.find(([path, permission]) => {
    const roles = AREA_ROUTES.find((route) => route.path === path)?.roles
    return mayOpen(me, { permission, ...(roles && { roles }) })
  })?.[2]

/** Accounts and analyses within the person's scope by what is typed, from two letters on: the server searches once the typing rests. */
export function useRecords(typed: string) {
  const { t } = useTranslation()
  const locale = useLocale()
  const me = useMe()
  const search = useRested(typed.trim())
  const asks = search.length >= MIN_LETTERS
  const at = (key: string) => me.permissions.includes(key)
  const account = firstOpen(me, [
    ['/cuentas/:accountId/historico', 'accounts.summary.read', 'historico'],
    ['/cuentas', 'accounts.account.read', 'lista'],
  ])
  const analysis =
    me.SPC_TIPO_USUARIOS.COD_TIPO_USUARIO === 1
      ? '/home'
      : firstOpen(me, [
          ['/cuentas/analisis', 'analysis.item.read', '/cuentas/analisis'],
          ['/cuentas/historicos', 'analysis.item.read', '/cuentas/historicos'],
        ])
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
  const found: RecordFound[] = asks
    ? [
        ...(accounts.data?.data ?? []).map(({ COD_CUENTA, CUENTA, NOMBRE, NEGOCIO }) => ({
          path: account === 'historico' ? `/cuentas/${COD_CUENTA}/historico` : `/cuentas?buscar=${encodeURIComponent(CUENTA)}`,
          label: `${CUENTA} · ${NOMBRE}`,
          group: `${t('palette.account')} · ${NEGOCIO}`,
          icon: 'accounts',
        })),
        ...(analyses.data?.data ?? []).map(({ COD_ANALISIS, COD_PERIODO, CUENTA, NOMBRE_CUENTA, PERIODO }) => ({
          path: `${analysis}?periodo=${COD_PERIODO}&analisis=${COD_ANALISIS}`,
          label: `${CUENTA} · ${NOMBRE_CUENTA}`,
          group: `${t('palette.analysis')} · ${formatMonth(PERIODO, locale)}`,
          icon: 'analysis',
        })),
      ]
    : []
  return {
    found,
    searching: typed.trim() !== search || accounts.isFetching || analyses.isFetching,
    failed: asks && (accounts.isError || analyses.isError),
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
