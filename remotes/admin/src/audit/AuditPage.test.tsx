import { visitsTo } from '@cuadre/shell/testing'
import { UiProvider } from '@cuadre/ui'
import { expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import AuditPage from './AuditPage.tsx'

const visit = visitsTo('admin', { es, en })
const answered = {
  ID: 4,
  COD_ANALISIS: 40,
  PERIODO: '2026-10',
  NEGOCIO: 'Votorantim',
  CUENTA: '110201',
  NOMBRE_CUENTA: 'Bancos',
  ANALISTA: 'Rodrigo Peña',
  ASUNTO: 'Falta el extracto',
  ESTADO: 'respondida',
  AUDITOR: 'Pilar Ayala',
  RESPUESTA: 'Está en la segunda hoja.',
  VENCE: '2026-11-17',
  VENCIDA: false,
  // In the evening of the day before, where it was answered.
  RESPONDIDA_EN: '2026-11-12T01:30:00.000Z',
  RESPONDIDA_POR: 'Rodrigo Peña',
  CERRADA_EN: null,
}
const InBrasilia = () => (
  <UiProvider locale="es" zone="America/Sao_Paulo">
    <AuditPage />
  </UiProvider>
)

test('the day of an answer is that of the page, not of UTC', async () => {
  await visit(InBrasilia, '/auditores/observaciones', ['analysis.item.read'], ({ path }) =>
    path === '/observation' ? { data: [answered], total: 1, page: 1, limit: 50 } : undefined,
  )
  expect((await screen.findByTitle('Está en la segunda hoja.')).textContent).toBe('Rodrigo Peña 11-11-2026')
})
