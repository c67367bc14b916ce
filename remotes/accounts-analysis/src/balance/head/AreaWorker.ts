/** An area may live at an origin of its own, from which no worker can be started; one that is made on the page may load its script from there. */
export class AreaWorker {
  readonly port: Worker
  constructor(script: URL) {
    const url = URL.createObjectURL(new Blob([`importScripts(${JSON.stringify(script.href)})`], { type: 'text/javascript' }))
    this.port = new Worker(url)
    URL.revokeObjectURL(url)
  }
}
