import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import { hasUnsavedWork } from '../notify/unsaved.ts'
import { draw, saveDrafts } from '../testing.tsx'
import { ComboField } from './ComboField.tsx'
import { ChoicesField } from './choice.tsx'
import { FileField } from './FileField.tsx'
import { Form, FormSection } from './Form.tsx'
import { DateField, MoneyField, NumberField } from './parsed.tsx'
import { TextArea, TextField } from './text.tsx'
import { useForm } from './useForm.ts'

type Save = (values: Record<string, unknown>) => unknown
const Person = ({ save, given = {} }: { save: Save; given?: Record<string, unknown> }) => {
  const form = useForm({ defaultValues: { nombre: '', usuario: '', roles: [] as string[], ...given } })
  return (
    <Form form={form} onSubmit={save} submit="Crear usuario">
      <FormSection title="Identidad">
        <TextField name="nombre" label="Nombre completo" />
        <TextField name="usuario" label="Usuario" />
        <ChoicesField name="roles" label="Roles" help="Uno basta." options={[{ value: 'a', label: 'Analista' }]} />
        <TextArea name="nota" label="Nota" optional />
      </FormSection>
    </Form>
  )
}
const field = (name: string) => screen.getByRole('textbox', { name })
const send = () => screen.getByRole('button', { name: /Crear usuario/ })
const refused = (issues: unknown) => Object.assign(new Error('422'), { body: { issues } })

describe('what is missing', () => {
  test('is said at each field, listed above with links, and the first one has the focus', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Person save={save} />)
    expect(screen.getByRole('group', { name: 'Roles' })).toHaveAccessibleDescription('Uno basta.')
    await user.type(field('Nombre completo'), '   ')
    await user.click(send())
    expect(save).not.toHaveBeenCalled()
    expect(field('Nombre completo')).toHaveFocus()
    expect(field('Nombre completo')).toHaveAccessibleDescription('Complete este campo.')
    const summary = screen.getByRole('alert')
    expect(summary).toHaveTextContent('Revise 3 campos antes de guardar. Nombre completo, Usuario y Roles.')
    await user.click(within(summary).getByRole('link', { name: 'Roles' }))
    expect(screen.getByRole('checkbox', { name: 'Analista' })).toHaveFocus()
    expect(screen.getByRole('checkbox', { name: 'Analista' })).toHaveAccessibleDescription('Complete este campo.')
  })

  test('an optional field is not asked for', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Person save={save} given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} />)
    await user.click(send())
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  })
})

test('who takes it back when asked goes on with what was typed, and is told of no failure', async () => {
  const save = jest.fn<Save>(async () => false)
  const { user } = draw(<Person save={save} given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} />)
  await user.type(field('Nombre completo'), ' Benítez')
  await user.click(send())
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(field('Nombre completo')).toHaveValue('Julia Benítez')
  expect(hasUnsavedWork()).toBe(true)
  await user.click(send())
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
})

test('what is typed while it saves stays, as unsaved work, and goes with the next save', async () => {
  let arrive = () => {}
  const save = jest.fn<Save>(() => new Promise<void>((resolve) => (arrive = resolve)))
  const { user } = draw(<Person save={save} given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} />)
  await user.type(field('Nombre completo'), ' Benítez')
  await user.click(send())
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
  await user.type(field('Usuario'), '2')
  await act(async () => arrive())
  await waitFor(() => expect(hasUnsavedWork()).toBe(true))
  expect(field('Usuario')).toHaveValue('jb2')
  await user.click(send())
  await waitFor(() => expect(save.mock.calls[1]?.[0]).toMatchObject({ nombre: 'Julia Benítez', usuario: 'jb2' }))
  await act(async () => arrive())
  await waitFor(() => expect(hasUnsavedWork()).toBe(false))
})

describe('what belongs to the page and not to the form', () => {
  const Followed = ({ save }: { save: Save }) => {
    const form = useForm({ defaultValues: { nombre: 'Julia' } })
    return (
      <Form form={form} onSubmit={save} submit="Crear usuario" after={<section aria-label="Creados">Nadie todavía</section>}>
        <TextField name="nombre" label="Nombre completo" />
      </Form>
    )
  }
  test('stands outside of it and before its action bar, which still submits it, as Enter does', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Followed save={save} />)
    const after = screen.getByRole('region', { name: 'Creados' })
    expect(after.closest('form')).toBeNull()
    expect(after.compareDocumentPosition(send()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    await user.click(send())
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    await user.type(field('Nombre completo'), '{Enter}')
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2))
  })
})

