import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    accounts: () => import('./account/AccountsPage.tsx'),
    load: () => import('./balance/LoadPage.tsx'),
    review: () => import('./review/ReviewPage.tsx'),
  },
  widgets: {
    analystHome: () => import('./analyst/AnalystHome.tsx'),
    jefaturaHome: () => import('./home/JefaturaHome.tsx'),
    controlHome: () => import('./home/ControlHome.tsx'),
  },
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
