/** Seconds since 1970, the unit of every time in tokens and artifacts. */
export const now = () => Math.floor(Date.now() / 1000)
