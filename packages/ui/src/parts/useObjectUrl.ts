import { useEffect, useState } from 'react'

/** An object URL for bytes while they are shown. `type`: where theirs is not to be believed. */
export function useObjectUrl(bytes: Blob | null | undefined, type?: string) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return setUrl(undefined)
    const made = URL.createObjectURL(type ? new Blob([bytes], { type }) : bytes)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes, type])
  return url
}
