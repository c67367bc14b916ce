import { implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

export default implementArea<typeof area>({
  pages: { faq: () => import('./faq/FaqPage.tsx') },
  widgets: {},
  messages: (locale) => (locale === 'en' ? import('./locales/en.json') : import('./locales/es.json')),
})
