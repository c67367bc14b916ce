import { afterEach, describe, expect, jest, test } from '@jest/globals'
import '@testing-library/jest-dom/jest-globals'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Button } from '../parts/Button.tsx'
import { draw } from '../testing.tsx'
import { Drawer } from './Drawer.tsx'
import { Popover } from './Popover.tsx'

test('Escape closes the panel, and only the next one the drawer around it', async () => {
  const onClose = jest.fn()
  const { user } = draw(
    <Drawer open onClose={onClose} title="Lista">
      <Popover trigger={<Button>Filtros</Button>} label="Filtros">
        <input aria-label="Cuenta" />
      </Popover>
    </Drawer>,
  )
  await user.click(await screen.findByRole('button', { name: 'Filtros' }))
  expect(screen.getByRole('textbox', { name: 'Cuenta' })).toHaveFocus()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.getByRole('button', { name: 'Filtros' })).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a press elsewhere closes it, after the field in it was left', async () => {
  const left = jest.fn()
  const { user } = draw(
    <Popover trigger={<Button>Filtros</Button>} label="Filtros">
      <input aria-label="Cuenta" onBlur={left} />
    </Popover>,
  )
  await user.click(screen.getByRole('button', { name: 'Filtros' }))
  await user.click(document.body)
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(left).toHaveBeenCalledTimes(1)
})

test.each(['forwards', 'backwards'])('the keyboard that leaves it %s closes it, and goes on', async (way) => {
  const { user } = draw(
    <>
      <button type="button">Antes</button>
      <Popover trigger={<Button>Filtros</Button>} label="Filtros">
        <input aria-label="Cuenta" />
        <input aria-label="Rubro" />
      </Popover>
      <button type="button">Después</button>
    </>,
  )
  await user.click(screen.getByRole('button', { name: 'Filtros' }))
  await user.tab()
  expect(screen.getByRole('textbox', { name: 'Rubro' })).toHaveFocus()
  for (let i = 0; i < (way === 'forwards' ? 1 : 3); i++) await user.tab({ shift: way === 'backwards' })
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(screen.getByRole('button', { name: way === 'forwards' ? 'Después' : 'Antes' })).toHaveFocus()
})

test('a link in it that is followed closes it, another press in it does not', async () => {
  const follow = jest.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const { user } = draw(
    <Popover trigger={<Button>Enero</Button>} label="Enero">
      <p>812 de 1.096</p>
      <a href="/lista" onClick={follow}>
        Abrir la lista
      </a>
    </Popover>,
  )
  await user.click(screen.getByRole('button', { name: 'Enero' }))
  await user.click(screen.getByText('812 de 1.096'))
  expect(screen.getByRole('link')).toBeVisible()
  await user.click(screen.getByRole('link'))
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  expect(follow).toHaveBeenCalledTimes(1)
})

describe('a panel that is higher than the room under its button', () => {
  const box = (top: number, bottom: number) => ({ left: 0, right: 100, top, bottom, width: 100, height: bottom - top }) as DOMRect
  /** The window of jsdom is 768 pixels high. */
  const open = async (button: DOMRect, panel: DOMRect) => {
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      return this.getAttribute('role') === 'dialog' ? panel : button
    })
    const { user } = draw(
      <Popover trigger={<Button>Filtros</Button>} label="Filtros">
        <input aria-label="Cuenta" />
      </Popover>,
    )
    await user.click(screen.getByRole('button', { name: 'Filtros' }))
    const { maxBlockSize, insetBlockEnd } = screen.getByRole('dialog').style
    return { maxBlockSize, isOver: insetBlockEnd !== '' }
  }
  afterEach(() => {
    jest.restoreAllMocks()
  })

  test('scrolls in what there is', async () => {
    expect(await open(box(360, 392), box(396, 1000))).toEqual({ maxBlockSize: '364px', isOver: false })
  })
  test('opens over it where there is more', async () => {
    expect(await open(box(660, 692), box(696, 900))).toEqual({ maxBlockSize: '648px', isOver: true })
  })
  test('and again when the window changes: what it was before is forgotten', async () => {
    expect((await open(box(700, 730), box(734, 934))).isOver).toBe(true)
    jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => box(100, 300))
    fireEvent(window, new Event('resize'))
    await waitFor(() => expect(screen.getByRole('dialog').style).toMatchObject({ maxBlockSize: '', insetBlockEnd: '', overflow: '' }))
  })
  test('and is as it is where it has room', async () => {
    expect(await open(box(60, 92), box(96, 300))).toEqual({ maxBlockSize: '', isOver: false })
  })
})
