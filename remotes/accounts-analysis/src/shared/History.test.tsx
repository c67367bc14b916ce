import { afterEach, expect, test } from '@jest/globals'
import { cleanup, screen } from '@testing-library/react'
import { History } from './History.tsx'
import { visit } from './testing.ts'

afterEach(cleanup)

test.each([
  [{ metodo: 'SALDO_CERO', resultado: 'PREPARAR', muestra: false }, 'Preparado automáticamente: saldo cero'],
  [{ metodo: 'SIN_MOV', resultado: 'APROBAR', muestra: false }, 'Aprobado automáticamente: sin movimiento'],
  [
    { metodo: 'EN_RANGO', resultado: 'APROBAR', muestra: true },
    'Aprobado automáticamente hasta jefatura: dentro del umbral. Control revisa la muestra',
  ],
  [null, 'Certificado automáticamente'],
])('says what a rule did, and which one: %j', async (DETALLE, said) => {
  const event = {
    ID: 1,
    TIPO: 'autocertificado' as const,
    FECHA: '2026-05-04T12:00:00.000Z',
    PERSONA: null,
    ROL: null,
    COMENTARIO: null,
    DETALLE,
    HASH: 'ab',
  }
  await visit(
    () => <History events={[event]} intact />,
    '/',
    3,
    () => undefined,
  )
  expect(screen.getByRole('listitem').textContent).toContain(said)
})

test.each([
  ['reasignado', { de: 'Rodrigo Peña', a: 'Lucía Ferreyra' }, 'Reasignó la cuenta de Rodrigo Peña a Lucía Ferreyra'],
  ['reasignado', { departamento: { de: 'Contabilidad', a: 'Fiscal' } }, 'Pasó la cuenta a Fiscal'],
  [
    'reasignado',
    { de: 'Rodrigo Peña', a: 'Lucía Ferreyra', departamento: { de: 'Contabilidad', a: 'Fiscal' } },
    'Reasignó la cuenta de Rodrigo Peña a Lucía Ferreyra. Pasó la cuenta a Fiscal',
  ],
  ['reasignado', { departamento: { de: 'Contabilidad', a: null } }, 'Dejó la cuenta sin departamento'],
  // Of before the departments were kept.
  ['reasignado', { de: 'Rodrigo Peña', a: 'Rodrigo Peña' }, 'Pasó la cuenta a otro departamento'],
  ['traspaso', { de: 'Rodrigo Peña', a: 'Lucía Ferreyra', lote: 3 }, 'Traspasó la cuenta de Rodrigo Peña a Lucía Ferreyra'],
  ['traspaso', {}, 'Traspasó la cuenta'],
  ['agrupado', { cuentas: ['1101', '1102'] }, 'Agrupó 1101, 1102'],
  ['desagrupado', { cuentas: ['1101'] }, 'Sacó del grupo 1101'],
  [
    'reasignado',
    { de: 'Rodrigo Peña', a: 'Lucía Ferreyra', cuentas: ['1101'], grupo: { id: 7 } },
    'Reasignó la cuenta de Rodrigo Peña a Lucía Ferreyra. Salió del grupo: 1101',
  ],
] as const)('says who has the account after %s: %j', async (TIPO, DETALLE, said) => {
  const step = { ID: 1, TIPO, FECHA: '2026-05-04T12:00:00.000Z', PERSONA: 'Beatriz', ROL: null, COMENTARIO: null, DETALLE, HASH: 'ab' }
  await visit(
    () => <History events={[step]} intact />,
    '/',
    3,
    () => undefined,
  )
  expect(screen.getByRole('listitem').querySelector('.medium')?.textContent).toBe(said)
})
