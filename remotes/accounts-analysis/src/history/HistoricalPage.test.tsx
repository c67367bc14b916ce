import { type Answers, Refusal } from '@cuadre/shell/testing'
import { expect, jest, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { analysis, detail, list, visit } from '../shared/testing.ts'
import HistoricalPage from './HistoricalPage.tsx'

jest.setTimeout(60_000)
// jsdom has neither digests nor blobs that are read.
Blob.prototype.arrayBuffer = function () {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.readAsArrayBuffer(this)
  })
}
const { webcrypto } = (await import('node:crypto' as string)) as { webcrypto: Crypto }
const digest = (name: string, data: ArrayBuffer) => webcrypto.subtle.digest(name, Uint8Array.from(new Uint8Array(data)))
Object.defineProperty(globalThis.crypto, 'subtle', { value: { digest } })
const ANALYST = ['analysis.item.read', 'analysis.item.submit', 'accounts.summary.read', 'admin.period.read']
const event = (ID: number, TIPO: string, more: object = {}) => ({
  ID,
  TIPO,
  FECHA: `2026-11-0${ID}T12:00:00Z`,
  PERSONA: 'Rodrigo Peña Villar',
  ROL: 'ANALISTA',
  COMENTARIO: null,
  DETALLE: null,
  HASH: `${ID}`.repeat(64),
  ...more,
})
const steps = [
  event(1, 'generado'),
  event(2, 'enviado', { DETALLE: { version: 1 } }),
  event(3, 'aprobado_jefatura'),
  event(4, 'visto', { DETALLE: { version: 1 } }),
]
const show = (own: Answers, address = '/cuentas/historicos', permissions = ANALYST) =>
  visit(HistoricalPage, address, permissions, (asked) => {
    const answer = own(asked)
    if (answer !== undefined) return answer
    if (asked.path === '/analysis/history') return list([{ ...analysis(40, { ESTADO_PRINCIPAL_ID: 2 }), EVENTOS: steps }], 12)
    if (asked.path === '/analysis/40') return detail(40, { EVENTOS: steps })
    if (asked.path === '/period') return list([{ COD_PERIODO: 10, PERIODO: '2026-10', ESTADO: { ID: 1, NOMBRE: 'ABIERTO' } }])
    if (asked.path === '/me/business') return [{ ID_NEGOCIO: 1, NEGOCIO: 'Votorantim' }]
    if (asked.path === '/me/departaments') return [{ COD_DEPARTAMENTO: 1, DEPARTAMENTO: 'Contabilidad', ID_NEGOCIO: 1 }]
    return undefined
  })

test('fifty at a time, each with its last step; looking at a file is none', async () => {
  const { asked } = await show(() => undefined)
  const row = (await screen.findByText('Cuenta 40')).closest('tr')!
  expect(row.textContent).toContain('Aprobó (jefatura), 03-11-2026')
  expect(Object.fromEntries(asked.find(({ path }) => path === '/analysis/history')!.query)).toEqual({ page: '1', limit: '50' })
  expect(screen.getByText('1 a 12 de 12')).toBeTruthy()
})

test('filters stand in the address, and nonsense there asks for nothing', async () => {
  const { asked } = await show(
    () => undefined,
    '/cuentas/historicos?periodId=10&businessId=x&estadoPrincipalId=4&estadoPrincipalId=9&materialidad=critica&type=agrupado&buscar=caja&pagina=2',
  )
  await screen.findByText('Cuenta 40')
  const { query } = asked.find(({ path }) => path === '/analysis/history')!
  expect([...query].sort().join('&')).toBe('estadoPrincipalId,4&limit,50&materialidad,critica&page,2&periodId,10&search,caja&type,agrupado')
})

