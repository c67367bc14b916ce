import { jestNode } from '@cuadre/build/jest/node'

export default jestNode('tables')
