import { visitsTo } from '@cuadre/shell/testing'
import { hasUnsavedWork } from '@cuadre/ui'
import { expect, jest, test } from '@jest/globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import en from '../locales/en.json' with { type: 'json' }
import es from '../locales/es.json' with { type: 'json' }
import TicketCreatePage from './TicketCreatePage.tsx'

jest.setTimeout(60_000)
const visit = visitsTo('helpdesk', { es, en })

const fitting = {
  id: 1,
  categoria: 'cargas',
  preguntaEs: '¿Por qué no sube mi archivo?',
  preguntaEn: 'Why does my file not upload?',
  respuestaEs: 'Porque pesa más de 50 MB.',
  respuestaEn: 'Because it is over 50 MB.',
  palabras: [],
  orden: 1,
  publicada: true,
  responsable: null,
  revisarEn: null,
  cambioEs: '2026-03-12T10:00:00Z',
  cambioEn: '2026-03-12T10:00:00Z',
  sirvio: 0,
  noSirvio: 0,
  evitadas: 0,
  miVoto: null,
  ticketId: null,
  actualizadoEn: '2026-03-12T10:00:00Z',
  REVISION: 1,
}

test('a question that fits proposes its category, and what was typed stays unsaved work', async () => {
  await visit(TicketCreatePage, '/tickets-soporte/crear', ['helpdesk.ticket.write'], ({ path }) =>
    path === '/faq' ? { data: [fitting], total: 1, page: 1, limit: 4 } : path === '/me/business' ? [] : undefined,
  )
  const subject = await screen.findByLabelText<HTMLInputElement>('Asunto')
  fireEvent.input(subject, { target: { value: 'No puedo subir el archivo' } })
  expect(await screen.findByText('Porque pesa más de 50 MB.')).toBeTruthy()
  const category = screen.getByLabelText<HTMLSelectElement>('Categoría')
  await waitFor(() => expect(category.selectedOptions[0]?.text).toBe('Carga de balance'))
  fireEvent.input(screen.getByLabelText('Qué pasa'), { target: { value: 'Se queda en el 40 %' } })
  expect(subject.value).toBe('No puedo subir el archivo')
  expect(hasUnsavedWork()).toBe(true)
  expect(screen.getByText('Cambios sin guardar')).toBeTruthy()

  fireEvent.input(screen.getByLabelText('Qué pasa'), { target: { value: '' } })
  expect(hasUnsavedWork()).toBe(true)
})

test('a file alone is unsaved work, until a question that fits solves it', async () => {
  const { asked } = await visit(TicketCreatePage, '/tickets-soporte/crear', ['helpdesk.ticket.write'], ({ method, path }) =>
    method === 'GET' && path === '/faq'
      ? { data: [fitting], total: 1, page: 1, limit: 4 }
      : path === '/me/business'
        ? []
        : path === '/faq/1/vote'
          ? { ok: true }
          : undefined,
  )
  await screen.findByLabelText('Asunto')
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]')!
  fireEvent.change(chooser, { target: { files: [new File(['x'], 'captura.txt', { type: 'text/plain' })] } })
  await screen.findByText('captura.txt')
  expect(hasUnsavedWork()).toBe(true)

  fireEvent.input(screen.getByLabelText('Asunto'), { target: { value: 'No puedo subir el archivo' } })
  fireEvent.click(await screen.findByRole('button', { name: es.create.solves }))
  await waitFor(() => expect(hasUnsavedWork()).toBe(false))
  expect(asked.some(({ method }) => method === 'POST' || method === 'PATCH')).toBe(true)
})
