import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    charts: () => import('./charts/ChartsPage.tsx'),
    items: () => import('./items/ItemsPage.tsx'),
    matrix: () => import('./matrix/MatrixPage.tsx'),
    annualIndicators: () => import('./indicators/IndicatorsPage.tsx'),
    competitiveness: () => import('./competitiveness/CompetitivenessPage.tsx'),
  },
  widgets: {
    managementHome: () => import('./management/ManagementHome.tsx'),
    transferSuggestions: () => import('./suggestion/TransferSuggestions.tsx'),
  },
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
