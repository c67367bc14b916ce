import type { MasterChange } from '@cuadre/api/change'
import { expect, test } from '@jest/globals'
import { sideOf } from './change.words.ts'

const change = (antes: MasterChange['antes'], despues: MasterChange['despues']) => ({ antes, despues }) as MasterChange

test('a change in a workbook reads as on the screen: fields by their names, rows by theirs, nothing of JSON', () => {
  const made = change(null, {
    COD_DEPARTAMENTO: 30,
    DEPARTAMENTO: 'Tesorería',
    PAIS: { PAIS: 'Chile', ID_PAIS: 2, RUTA_IMAGEN: null },
    ID_PAIS: 2,
    ACTIVO: true,
    JEFE: null,
    ID_USUARIO_JEFE: null,
  })
  expect(sideOf(made, 'antes', 'es')).toBeNull()
  expect(sideOf(made, 'despues', 'es')).toBe('Departamento: Tesorería\nPaís: Chile\nActivo: Sí\nJefe: —')
  expect(sideOf(made, 'despues', 'en')).toBe('Department: Tesorería\nCountry: Chile\nActive: Yes\nHead: —')
})

test.each([
  ['es', 'Tipo: Correo\nVersión 3: Borrador', 'Tipo de cambio: 0,0002459'],
  ['en', 'Kind: Mail\nVersion 3: Draft', 'Exchange rate: 0.0002459'],
] as const)('codes, versions and rates are told as the screen tells them, in %s', (locale, template, rate) => {
  const version = { estado: 'BORRADOR', formato: 'xlsx', creadoEn: '2026-12-01T00:13:54.534Z', creadoPor: 'Beatriz' }
  expect(sideOf(change(null, { tipo: 'CORREO', 'version 3': version }), 'despues', locale)).toBe(template)
  expect(sideOf(change(null, { TASA: '0.0002459' }), 'despues', locale)).toBe(rate)
})

test.each([
  ['an id that nothing names', { ID_USUARIO_JEFE: 3 }, { ID_USUARIO_JEFE: 5 }, 'Jefe: 3', 'Jefe: 5'],
  ['lists', { roles: [] }, { roles: [1, 2] }, 'Roles: —', 'Roles: 1, 2'],
  ['nothing but where it lies', { parentId: 1 }, { parentId: 2 }, 'parentId: 1', 'parentId: 2'],
  ['a new field', { X: 1 }, { X: 2 }, 'X: 1', 'X: 2'],
])('%s', (_what, antes, despues, before, after) => {
  expect([sideOf(change(antes, despues), 'antes', 'es'), sideOf(change(antes, despues), 'despues', 'es')]).toEqual([before, after])
})
