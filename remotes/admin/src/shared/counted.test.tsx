import { visitsTo } from '@cuadre/shell/testing'
import { expect, test } from '@jest/globals'
import { fireEvent, screen } from '@testing-library/react'
import HeadingsPage from '../heading/HeadingsPage.tsx'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import { OrganisationTree } from './organisation/OrganisationTree.tsx'

const visit = visitsTo('admin', { es, en })

const place = (NIVEL: string, ID: number, NOMBRE: string, PADRE: string | null, CUENTAS: number) => ({
  NIVEL,
  ID,
  NOMBRE,
  CODIGO: null,
  PADRE,
  RESPONSABLE: null,
  CUENTAS,
  ACTIVO: true,
})

test('the organisation is counted as a whole, whatever is searched for, and one is told as one', async () => {
  const places = [
    place('pais', 1, 'Brasil', null, 1),
    place('negocio', 1, 'Banco', 'pais/1', 1),
    place('departamento', 1, 'Caja', 'negocio/1', 1),
  ]
  const more = [...places, place('pais', 2, 'Chile', null, 1200), place('departamento', 2, 'Pagos', 'pais/2', 1200)]
  await visit(OrganisationTree, '/departamentos', ['admin.organisation.read'], ({ path }) => (path === '/organisation' ? more : undefined))
  expect(await screen.findByText('2 departamentos, 1.201 cuentas')).toBeTruthy()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'brasil' } })
  expect(await screen.findByText('2 departamentos, 1.201 cuentas')).toBeTruthy()
})

test('one heading with one account is told as one', async () => {
  const heading = {
    COD_RUBRO: 1,
    CODIGO: '1',
    NOMBRE: 'Activo',
    parentId: null,
    REVISION: 1,
    NIVEL: 1,
    CUENTAS: 1,
    CUENTAS_TOTAL: 1,
    PLANTILLA: null,
    MATERIALIDAD: { BASE: 'MONTO', MONTO: '1000.00', PORCENTAJE: '0.00', propia: false },
    RUBROS_HIJOS: [],
  }
  await visit(HeadingsPage, '/rubros', ['admin.heading.read'], ({ path }) => (path === '/heading/tree' ? [heading] : undefined))
  expect(await screen.findByText('1 rubro, 1 cuenta')).toBeTruthy()
})
