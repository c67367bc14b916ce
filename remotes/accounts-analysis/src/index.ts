import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    accounts: () => import('./account/AccountsPage.tsx'),
    accountCreate: () => import('./account/AccountCreatePage.tsx'),
    accountUpdate: () => import('./account/AccountUpdatePage.tsx'),
    accountHistory: () => import('./history/AccountHistoryPage.tsx'),
    load: () => import('./balance/LoadPage.tsx'),
    transfer: () => import('./transfer/TransferPage.tsx'),
    historical: () => import('./history/HistoricalPage.tsx'),
    summary: () => import('./history/SummaryPage.tsx'),
    review: () => import('./review/ReviewPage.tsx'),
  },
  widgets: {
    analystHome: () => import('./analyst/AnalystHome.tsx'),
    jefaturaHome: () => import('./home/JefaturaHome.tsx'),
    controlHome: () => import('./home/ControlHome.tsx'),
  },
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
