import { addMessages, implementArea } from '@cuadre/shell'
import type { area } from './area.ts'

/** With the texts that are not the homes': those come with the area. */
const withTexts =
  <M>(load: () => Promise<M>) =>
  async (): Promise<M> => {
    const [module] = await Promise.all([load(), addMessages('accounts-analysis', texts, ' pages')])
    return module
  }
const texts = (locale: string) =>
  locale === 'en' ? import('./locales/en.json?but=home,shared,balance') : import('./locales/es.json?but=home,shared,balance')

/** With those of a load as well, a third of them all. */
const withLoadTexts = <M>(load: () => Promise<M>) =>
  withTexts(async () => {
    const [module] = await Promise.all([load(), addMessages('accounts-analysis', loadTexts, ' loads')])
    return module
  })
const loadTexts = (locale: string) =>
  locale === 'en' ? import('./locales/en.json?also=balance') : import('./locales/es.json?also=balance')

export default implementArea<typeof area>({
  pages: {
    accounts: withTexts(() => import('./account/AccountsPage.tsx')),
    accountCreate: withTexts(() => import('./account/AccountCreatePage.tsx')),
    accountUpdate: withTexts(() => import('./account/AccountUpdatePage.tsx')),
    accountHistory: withTexts(() => import('./history/AccountHistoryPage.tsx')),
    deliveries: withLoadTexts(() => import('./delivery/DeliveriesPage.tsx')),
    load: withLoadTexts(() => import('./balance/LoadPage.tsx')),
    transfer: withLoadTexts(() => import('./transfer/TransferPage.tsx')),
    historical: withTexts(() => import('./history/HistoricalPage.tsx')),
    summary: withTexts(() => import('./history/SummaryPage.tsx')),
    review: withTexts(() => import('./review/ReviewPage.tsx')),
  },
  extraHeaders: { loadPeriod: withLoadTexts(() => import('./balance/LoadPeriod.tsx')) },
  widgets: {
    analystHome: withTexts(() => import('./analyst/AnalystHome.tsx')),
    jefaturaHome: () => import('./home/JefaturaHome.tsx'),
    controlHome: () => import('./home/ControlHome.tsx'),
    auditorHome: withTexts(() => import('./audit/AuditorHome.tsx')),
    businesses: () => import('./home/Businesses.tsx'),
  },
  firsts: { accounts: () => import('./account/asked.ts') },
  messages: (locale) => (locale === 'en' ? import('./locales/en.json?only=home,shared') : import('./locales/es.json?only=home,shared')),
})
