/** Sections of the texts: `packages/build/src/pick-texts.mjs`. */
declare module '*.json?only=home,shared' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?but=home,shared,balance' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.json?also=balance' {
  const texts: Record<string, unknown>
  export default texts
}
declare module '*.css'
