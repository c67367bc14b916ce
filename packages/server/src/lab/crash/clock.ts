/** Lets this machine's clock go wrong, for this thread. @returns sets by how many milliseconds */
export function shiftable() {
  const Real = Date
  let by = 0
  const now = () => Real.now() + by
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length > 0 ? args : [now()], self === globalThis.Date ? target : self),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })
  return (ms: number) => {
    by = ms
  }
}