test('the workbook has what the filters let through, whatever the page', async () => {
  const { asked, user } = await show(
    ({ path, query }) => (path === '/analysis/history' && query.get('format') === 'excel' ? new Blob(['x']) : undefined),
    '/cuentas/historicos?periodId=10&type=agrupado&pagina=2&orden=CUENTA',
  )
  URL.createObjectURL = () => 'blob:x'
  URL.revokeObjectURL = () => undefined
  await screen.findByText('Cuenta 40')
  await user.click(screen.getByRole('button', { name: 'Excel' }))
  const excel = () => asked.find(({ query }) => query.get('format') === 'excel')
  await waitFor(() => expect(excel()).toBeTruthy())
  expect(Object.fromEntries(excel()!.query)).toEqual({ format: 'excel', periodId: '10', type: 'agrupado', sort: 'CUENTA' })
})

test('a row opens its chain, newest first, in the address; the proof of the month is asked for', async () => {
  const { user } = await show(({ path }) =>
    path === '/analysis/verify/10' ? { integra: true, eventos: 1234, primerError: null } : undefined,
  )
  await user.click(await screen.findByText('Cuenta 40'))
  const drawer = await screen.findByRole('dialog', { name: 'Cuenta 40, octubre de 2026' })
  expect(location.search).toBe('?analisis=40')
  // Paper shows the chain that is open, not the list below it.
  expect(drawer.closest('[data-printed="true"]')).toBeTruthy()
  expect(
    within(drawer)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('.medium')!.textContent),
  ).toEqual(['Abrió el archivo de la versión 1', 'Aprobó (jefatura)', 'Envió la versión 1', 'Generó el análisis'])
  expect(within(drawer).getByText('3333333333333333').getAttribute('title')).toBe('3'.repeat(64))
  await user.click(within(drawer).getByRole('button', { name: 'Verificar el registro de octubre de 2026' }))
  expect(await within(drawer).findByText('El registro de octubre de 2026 está íntegro.')).toBeTruthy()
  expect(within(drawer).getByText(/Se comprobaron 1\.234 eventos/)).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(location.search).toBe(''))
})

test('a chain that does not hold is said with its first wrong event', async () => {
  const { user } = await show(
    ({ path }) => (path === '/analysis/verify/10' ? { integra: false, eventos: 12, primerError: 7 } : undefined),
    '/cuentas/historicos?analisis=40',
  )
  await user.click(await screen.findByRole('button', { name: 'Verificar el registro de octubre de 2026' }))
  expect((await screen.findByRole('alert')).textContent).toContain('alterado desde el evento 7')
})

test('nothing sent yet, and a server that fails, say what to do', async () => {
  await show(({ path }) => (path === '/analysis/history' ? list([]) : undefined))
  expect(await screen.findByText('Aún no se ha enviado ningún análisis')).toBeTruthy()
  await show(({ path }) => (path === '/analysis/history' ? new Refusal(500, { code: 'internal', message: 'Algo falló.' }) : undefined))
  expect(await screen.findByRole('button', { name: 'Reintentar' })).toBeTruthy()
})