describe('what the server refuses', () => {
  const given = { nombre: 'Julia', usuario: 'jbenitez', roles: ['a'] }

  test('at a file, whose input lies hidden, shows the field itself', async () => {
    const Sent = () => {
      const form = useForm({ defaultValues: { libro: null } })
      return (
        <Form form={form} onSubmit={() => undefined} submit="Crear usuario">
          <FileField name="libro" label="Libro" />
        </Form>
      )
    }
    const shown: Element[] = []
    Element.prototype.scrollIntoView = function (this: Element) {
      shown.push(this)
    }
    const { user } = draw(<Sent />)
    await user.click(send())
    await waitFor(() => expect(shown.at(-1)?.textContent).toContain('Libro'))
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })

  test('goes to its field, which has the focus, and nothing typed is lost', async () => {
    const { user } = draw(
      <Person
        given={given}
        save={() =>
          Promise.reject(
            refused([
              { path: ['usuario'], message: 'Ya existe el usuario «jbenitez».' },
              { path: 'roles.0', message: 'No es suyo.' },
            ]),
          )
        }
      />,
    )
    await user.click(send())
    await waitFor(() => expect(field('Usuario')).toHaveFocus())
    expect(field('Usuario')).toHaveAccessibleDescription('Ya existe el usuario «jbenitez».')
    expect(field('Usuario')).toHaveValue('jbenitez')
    expect(screen.getByText('No es suyo.')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent('Revise 2 campos antes de guardar.')
  })

  test('what belongs to no field stands in the summary', async () => {
    const { user } = draw(
      <Person given={given} save={() => Promise.reject(refused([{ path: '', message: 'El período está cerrado.' }]))} />,
    )
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('El período está cerrado.')
    expect(screen.getByRole('alert')).toHaveFocus()
  })

  test('a failure without reasons says that nothing is lost, and may be tried again', async () => {
    const save = jest.fn<Save>().mockImplementationOnce(() => Promise.reject(new Error('network')))
    const { user } = draw(<Person given={given} save={save} />)
    await user.click(send())
    expect(await screen.findByRole('alert')).toHaveTextContent('No se pudo guardar. Lo que escribió se conserva.')
    await user.click(send())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(save).toHaveBeenCalledTimes(2)
  })
})

test('a call that had no answer is not told as not saved', async () => {
  const unanswered = Object.assign(new Error(''), { status: 0, issues: [] })
  const { user } = draw(<Person given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} save={() => Promise.reject(unanswered)} />)
  await user.click(send())
  expect(await screen.findByRole('alert')).toHaveTextContent(/no se sabe si se guardó: compruébelo antes de repetirlo/)
  expect(screen.queryByText(/No se pudo guardar/)).toBeNull()
})

describe('unsaved work', () => {
  test('is marked and told to the page until it is saved', async () => {
    const { user } = draw(<Person given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} save={() => Promise.resolve()} />)
    expect(hasUnsavedWork()).toBe(false)
    await user.type(field('Nombre completo'), ' Benítez')
    expect(screen.getByText('Cambios sin guardar')).toBeVisible()
    expect(hasUnsavedWork()).toBe(true)
    await user.type(field('Nombre completo'), '{Enter}')
    await waitFor(() => expect(hasUnsavedWork()).toBe(false))
    expect(screen.queryByText('Cambios sin guardar')).toBeNull()
  })

  test('Enter in a text area writes a line; with Ctrl it saves', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Person save={save} given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} />)
    await user.type(screen.getByRole('textbox', { name: /Nota/ }), 'una{Enter}dos')
    expect(save).not.toHaveBeenCalled()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(save.mock.calls[0]?.[0]).toMatchObject({ nota: 'una\ndos' }))
  })

  test('a second press while it saves does nothing', async () => {
    const save = jest.fn<Save>(() => new Promise(() => undefined))
    const { user } = draw(<Person save={save} given={{ nombre: 'Julia', usuario: 'jb', roles: ['a'] }} />)
    await user.click(send())
    await waitFor(() => expect(send()).toHaveAttribute('aria-busy', 'true'))
    await user.click(send())
    await user.type(field('Usuario'), '{Enter}')
    expect(save).toHaveBeenCalledTimes(1)
  })
})

