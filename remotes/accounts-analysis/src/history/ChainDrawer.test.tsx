import { expect, jest, test } from '@jest/globals'
import { screen, within } from '@testing-library/react'
import { annex, detail, visit } from '../shared/testing.ts'
import { ChainDrawer } from './ChainDrawer.tsx'

jest.setTimeout(60_000)
const Chain = () => <ChainDrawer id={40} onClose={() => {}} />
const event = (ID: number, TIPO: string, more: object) => ({
  ID,
  TIPO,
  FECHA: `2026-11-0${ID}T12:00:00Z`,
  PERSONA: 'Rodrigo Peña Villar',
  ROL: 'ANALISTA',
  COMENTARIO: null,
  HASH: `${ID}`.repeat(64),
  ...more,
})

test('the steps of a group that it was in are read when asked for, five at a time', async () => {
  const inGroup = (ID: number, TIPO: string) => event(ID, TIPO, { DETALLE: { grupo: { id: 30, nombre: 'Bancos', revision: ID } } })
  const { asked, user } = await visit(Chain, '/', 3, ({ path, query }) => {
    if (path !== '/analysis/history/group/30') return detail(40, { EVENTOS: [inGroup(1, 'agrupado'), inGroup(2, 'desagrupado')] })
    const page = Number(query.get('page'))
    return { data: page === 1 ? [1, 2, 3, 4, 5].map((id) => inGroup(id, 'enviado')) : [inGroup(6, 'agrupado')], total: 6, page, limit: 5 }
  })
  const drawer = await screen.findByRole('dialog', { name: 'Cuenta 40, octubre de 2026' })
  expect(asked.some(({ path }) => path.includes('/history/group'))).toBe(false)
  await user.click(within(drawer).getByRole('button', { name: 'Pasos del grupo' }))
  const steps = await within(drawer).findByRole('region', { name: 'Pasos del grupo' })
  expect(await within(steps).findAllByText('Envió el análisis')).toHaveLength(5)
  await user.click(within(steps).getByRole('button', { name: 'Ver más pasos' }))
  expect(await within(steps).findByText('Lo agrupó')).toBeTruthy()
  expect(within(steps).queryByRole('button')).toBeNull()
})

test('annexes are told by the versions that had them, read in the page, and a late one is added to what is closed', async () => {
  const late = event(5, 'anexo_posterior', { COMENTARIO: 'Llegó del juzgado', DETALLE: { archivo: 'sentencia.pdf', anexo: 9 } })
  const PUEDE = { ...detail(40).PUEDE, anexarPosterior: true }
  const ANEXOS = [
    annex(7, 'contrato.csv', { VERSION_DESDE: 1, VERSION_HASTA: 2 }),
    annex(9, 'sentencia.pdf', { VERSION_DESDE: 2, POSTERIOR: true }),
  ]
  const opened = event(4, 'visto', { DETALLE: { version: 1, anexo: 7, archivo: 'contrato.csv' } })
  const sent = event(2, 'enviado', { DETALLE: { version: 1, anexos: [{ archivo: 'contrato.csv' }] } })
  const { asked, user } = await visit(Chain, '/', 3, ({ path, method }) => {
    if (path === '/analysis/40/annex' && method === 'POST') return annex(10, 'fallo.pdf')
    if (path === '/analysis/annex/7/evidence')
      return {
        ID: 7,
        NOMBRE: 'contrato.csv',
        tipo: 'libro',
        hojas: [{ nombre: '', filas: [[{ texto: 'Cláusula primera' }]], recortada: false }],
        celda: null,
      }
    return detail(40, { EVENTOS: [sent, opened, late], ANEXOS, PUEDE })
  })
  const drawer = await screen.findByRole('dialog', { name: 'Cuenta 40, octubre de 2026' })
  const list = await within(drawer).findByRole('list', { name: 'Anexos' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('versiones 1 a 2'), expect.stringContaining('Anexo posterior')])
  for (const told of ['Agregó el anexo posterior sentencia.pdf', 'Abrió el anexo contrato.csv', 'Envió la versión 1 con 1 anexo'])
    expect(within(drawer).getByText(told)).toBeTruthy()
  await user.click(within(list).getByRole('button', { name: 'Ver contrato.csv' }))
  expect(await within(list).findByText('Cláusula primera')).toBeTruthy()

  await user.click(within(drawer).getByRole('button', { name: 'Agregar anexo posterior' }))
  const form = await screen.findByRole('dialog', { name: 'Agregar anexo posterior' })
  await user.upload(within(form).getByLabelText('Documento'), new File(['x'], 'fallo.pdf'))
  await user.type(within(form).getByLabelText(/Descripción/), 'Segunda instancia')
  await user.click(within(form).getByRole('button', { name: 'Agregar anexo' }))
  await screen.findByText('Se agregó fallo.pdf como anexo posterior')
  const body = asked.find(({ path }) => path === '/analysis/40/annex')!.body as FormData
  expect([body.get('POSTERIOR'), body.get('DESCRIPCION'), (body.get('file') as File).name]).toEqual([
    'true',
    'Segunda instancia',
    'fallo.pdf',
  ])
})
