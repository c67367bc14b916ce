import '@cuadre/ui/styles.css'
import './layout/frame.css'
import { onSignedOut, startLanguage, startSession } from '@cuadre/shell'
import { createRoot } from 'react-dom/client'
import { App, queryClient } from './app.tsx'

const started = startLanguage((locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')))
onSignedOut(() => queryClient.clear())
void startSession()
await started
createRoot(document.getElementById('root')!).render(<App />)
