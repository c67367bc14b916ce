import type { Auditor } from '@cuadre/api/auditor'
import { expect, test } from '@jest/globals'
import { merged } from '../shared/merge.ts'
import { bodyOf, valuesOf } from './AuditorForm.tsx'

const read: Auditor = {
  id: 5,
  NOMBRE: 'Pilar Ayala',
  USUARIO: 'payala',
  email: 'p@a.example',
  status: 'activo',
  locale: 'es',
  FIRMA_AUDITORA: 'Auditores Asociados',
  TIPO: 'externo',
  VIGENCIA_DESDE: '2026-10-01',
  VIGENCIA_HASTA: '2026-12-31',
  ACCESO: 'vigente',
  alcance: [
    { ID_PAIS: 1, PAIS: 'Brasil', ID_NEGOCIO: null, NEGOCIO: null },
    { ID_PAIS: 2, PAIS: 'España', ID_NEGOCIO: 7, NEGOCIO: 'Madrid' },
  ],
  periodos: [{ COD_PERIODO: 3, PERIODO: '2026-09' }],
  permisos: { documentos: true, fechasFirma: false, comentariosInternos: false, exportar: false, soloAprobados: true },
  ULTIMO_ACCESO: null,
  CORREO_PENDIENTE: null,
  REVISION: 1,
}

test('what is read is sent again as it was: a country as a whole, a business of another, one period', () => {
  expect(bodyOf(valuesOf(read))).toMatchObject({
    alcance: [
      { ID_PAIS: 1, ID_NEGOCIO: null },
      { ID_PAIS: 2, ID_NEGOCIO: 7 },
    ],
    periodos: [3],
    status: 'activo',
    TIPO: 'externo',
    permisos: read.permisos,
  })
  expect(bodyOf({ ...valuesOf(), USUARIO: ' PAyala ' })).toMatchObject({
    USUARIO: 'payala',
    permisos: { soloAprobados: true, documentos: false },
  })
})

test('two changes at once: the other fields of the other are taken over, where both wrote the user chooses', () => {
  const before = valuesOf(read)
  const mine = { ...before, FIRMA_AUDITORA: 'Mía', alcance: ['1'], NOMBRE: 'Igual' }
  const theirs = { ...before, FIRMA_AUDITORA: 'Suya', VIGENCIA_HASTA: '2026-11-30', NOMBRE: 'Igual' }
  expect(merged(before, mine, theirs)).toEqual({ taken: ['VIGENCIA_HASTA'], disputed: ['FIRMA_AUDITORA'] })
})
