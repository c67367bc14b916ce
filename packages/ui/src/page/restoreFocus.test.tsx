import { expect, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { BulkBar } from '../data/BulkBar.tsx'
import { DataTable } from '../data/DataTable.tsx'
import { useTableState } from '../data/useTableState.ts'
import { Dialog } from '../overlay/Dialog.tsx'
import { Button } from '../parts/Button.tsx'
import { draw } from '../testing.tsx'

const ACCOUNTS = ['Caja', 'Bancos']
const COLUMNS = [{ id: 'nombre', header: 'Nombre', cell: (name: string) => name }]
const inTime = () => new Promise((done) => setTimeout(done, 300))

/** A table with a bulk bar that asks for confirmation and disappears afterwards. */
function Accounts() {
  const table = useTableState({ key: 'prueba' })
  const [asking, setAsking] = useState(false)
  const done = () => {
    table.clearSelection()
    setAsking(false)
  }
  return (
    <section>
      <button type="button">Exportar</button>
      <DataTable label="Cuentas" columns={COLUMNS} rows={ACCOUNTS} rowKey={(name) => name} table={table} selectable />
      <BulkBar table={table}>
        <Button onClick={() => setAsking(true)}>Agrupar</Button>
      </BulkBar>
      <Dialog open={asking} onClose={() => setAsking(false)} title="¿Agrupar?" footer={<Button onClick={done}>Sí, agrupar</Button>} />
    </section>
  )
}

test('the bar of a selection goes: its table takes the focus', async () => {
  const { user } = draw(<Accounts />)
  await user.click(screen.getAllByRole('checkbox')[1]!)
  screen.getByRole('button', { name: 'Quitar la selección' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('grid')).toHaveFocus())
})

test('a dialog goes together with what opened it: so it is with what was around that', async () => {
  const { user } = draw(<Accounts />)
  await user.click(screen.getAllByRole('checkbox')[1]!)
  screen.getByRole('button', { name: 'Agrupar' }).focus()
  await user.keyboard('{Enter}')
  const yes = await screen.findByRole('button', { name: 'Sí, agrupar' })
  yes.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('grid')).toHaveFocus())
})

test('a dialog that nothing on the page has opened leaves the focus to the page', async () => {
  const Linked = () => {
    const [open, setOpen] = useState(true)
    return (
      <main tabIndex={-1}>
        <Dialog open={open} onClose={() => setOpen(false)} title="Del enlace" />
      </main>
    )
  }
  const { user } = draw(<Linked />)
  await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.querySelector('main')).toHaveFocus())
})

/** A list whose entries are removed when they are pressed. */
function Waiting() {
  const [left, setLeft] = useState(['uno', 'dos', 'tres'])
  return (
    <>
      <button type="button">Antes</button>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => setLeft(left.filter((other) => other !== name))}>
              {name}
            </button>
          </li>
        ))}
      </ul>
      <p>Nada</p>
    </>
  )
}

test('what was done leaves its list: the next of it has the focus, of an empty one what stands before it', async () => {
  const { user } = draw(<Waiting />)
  for (const [name, next] of [
    ['uno', 'dos'],
    ['dos', 'tres'],
    ['tres', 'Antes'],
  ] as const) {
    screen.getByRole('button', { name }).focus()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('button', { name: next })).toHaveFocus())
  }
})

test('a click into the void is nobody’s loss, and who places the focus keeps it', async () => {
  const { user } = draw(<Waiting />)
  screen.getByRole('button', { name: 'uno' }).focus()
  await user.click(screen.getByText('Nada'))
  await inTime()
  expect(document.body).toHaveFocus()
  screen.getByRole('button', { name: 'uno' }).focus()
  await user.keyboard('{Enter}')
  screen.getByRole('button', { name: 'tres' }).focus()
  await inTime()
  expect(screen.getByRole('button', { name: 'tres' })).toHaveFocus()
})

test('of a page whose whole form is another now the heading has the focus, and not a link to another page', async () => {
  const Record = () => {
    const [version, setVersion] = useState(1)
    return (
      <div className="page">
        <header>
          <a href="/periodos">Períodos</a>
          <h1 tabIndex={-1}>Política de cierre</h1>
        </header>
        <form key={version}>
          <button type="button" onClick={() => setVersion(2)}>
            Guardar
          </button>
        </form>
      </div>
    )
  }
  const { user } = draw(<Record />)
  screen.getByRole('button', { name: 'Guardar' }).focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus())
})
