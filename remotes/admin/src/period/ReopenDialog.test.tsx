import type { Period } from '@cuadre/api/period'
import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { ReopenDialog } from './ReopenDialog.tsx'

const visit = visitsTo('admin', { es, en })
const period = (PERIODO: string, ID: number, APROBADOS: number) =>
  ({ COD_PERIODO: Number(PERIODO.slice(5)), PERIODO, ESTADO: { ID, NOMBRE: '' }, APROBADOS }) as Period

const closed = 3
test.each([
  [closed, 40, /^septiembre de 2026 partió de estos saldos y tiene 40 análisis aprobados. Está cerrado/],
  [1, 1, /^septiembre de 2026 partió de estos saldos y tiene 1 análisis aprobado. Si aquí se corrige/],
  [1, 0, undefined],
])('the month that began with its balances, in status %i with %i approved', async (status, approved, says) => {
  const all = [period('2026-07', closed, 9), period('2026-08', closed, 9), period('2026-09', status, approved), period('2026-10', 1, 7)]
  const page = () => (
    <>
      <h1>Períodos</h1>
      <ReopenDialog period={all[1]!} onClose={() => {}} />
    </>
  )
  let asked = false
  await visit(page, '/periodos', ['admin.period.reopen'], ({ path }) => {
    if (path !== '/period') return undefined
    asked = true
    return { data: all, total: all.length, page: 1, limit: 999 }
  })
  await waitFor(() => expect(asked).toBe(true))
  if (says) expect(await screen.findByText(says)).toBeTruthy()
  else expect(screen.queryByText(/partió de estos saldos/)).toBeNull()
})
