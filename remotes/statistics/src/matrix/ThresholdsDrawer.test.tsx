import { type Asked, Refusal, visitsTo } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { ThresholdsDrawer } from './ThresholdsDrawer.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('statistics', { es, en })
const metric = (clave: string, verde: number, ambar: number) =>
  ({ clave, etiquetaEs: clave, etiquetaEn: clave, unidad: 'porcentaje', sentido: 1, umbrales: { verde, ambar }, activa: true }) as never
const params = (completado: number, avance: number) => ({
  metricas: [metric('completado', completado, 10), metric('avance', avance, 10)],
  porDefecto: { metrica: 'completado' as const },
})

test('only what was changed is set; what somebody else set meanwhile is said, kept, and taken over where nothing was typed', async () => {
  let refused = false
  const Page = () => <ThresholdsDrawer params={params(90, 90)} shown={undefined} onClose={() => {}} />
  const { user, sent } = await visit(Page, '/', ['statistics.setting.write'], ({ method }: Asked) => {
    if (method !== 'PATCH' || refused) return params(80, 70)
    refused = true
    return new Refusal(409, { code: 'setting_moved', message: 'Sonia Barrios lo cambió.', current: params(80, 70) })
  })
  const [first, second] = (await screen.findAllByRole<HTMLInputElement>('textbox', { name: /Verde/ })) as [
    HTMLInputElement,
    HTMLInputElement,
  ]
  await user.clear(first)
  await user.type(first, '95')
  await user.click(screen.getByRole('button', { name: es.matrix.saveThresholds }))
  expect(await screen.findByText('Sonia Barrios lo cambió.')).toBeTruthy()
  await waitFor(() => expect([first.value, second.value]).toEqual(['95', '70']))
  await user.click(screen.getByRole('button', { name: es.matrix.saveThresholds }))
  const body = (seen: number) => ({
    metricas: [
      {
        clave: 'completado',
        activa: true,
        umbrales: { verde: 95, ambar: 10 },
        visto: { umbrales: { verde: seen, ambar: 10 }, activa: true },
      },
    ],
  })
  await waitFor(() => expect(sent('/dashboard/analysis-matrix-params')).toEqual([body(90), body(80)]))
})
