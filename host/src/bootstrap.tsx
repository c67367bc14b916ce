import '@cuadre/ui/styles.css'
import './layout/frame.css'
import './preboot/preboot.css'
import { onSignedOut, startLanguage, startSession } from '@cuadre/shell'
import { createRoot } from 'react-dom/client'
import { App, queryClient } from './app.tsx'
import { takeIdentity } from './preboot/handover.ts'
import { removePlaceholder } from './preboot/removePlaceholder.ts'

const started = startLanguage((locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')))
onSignedOut(() => queryClient.clear())
void startSession(takeIdentity())
await started
const root = document.getElementById('root')!
removePlaceholder(root)
createRoot(root).render(<App />)
