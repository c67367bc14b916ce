import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    faq: () => import('./faq/FaqPage.tsx'),
    resources: () => import('./resource/ResourcesPage.tsx'),
    resourceFiles: () => import('./resource/ResourcesPage.tsx'),
    utilities: () => import('./resource/UtilitiesPage.tsx'),
    requests: () => import('./ticket/RequestsPage.tsx'),
    requestsReceived: () => import('./ticket/ReceivedPage.tsx'),
    tickets: () => import('./ticket/TicketsPage.tsx'),
    ticketCreate: () => import('./ticket/TicketCreatePage.tsx'),
  },
  widgets: {},
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
