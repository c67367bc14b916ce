/** An area may live at an origin of its own, from which no worker can be started; one that is made on the page may load its script from there. */
export class AreaWorker {
  readonly port: Worker
  constructor(script: URL) {
    // It does not know where its script is from: `area` says it, for what is loaded later.
    const source = `area = ${JSON.stringify(new URL('.', script).href)}; importScripts(${JSON.stringify(script.href)})`
    const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    this.port = new Worker(url)
    URL.revokeObjectURL(url)
  }
}
