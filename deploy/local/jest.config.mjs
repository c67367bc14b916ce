import { jestNode } from '@cuadre/build/jest/node'
export default jestNode('deploy', { testMatch: ['<rootDir>/*.test.ts'] })
