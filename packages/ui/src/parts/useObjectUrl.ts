import { useEffect, useState } from 'react'

/** An object URL for bytes while they are shown. */
export function useObjectUrl(bytes: Blob | null | undefined) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!bytes) return setUrl(undefined)
    const made = URL.createObjectURL(bytes)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [bytes])
  return url
}
