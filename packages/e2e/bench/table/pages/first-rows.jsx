import { HeadSample } from '@cuadre/accounts-analysis/balance/HeadSample.tsx'
import { useHead } from '@cuadre/accounts-analysis/balance/head/useHead.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { makeBalance } from '../data.js'
import '../kit.css'

let drop
const Page = () => {
  const [file, setFile] = useState()
  const head = useHead(file)
  drop = setFile
  return head && <HeadSample head={head} />
}
const root = createRoot(document.getElementById('root'))

const shown = () => document.querySelector('.sheet tbody tr')
const nextFrame = () => new Promise(requestAnimationFrame)

window.firstRows = {
  open: () => flushSync(() => root.render(<Page />)),
  /** Milliseconds from a dropped file to the frame that shows its first rows: a text of so many bytes, or a legacy workbook in Base64. */
  drop: async (what) => {
    const file =
      typeof what === 'number'
        ? new File([makeBalance(what)], 'balance.csv', { type: 'text/csv' })
        : new File([Uint8Array.from(atob(what), (letter) => letter.charCodeAt(0))], 'balance.xls')
    drop(undefined)
    while (shown()) await nextFrame()
    return new Promise((resolve) => {
      const since = performance.now()
      drop(file)
      const look = () => (shown() ? setTimeout(() => resolve(performance.now() - since)) : requestAnimationFrame(look))
      requestAnimationFrame(look)
    })
  },
}
