import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    sessionTime: () => import('./config/SessionTimePage.tsx'),
    sessionTimeUpdate: () => import('./config/SessionTimeUpdatePage.tsx'),
    passwordExpiration: () => import('./config/PasswordExpirationPage.tsx'),
    passwordExpirationUpdate: () => import('./config/PasswordExpirationUpdatePage.tsx'),
    idleSignOut: () => import('./config/IdleSignOutPage.tsx'),
    idleSignOutUpdate: () => import('./config/IdleSignOutUpdatePage.tsx'),
    analysisStatuses: () => import('./status/StatusesPage.tsx'),
    analysisStatusCreate: () => import('./status/StatusCreatePage.tsx'),
    analysisStatusUpdate: () => import('./status/StatusUpdatePage.tsx'),
    roleConfiguration: () => import('./role/RolesPage.tsx'),
    roleCreate: () => import('./role/RoleCreatePage.tsx'),
    roleUpdate: () => import('./role/RoleUpdatePage.tsx'),
    alerts: () => import('./alert/AlertsPage.tsx'),
    calendar: () => import('./calendar/CalendarPage.tsx'),
    exchangeRates: () => import('./exchange-rate/ExchangeRatesPage.tsx'),
    thresholds: () => import('./threshold/ThresholdsPage.tsx'),
    thresholdCreate: () => import('./threshold/ThresholdCreatePage.tsx'),
    thresholdUpdate: () => import('./threshold/ThresholdUpdatePage.tsx'),
  },
  widgets: {},
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
