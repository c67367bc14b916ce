import { createRoot } from 'react-dom/client'
import '../src/styles/index.css'
import { applyAppearance, defaultAppearance, UiProvider } from '../src/index.ts'
import { Create } from './Create.tsx'
import { Dashboard } from './Dashboard.tsx'
import { States } from './States.tsx'
import { Users } from './Users.tsx'

// ?page=users&theme=dark&dir=rtl&accent=teal&size=sm
const asked = new URLSearchParams(location.search)
applyAppearance({ ...defaultAppearance, ...Object.fromEntries(asked) })
const pages = { users: Users, create: Create, states: States, dashboard: Dashboard }
const Shown = pages[(asked.get('page') ?? 'states') as keyof typeof pages]

createRoot(document.getElementById('root') as HTMLElement).render(
  <UiProvider locale={asked.get('lang') === 'en' ? 'en' : 'es'} nonce={asked.get('nonce') ?? undefined}>
    <Shown />
  </UiProvider>,
)