test('a binder that is dropped is compared here and with what Cuadre knows; a file that was changed is named', async () => {
  const parts = { 'analisis/a-1/analisis.json': 'dicho', 'analisis/a-1/v1-libro.xlsx': 'libro' }
  const manifest = JSON.stringify({
    formato: 'cuadre-expediente-1',
    periodos: [],
    archivos: await Promise.all(
      Object.entries(parts).map(async ([ruta, text]) => ({ ruta, bytes: text.length, sha256: await sha256(text) })),
    ),
  })
  const binder = (own: Record<string, string>) =>
    new File([stored({ ...own, 'manifiesto.json': manifest, 'manifiesto.firma.json': '{"firma":"x"}' })], 'expediente.zip')
  const answer = (firma: string) => ({
    firma,
    conocido: true,
    hechoPor: 'Beatriz Montoya',
    hechoEn: '2026-11-09T21:00:00Z',
    periodos: [{ periodo: '2026-10', eventos: 12, hoy: 14, cadena: 'sigue', integra: true }],
    guardados: [{ ruta: 'analisis/a-1/v1-libro.xlsx', estado: 'igual' }],
  })
  let firma = 'valida'
  const { user, asked } = await show(({ path }) => (path === '/analysis/binder/check' ? answer(firma) : undefined))
  await user.click(await screen.findByRole('button', { name: 'Comprobar un expediente' }))
  const drawer = await screen.findByRole('dialog', { name: 'Comprobar un expediente' })
  const drop = (file: File) => user.upload(within(drawer).getByLabelText(/Arrastre el expediente/), file)
  await drop(binder(parts))
  await within(drawer).findByText('Íntegro.')
  within(drawer).getByText('12 eventos, que siguen en el registro de hoy (14).')
  const [sent] = asked.filter(({ path }) => path === '/analysis/binder/check')
  expect(new TextDecoder().decode(await ((sent!.body as FormData).get('file') as File).arrayBuffer())).toBe(manifest)

  await drop(binder({ ...parts, 'analisis/a-1/analisis.json': 'Dicho' }))
  await within(drawer).findByText('No es íntegro.')
  expect(within(drawer).getByText('analisis/a-1/analisis.json').closest('tr')!.textContent).toContain('Cambiado')
  // Unpacked and packed again by hand, with what the system leaves in folders.
  const all = { ...parts, 'manifiesto.json': manifest, 'manifiesto.firma.json': '{"firma":"x"}', '.DS_Store': 'x' }
  const again = Object.fromEntries(Object.entries(all).map(([path, text]) => [`expediente/${path}`, text]))
  const packed = (own: Record<string, string> | [string, string][], name: string) => new File([stored(own)], name)
  await drop(packed({ ...again, '__MACOSX/expediente/._x': 'x' }, 'otra vez.zip'))
  await within(drawer).findByText('otra vez.zip')
  await within(drawer).findByText('Íntegro.')
  await drop(packed({ ...again, 'indice.csv': 'falso' }, 'al lado.zip'))
  await within(drawer).findByText('No es íntegro.')
  expect(within(drawer).getByText('../indice.csv').closest('tr')!.textContent).toContain('No es del expediente')
  // The same name twice: one program opens the first, another the last.
  await drop(packed([['analisis/a-1/analisis.json', 'Dicho'], ...Object.entries(all)], 'dos veces.zip'))
  await within(drawer).findByText('dos veces.zip')
  await within(drawer).findByText('No es íntegro.')
  firma = 'alterada'
  await drop(binder(parts))
  await within(drawer).findByText(/alguien cambió el manifiesto/)
  await drop(new File(['x'], 'otro.zip'))
  await within(drawer).findByText(/No es un expediente de Cuadre/)
})

const sha256 = async (text: string) =>
  [...new Uint8Array(await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
/** A ZIP of parts that are not compressed, as small as it may be. */
function stored(parts: Record<string, string> | [string, string][]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  const directory: number[] = []
  const number = (value: number, size: number) => Array.from({ length: size }, (_, i) => (value >> (8 * i)) & 255)
  const text = (said: string) => [...new TextEncoder().encode(said)]
  for (const [name, content] of Array.isArray(parts) ? parts : Object.entries(parts)) {
    const [title, body] = [text(name), text(content)]
    const sizes = [...number(0, 4), ...number(body.length, 4), ...number(body.length, 4), ...number(title.length, 2)]
    directory.push(...number(0x02_01_4b_50, 4), ...number(0, 12), ...sizes, ...number(0, 12), ...number(bytes.length, 4), ...title)
    bytes.push(...number(0x04_03_4b_50, 4), ...number(0, 10), ...sizes, ...number(0, 2), ...title, ...body)
  }
  const end = [...number(0, 8), ...number(directory.length, 4), ...number(bytes.length, 4), ...number(0, 2)]
  return new Uint8Array([...bytes, ...directory, ...number(0x06_05_4b_50, 4), ...end])
}
