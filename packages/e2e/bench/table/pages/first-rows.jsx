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

window.firstRows = {
  open: () => flushSync(() => root.render(<Page />)),
  /** Milliseconds from a dropped file to the frame that shows its first rows. */
  drop: (bytes) => {
    const file = new File([makeBalance(bytes)], 'balance.csv', { type: 'text/csv' })
    return new Promise((resolve) => {
      const since = performance.now()
      drop(file)
      const look = () =>
        document.querySelector('.sheet tbody tr') ? setTimeout(() => resolve(performance.now() - since)) : requestAnimationFrame(look)
      requestAnimationFrame(look)
    })
  },
}
