import { jestBrowser } from '@cuadre/build/jest/browser'
export default jestBrowser('accounts-analysis')
