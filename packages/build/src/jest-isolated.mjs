/** Node in a world of each test file's own, for what has to be loaded anew each time. */
export { TestEnvironment as default } from 'jest-environment-node'
