import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    countries: () => import('./country/CountriesPage.tsx'),
    countryCreate: () => import('./country/CountryCreatePage.tsx'),
    countryUpdate: () => import('./country/CountryUpdatePage.tsx'),
    users: () => import('./user/UsersPage.tsx'),
    auditors: () => import('./auditor/AuditorsPage.tsx'),
    auditorCreate: () => import('./auditor/AuditorCreatePage.tsx'),
    auditorUpdate: () => import('./auditor/AuditorUpdatePage.tsx'),
    periods: () => import('./period/PeriodsPage.tsx'),
    periodCreate: () => import('./period/PeriodCreatePage.tsx'),
    periodUpdate: () => import('./period/PeriodUpdatePage.tsx'),
    periodClose: () => import('./period/PeriodClosePage.tsx'),
  },
  widgets: {},
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