describe('amounts, numbers and dates', () => {
  const Limits = ({ save, start = {} }: { save: Save; start?: Record<string, unknown> }) => {
    const form = useForm({ defaultValues: { umbral: '', dias: null, desde: '', ...start } })
    return (
      <Form form={form} onSubmit={save} submit="Crear usuario">
        <MoneyField name="umbral" label="Umbral" currency="BRL" />
        <NumberField name="dias" label="Días" min={1} max={31} optional />
        <DateField name="desde" label="Desde" max="2026-12-31" optional />
        <button type="button" onClick={() => form.reset({ umbral: '7.5', dias: null, desde: '2026-01-02' })}>
          Poner
        </button>
      </Form>
    )
  }

  test.each([
    ['1.234,56', '1234.56', '1.234,56'],
    ['1,234.56', '1234.56', '1.234,56'],
    ['-1234567890123456,7', '-1234567890123456.7', '−1.234.567.890.123.456,70'],
  ])('%s is sent as %s and shown as %s', async (typed, sent, shown) => {
    const save = jest.fn<Save>()
    const { user } = draw(<Limits save={save} />)
    await user.type(field('Umbral'), typed)
    await user.tab()
    expect(field('Umbral')).toHaveValue(shown)
    await user.click(send())
    await waitFor(() => expect(save.mock.calls[0]?.[0]).toEqual({ umbral: sent, dias: null, desde: '' }))
  })

  test('what cannot be read stays as typed and is refused', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Limits save={save} />)
    await user.type(field('Umbral'), '1.204.55,10')
    await user.type(screen.getByRole('textbox', { name: /Días/ }), '40')
    await user.type(screen.getByRole('textbox', { name: /Desde/ }), '31-02-2026')
    await user.click(send())
    expect(save).not.toHaveBeenCalled()
    expect(field('Umbral')).toHaveValue('1.204.55,10')
    expect(field('Umbral')).toHaveAccessibleDescription('Escriba un importe, por ejemplo 1.234,56.')
    expect(screen.getByText('Debe estar entre 1 y 31.')).toBeVisible()
    expect(screen.getByText('Escriba una fecha como DD-MM-AAAA.')).toBeVisible()
  })

  test('a field without decimals asks for a whole number', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Limits save={save} />)
    await user.type(screen.getByRole('textbox', { name: /Días/ }), '1,5')
    await user.click(send())
    expect(screen.getByText('Escriba un número entero.')).toBeVisible()
    expect(save).not.toHaveBeenCalled()
  })

  test('a number is a number, a day is ISO, and a reset is shown', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Limits save={save} />)
    await user.click(screen.getByRole('button', { name: 'Poner' }))
    expect(field('Umbral')).toHaveValue('7,50')
    const day = screen.getByRole('textbox', { name: /Desde/ })
    expect(day).toHaveValue('02-01-2026')
    await user.clear(day)
    await user.type(day, '6/11/26')
    await user.type(screen.getByRole('textbox', { name: /Días/ }), '12')
    await user.click(send())
    await waitFor(() => expect(save.mock.calls[0]?.[0]).toEqual({ umbral: '7.5', dias: 12, desde: '2026-11-06' }))
  })
})

describe('choosing by typing', () => {
  const options = ['Impuestos', 'Tesorería', 'Medios de pago'].map((label, i) => ({ value: String(i), label }))
  const Place = ({ save, find }: { save: Save; find?: (query: string) => Promise<typeof options> }) => {
    const form = useForm({ defaultValues: { lugar: '' } })
    return (
      <Form form={form} onSubmit={save} submit="Crear usuario">
        <ComboField name="lugar" label="Departamento" options={find ?? options} />
      </Form>
    )
  }

  test('accents do not matter; arrows and Intro choose without saving', async () => {
    const save = jest.fn<Save>()
    const { user } = draw(<Place save={save} />)
    const box = screen.getByRole('combobox', { name: 'Departamento' })
    await user.type(box, 'tesoreria')
    expect(box).toHaveAttribute('aria-expanded', 'true')
    await user.keyboard('{Enter}')
    expect(box).toHaveValue('Tesorería')
    expect(save).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(save.mock.calls[0]?.[0]).toEqual({ lugar: '1' }))
  })

  test('half a word left behind goes back to what was chosen', async () => {
    const { user } = draw(<Place save={() => undefined} />)
    const box = screen.getByRole('combobox', { name: 'Departamento' })
    await user.type(box, 'imp{ArrowDown}{Enter}')
    expect(box).toHaveValue('Impuestos')
    await user.type(box, 'zzz')
    await user.click(document.body)
    expect(box).toHaveValue('Impuestos')
  })

  test('asks the server once the typing pauses', async () => {
    const find = jest.fn((query: string) => Promise.resolve(options.filter((o) => o.label.toLowerCase().includes(query))))
    const { user } = draw(<Place save={() => undefined} find={find} />)
    await user.type(screen.getByRole('combobox'), 'medios')
    await user.click(await screen.findByText('Medios de pago'))
    expect(screen.getByRole('combobox')).toHaveValue('Medios de pago')
    expect(find.mock.calls.length).toBeLessThanOrEqual(2)
  })
})

