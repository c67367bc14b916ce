import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { ClosingRecord } from './ClosingRecord.tsx'

const visit = visitsTo('admin', { es, en })

const reopened = {
  ID: 1,
  ID_NEGOCIO: 2,
  NEGOCIO: 'Banco Sur',
  HASTA: '2026-11-06T21:00:00Z',
  MOTIVO: 'Ajuste',
  ABIERTO_POR: 'Sonia',
  ABIERTO_EN: '2026-11-05T15:00:00Z',
}

test('the steps of a closed period name the business that went on, and the one whose reopening ended', async () => {
  const at = '2026-11-05T15:00:00Z'
  const period = {
    COD_PERIODO: 9,
    PERIODO: '2026-09',
    ESTADO: { ID: 3, NOMBRE: 'CERRADO' },
    VENCE_ANALISTA: at,
    VENCE_JEFATURA: at,
    VENCE_CONTROL: at,
    VENCE_CIERRE: at,
    ANALISIS: 0,
    ENVIADOS: 0,
    EN_CONTROL: 0,
    APROBADOS: 0,
    ABIERTO_POR: null,
    ABIERTO_EN: at,
    CERRADO_POR: 'Sonia Barrios',
    CERRADO_EN: at,
    MOTIVO_CIERRE: null,
    NEGOCIOS_REABIERTOS: 0,
    CIERRE_PEDIDO: false,
  }
  const step = { POR: null, ROL_ID: null, FECHA: at, COMENTARIO: null, HUELLA: 'abc', checks: null, pedido: null }
  const data = [
    { ...step, N: 2, TIPO: 'negocio_cerrado', negocio: { NEGOCIO: 'Banco Sur', HASTA: null } },
    { ...step, N: 1, TIPO: 'negocio_reabierto', negocio: { NEGOCIO: 'Banco Sur', HASTA: '2026-11-06T21:00:00Z' } },
  ]
  const page = () => (
    <>
      <h1>Cierre</h1>
      <ClosingRecord checklist={{ period, checks: [], token: 'x', segundaPersona: true, pedido: null, reaperturas: [reopened] }} />
    </>
  )
  await visit(page, '/periodos', ['admin.period.close'], ({ path }) =>
    path === '/period/9/history' ? { data, total: 2, page: 1, limit: 50 } : undefined,
  )
  const rows = within(await screen.findByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.anything(),
    expect.stringContaining('Terminó la reapertura: Banco Sur'),
    expect.stringMatching(/Negocio reabierto: Banco Sur, 06-11-2026/),
  ])
  // Nothing can change would be untrue.
  expect(screen.queryByText(/nada en él puede cambiar/)).toBeNull()
  screen.getByText(/solo puede cambiar lo que está en curso en los negocios reabiertos/)
})
