import { TestEnvironment } from 'jest-environment-jsdom'

/** jsdom lacks what data routers and uploads need; Node has it. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup()
    for (const name of [
      'fetch',
      'Request',
      'Response',
      'Headers',
      'AbortController',
      'AbortSignal',
      'TextEncoder',
      'TextDecoder',
      'ReadableStream',
      'structuredClone',
      'BroadcastChannel',
    ])
      this.global[name] ??= globalThis[name]
    for (const name of ['Request', 'Response', 'fetch', 'AbortController', 'AbortSignal']) this.global[name] = globalThis[name]
    const { Blob, Element, FileReader, HTMLDialogElement, URL } = this.global
    // jsdom's Blob cannot be read as text.
    Blob.prototype.text ??= function text() {
      return new Promise((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(reader.result)
        reader.readAsText(this)
      })
    }
    // It measures nothing, and has neither scrolling, addresses of bytes nor dialogs.
    this.global.ResizeObserver ??= class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
    // A wide window with everything as it is by default.
    this.global.matchMedia ??= (query) => ({ matches: /min-width/.test(query), addEventListener() {}, removeEventListener() {} })
    Element.prototype.scrollTo ??= () => {}
    Element.prototype.scrollIntoView ??= () => {}
    URL.createObjectURL ??= () => 'blob:'
    URL.revokeObjectURL ??= () => {}
    HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close ??= function close() {
      this.open = false
    }
  }
}
