import '@cuadre/ui/styles.css'
import './layout/frame.css'
import './first/first.css'
import { onSignedOut, startLanguage, startSession } from '@cuadre/shell'
import { createRoot } from 'react-dom/client'
import { App, queryClient } from './app.tsx'
import { takeIdentity } from './first/handover.ts'
import { replaceFirst } from './first/replace.ts'

const started = startLanguage((locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')))
onSignedOut(() => queryClient.clear())
void startSession(takeIdentity())
await started
const root = document.getElementById('root')!
replaceFirst(root)
createRoot(root).render(<App />)
