import { expect, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { Form } from '../form/Form.tsx'
import { TextField } from '../form/text.tsx'
import { useForm } from '../form/useForm.ts'
import { draw } from '../testing.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import { Dialog } from './Dialog.tsx'
import { Drawer } from './Drawer.tsx'

const Reason = ({ done }: { done: () => void }) => {
  const form = useForm({ defaultValues: { motivo: '' } })
  return (
    <Form form={form} onSubmit={done} submit="Anexar" onCancel={done}>
      <TextField name="motivo" label="Motivo" />
    </Form>
  )
}
const Page = ({ of: Overlay }: { of: typeof Drawer | typeof Dialog }) => {
  const [open, setOpen] = useState(true)
  const close = () => setOpen(false)
  return (
    <Overlay open={open} onClose={close} title="Anexo tardío">
      <Reason done={close} />
    </Overlay>
  )
}
const overlay = () => screen.queryByRole('dialog', { name: 'Anexo tardío' })
const question = () => screen.queryByRole('alertdialog', { name: '¿Cerrar sin guardar?' })

test.each([
  ['a drawer', Drawer],
  ['a dialog', Dialog],
] as const)('%s asks before what was typed in it is lost', async (_, of) => {
  const { user } = draw(<Page of={of} />)
  await user.type(screen.getByRole('textbox', { name: 'Motivo' }), 'Llegó tarde')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeVisible())
  await user.click(within(question()!).getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(question()).toBeNull())
  expect(screen.getByRole('textbox', { name: 'Motivo' })).toHaveValue('Llegó tarde')
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await user.click(await screen.findByRole('button', { name: 'Cerrar sin guardar' }))
  await waitFor(() => expect(overlay()).toBeNull())
})

test('what was typed in a dialog outside a form is asked about too', async () => {
  const Decision = () => {
    const [open, setOpen] = useState(true)
    return (
      <DecisionDialog
        open={open}
        decision="reject"
        title="Anexo tardío"
        confirm="Rechazar"
        onClose={() => setOpen(false)}
        onDecide={() => {}}
      />
    )
  }
  const { user } = draw(<Decision />)
  // Behind the question it is hidden from whoever does not see.
  const typed = () => screen.queryByRole('textbox', { name: 'Comentario', hidden: true })
  await user.type(typed()!, 'Falta')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(question()).toBeVisible())
  expect(typed()).toHaveValue('Falta')
  await user.click(within(question()!).getByRole('button', { name: 'Cerrar sin guardar' }))
  await waitFor(() => expect(typed()).toBeNull())
  await waitFor(() => expect(question()).toBeNull())
})

test('what whoever draws a drawer calls unsaved is asked about', async () => {
  const Weights = () => {
    const [open, setOpen] = useState(true)
    return (
      <Drawer open={open} onClose={() => setOpen(false)} title="Anexo tardío" modeless unsaved>
        <button type="button">Peso</button>
      </Drawer>
    )
  }
  const { user } = draw(<Weights />)
  await user.click(screen.getByRole('button', { name: 'Peso' }))
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Cerrar sin guardar' }))
  await waitFor(() => expect(overlay()).toBeNull())
})

test.each([
  ['where nothing was typed', (user: ReturnType<typeof draw>['user']) => user.keyboard('{Escape}'), ''],
  [
    'by the button that cancels',
    (user: ReturnType<typeof draw>['user']) => user.click(screen.getByRole('button', { name: 'Cancelar' })),
    'Llegó',
  ],
  ['after it was sent', (user: ReturnType<typeof draw>['user']) => user.click(screen.getByRole('button', { name: /Anexar/ })), 'Llegó'],
] as const)('%s it closes at once', async (_, leave, typed) => {
  const { user } = draw(<Page of={Drawer} />)
  if (typed) await user.type(screen.getByRole('textbox', { name: 'Motivo' }), typed)
  await leave(user)
  await waitFor(() => expect(overlay()).toBeNull())
  expect(question()).toBeNull()
})
