import { jestNode } from '@cuadre/build/jest/node'

export default jestNode('identity', { testEnvironment: '@cuadre/build/jest/pglite' })
