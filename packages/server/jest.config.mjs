import { jestNode } from '@cuadre/build/jest/node'

// What needs a real Keycloak runs where there is one (`npm run keycloak -- test`), and then nothing else.
export default jestNode('server', {
  testEnvironment: '@cuadre/build/jest/pglite',
  ...(process.env.KEYCLOAK_ADMIN_PASSWORD && { testMatch: ['<rootDir>/src/**/*.keycloak.ts'] }),
})