describe('when the session ends', () => {
  const end = () => act(saveDrafts)
  beforeEach(() => sessionStorage.clear())

  test('what was typed is there again the next time, once, marked as unsaved', async () => {
    const { user } = draw(<Person save={jest.fn<Save>()} />)
    await user.type(field('Nombre completo'), 'Julia')
    end()
    draw(<Person save={jest.fn<Save>()} />)
    expect(field('Nombre completo')).toHaveValue('Julia')
    expect(screen.getByText('Lo que había escrito antes de que terminara la sesión')).toBeVisible()
    expect(hasUnsavedWork()).toBe(true)
    draw(<Person save={jest.fn<Save>()} />)
    expect(field('Nombre completo')).toHaveValue('')
  })

  test('what was not touched is as the server has it then: others may have changed it meanwhile', async () => {
    const save = jest.fn<Save>()
    const given = { nombre: 'Julia', usuario: 'jpaz', roles: ['a'] }
    const { user } = draw(<Person save={save} given={given} />)
    await user.type(field('Nombre completo'), ' Paz')
    end()
    const again = draw(<Person save={save} given={{ ...given, usuario: 'julia.paz' }} />)
    expect(field('Nombre completo')).toHaveValue('Julia Paz')
    expect(field('Usuario')).toHaveValue('julia.paz')
    // What has been saved since is no draft.
    await again.user.click(send())
    await waitFor(() => expect(save).toHaveBeenCalledTimes(1))
    await again.user.type(field('Usuario'), '.r')
    end()
    expect(JSON.parse(sessionStorage.getItem(sessionStorage.key(0)!)!).typed).toEqual({ usuario: 'julia.paz.r' })
  })

  test('a file has to be chosen again, which its field says until one is', async () => {
    const Sent = () => {
      const form = useForm({ defaultValues: { libro: null, nota: '' } })
      return (
        <Form form={form} onSubmit={() => undefined} submit="Enviar">
          <FileField name="libro" label="Libro" />
          <TextField name="nota" label="Nota" optional />
        </Form>
      )
    }
    const { user } = draw(<Sent />)
    const libro = new File(['x'], 'auxiliar.xlsx')
    await user.upload(screen.getByLabelText('Libro'), libro)
    end()
    draw(<Sent />)
    expect(await screen.findByText(/Elija otra vez «auxiliar.xlsx»/)).toBeVisible()
    await user.upload(screen.getByLabelText('Libro'), libro)
    expect(screen.queryByText(/Elija otra vez/)).toBeNull()
    expect(screen.getByLabelText('Libro')).not.toHaveAttribute('aria-invalid', 'true')
  })

  test('what was typed at one address does not come back at another', async () => {
    history.replaceState(null, '', '/home?analisis=1')
    const { user } = draw(<Person save={jest.fn<Save>()} />)
    await user.type(field('Nombre completo'), 'Julia')
    end()
    history.replaceState(null, '', '/home?analisis=2')
    draw(<Person save={jest.fn<Save>()} />)
    expect(field('Nombre completo')).toHaveValue('')
    history.replaceState(null, '', '/')
  })

  test('a form without changes, or with a password, keeps nothing', async () => {
    draw(<Person save={jest.fn<Save>()} given={{ nombre: 'Julia' }} />)
    end()
    const Secret = () => {
      const form = useForm({ defaultValues: { clave: '' } })
      return (
        <Form form={form} onSubmit={() => undefined} submit="Cambiar">
          <TextField name="clave" label="Clave" type="password" />
        </Form>
      )
    }
    const { user } = draw(<Secret />)
    await user.type(screen.getByLabelText('Clave'), 'secreto')
    end()
    expect(sessionStorage.length).toBe(0)
  })
})
