import type { Analysis } from '@cuadre/api/analysis'
import { UiProvider } from '@cuadre/ui'
import { describe, expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { columnsOf } from './columns.tsx'

const sent = {
  CUENTA: '1.1.2.03.001-9',
  NOMBRE_CUENTA: 'Créditos vinculados',
  NEGOCIO: 'Matriz',
  MONEDA: 'CLP',
  VALOR_BALANCE: '416332431.03',
  VALOR_ANALISIS: '416333665.53',
  VARIACION: '-1234.50',
  VARIACION_PERIODO: '12.00',
  VARIACION_PERIODO_PCT: '-3.2',
  MATERIALIDAD: 'menor',
  ESTADO_PRINCIPAL_ID: 1,
  FECHA_ENVIO: '2026-11-05T15:00:00Z',
  VENCE_ANALISTA: '2026-11-06T21:00:00Z',
  VENCE_JEFATURA: '2026-11-09T21:00:00Z',
  VENCE_CONTROL: '2026-11-10T21:00:00Z',
  ATRASADO: false,
  AGRUPADO_ID: null,
}
const rows = [
  sent,
  { ...sent, FECHA_ENVIO: null },
  { ...sent, ESTADO_PRINCIPAL_ID: 2, VARIACION: '0.00', MATERIALIDAD: 'critica', AGRUPADO_ID: 1 },
  { ...sent, ESTADO_PRINCIPAL_ID: 3, ATRASADO: true },
  { ...sent, ESTADO_PRINCIPAL_ID: 4, VARIACION_PERIODO_PCT: null },
] as Analysis[]

describe.each(['es', 'en'] as const)('the columns of an analyst in %s', (locale) => {
  test.each(['CLP', undefined])('say in words what their cells show, in %s', (currency) => {
    for (const row of rows)
      for (const { id, cell, text } of columnsOf((key) => key, currency, true)) {
        const { container, unmount } = render(<UiProvider locale={locale}>{cell(row)}</UiProvider>)
        const shown = container.cloneNode(true) as HTMLElement
        // Marks beside a name, and the second line of a phone, are not said.
        for (const beside of shown.querySelectorAll('.badge-sm, .on-phone')) beside.remove()
        expect([id, text?.(row, locale)]).toEqual([id, shown.textContent])
        unmount()
      }
  })
})
