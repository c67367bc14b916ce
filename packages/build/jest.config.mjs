import { jestNode } from './src/jest-node.mjs'
export default jestNode('build')
