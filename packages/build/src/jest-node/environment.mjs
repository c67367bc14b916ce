import { ModernFakeTimers } from '@jest/fake-timers'
import { ModuleMocker } from 'jest-mock'

const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL')

/** The process's own world. What a test file sets in `process.env`, its spies, its time limit and its console end with it. */
export default class Environment {
  constructor({ projectConfig }) {
    // What Jest changes in `process` is meant for a world of its own: here it would be the worker's.
    this.global = new Proxy(globalThis, { get: (target, name) => (name === 'process' ? undefined : Reflect.get(target, name)) })
    this.moduleMocker = new ModuleMocker(globalThis)
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis })
    this.fakeTimers = this.fakeTimersModern
    this.before = { env: { ...process.env }, console: globalThis.console }
  }

  async setup() {}

  async teardown() {
    this.fakeTimersModern.dispose()
    this.moduleMocker.restoreAllMocks()
    delete globalThis[TIMEOUT]
    globalThis.console = this.before.console
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name]
    Object.assign(process.env, this.before.env)
  }

  exportConditions() {
    return ['node', 'node-addons']
  }

  getVmContext() {
    return null
  }
}
