import { jestBrowser } from '@cuadre/build/jest/browser'
export default jestBrowser('host', { globals: { SHARED_VERSIONS: {} } })
