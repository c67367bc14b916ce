/** Why a file is not accepted; undefined if it is. */
export const refusal = (file: File, accept: string | undefined, maxBytes = Number.POSITIVE_INFINITY) => {
  const kinds = accept?.split(',').map((kind) => kind.trim().toLowerCase())
  const fits = kinds?.some((kind) =>
    kind.startsWith('.') ? file.name.toLowerCase().endsWith(kind) : file.type.startsWith(kind.replace('*', '')),
  )
  if (kinds && !fits) return 'type' as const
  return file.size > maxBytes ? ('size' as const) : undefined
}
