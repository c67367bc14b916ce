import { Failure } from '@cuadre/shell'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

interface Rehearsal<Seen> {
  file: File | undefined
  /** The import, and all besides the file that the preview rests on. */
  key: readonly unknown[]
  look: (file: File, signal: AbortSignal) => Promise<Seen>
  /** Makes exactly what was looked at. */
  make: (file: File, seen: Seen) => Promise<Seen>
  /** Code of the refusal that carries the preview of now. */
  moved: string
  onDone: (made: Seen) => Promise<void> | void
  onFailed: (error: unknown) => void
}

/** What a file would do, and then exactly that: where something moved meanwhile, what it would do now is shown with a sentence about it. */
export function useRehearsal<Seen>({ file, key, look, make, moved, onDone, onFailed }: Rehearsal<Seen>) {
  const client = useQueryClient()
  const [notice, setNotice] = useState<string>()
  const asked = [...key, file?.name, file?.lastModified, file?.size]
  const preview = useQuery({
    queryKey: asked,
    queryFn: ({ signal }) => look(file!, signal),
    enabled: file !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const seen = preview.isError ? undefined : preview.data
  const commit = useMutation({
    mutationFn: () => make(file!, seen!),
    onSuccess: onDone,
    onError: (error) => {
      if (!(error instanceof Failure) || error.code !== moved) return onFailed(error)
      // The contract says what a `current` of this call is.
      client.setQueryData(asked, error.current as Seen)
      setNotice(error.message)
    },
  })
  return { preview, seen, commit, notice, forget: () => setNotice(undefined) }
}
