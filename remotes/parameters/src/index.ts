import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: {
    sessionTime: () => import('./session-time/SessionTimePage.tsx'),
    sessionTimeUpdate: () => import('./session-time/SessionTimeUpdatePage.tsx'),
    thresholds: () => import('./threshold/ThresholdsPage.tsx'),
    thresholdCreate: () => import('./threshold/ThresholdCreatePage.tsx'),
    thresholdUpdate: () => import('./threshold/ThresholdUpdatePage.tsx'),
  },
  widgets: {},
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
