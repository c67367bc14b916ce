// What every page has: the analyst's columns, buttons to press, and a way for the bench to see what is painted.
import { columnsOf } from '@cuadre/accounts-analysis/analyst/columns.tsx'
import { filtered, sorted } from '@cuadre/accounts-analysis/analyst/mine.ts'
import es from '@cuadre/accounts-analysis/locales/es.json'
import { useEffect, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { makeRows } from './data.js'

const text = (key) => key.split('.').reduce((texts, name) => texts[name], es)
export const columns = columnsOf(text, 'CLP', false)
export const keyOf = (row) => String(row.COD_ANALISIS)

/** Rows as they are asked for, where the grid leaves that to the page; by the functions of the product. */
export const useView = (items) => {
  const [view, setView] = useState({ search: '', filters: {}, sort: undefined })
  const rows = useMemo(() => sorted(filtered(items, view), view.sort), [items, view])
  useActions({
    sort: (sort) => setView((before) => ({ ...before, sort })),
    search: (search) => setView((before) => ({ ...before, search })),
  })
  return rows
}

/** What a press of a button does. */
const press = { give() {}, sort() {}, search() {} }
export const useActions = (actions) => {
  useEffect(() => void Object.assign(press, actions))
}

/** `first` is the code in the first row as it is painted, `scroller` the element that scrolls. */
export function start(Grid, { first, scroller }) {
  let rows = []
  const App = () => {
    const [given, setGiven] = useState()
    useActions({ give: () => setGiven(rows) })
    return <Grid items={given} />
  }
  const button = document.createElement('button')
  document.body.prepend(button)
  button.style.cssText = 'position: fixed; inset: auto 0 0 auto; opacity: 0'

  window.bench = {
    make: (count) => {
      rows = makeRows(count)
    },
    mount: () => flushSync(() => createRoot(document.getElementById('root')).render(<App />)),
    first,
    /** Milliseconds from the press to the frame that shows another first row. */
    press: (action, value) =>
      new Promise((resolve) => {
        const before = first()
        button.onclick = () => press[action](value)
        const since = performance.now()
        const look = () =>
          first() !== before && first() !== undefined ? setTimeout(() => resolve(performance.now() - since)) : requestAnimationFrame(look)
        requestAnimationFrame(look)
        button.click()
      }),
    /** Milliseconds between frames while the list is scrolled by `step` pixels a frame. */
    scroll: (step, frames) =>
      new Promise((resolve) => {
        const element = scroller()
        const times = []
        element.scrollTop = 0
        const go = (now) => {
          times.push(now)
          if (times.length > frames) return resolve(times.slice(1).map((time, at) => time - times[at]))
          element.scrollTop += step
          requestAnimationFrame(go)
        }
        requestAnimationFrame(() => requestAnimationFrame(go))
      }),
    height: () => scroller().scrollHeight,
    top: () => {
      scroller().scrollTop = 0
    },
  }
}
