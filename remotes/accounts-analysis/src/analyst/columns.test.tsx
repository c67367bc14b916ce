import type { Analysis } from '@cuadre/api/analysis'
import { UiProvider } from '@cuadre/ui'
import { describe, expect, test } from '@jest/globals'
import { render } from '@testing-library/react'
import { analysis } from '../shared/server.test-kit.tsx'
import { columnsOf } from './columns.tsx'

const rows = [
  { FECHA_ENVIO: null },
  { ESTADO_PRINCIPAL_ID: 2, VARIACION: '-1234.50', MATERIALIDAD: 'critica' },
  { ESTADO_PRINCIPAL_ID: 3, ATRASADO: true },
  { ESTADO_PRINCIPAL_ID: 4, VARIACION_PERIODO_PCT: null, VARIACION_PERIODO: '12.00' },
].map((row, at) => analysis(at, row as Partial<Analysis>) as Analysis)

describe.each(['es', 'en'] as const)('the columns of an analyst in %s', (locale) => {
  test.each(['CLP', undefined])('say in words what their cells show, in %s', (currency) => {
    const columns = columnsOf((key) => key, currency, true)
    for (const row of rows)
      for (const { id, cell, text } of columns) {
        const { container, unmount } = render(<UiProvider locale={locale}>{cell(row)}</UiProvider>)
        const shown = [...container.querySelectorAll('.on-phone, .badge-sm')].reduce(
          (all, { textContent }) => all.replace(textContent, ''),
          container.textContent,
        )
        expect([id, text?.(row, locale)]).toEqual([id, shown])
        unmount()
      }
  })
})
