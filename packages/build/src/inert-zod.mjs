// What `zod` is in a browser build. The contract's schemas are checked by the server; in the browser an endpoint
// needs only its method, path and flags, so everything asked of `z` answers with itself and weighs nothing.
// Whoever parses here is told so: an answer that always seems right would check nothing.
const inert = new Proxy(() => inert, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => ''
    if (name === 'prototype') return Function.prototype
    return /^(safe)?(parse|decode|encode)(Async)?$|^spa$/i.test(String(name)) ? refuse : inert
  },
  apply: () => inert,
  construct: () => inert,
})
function refuse() {
  throw new Error("The contract's schemas are inert in the browser: nothing can be parsed with them here")
}
export const z = inert
export default inert
