import { useEffect, useState } from 'react'
import { AreaWorker } from './AreaWorker.ts'
import type { Head } from './readHead.ts'

/** The first rows of a file as soon as it is there, read beside the page; null where they cannot be, and the server says why. */
export function useHead(file: File | undefined): Head | null {
  const [found, setFound] = useState<{ of: File; head: Head | null }>()
  useEffect(() => {
    if (!file) return
    const worker = new AreaWorker(new URL('./head.worker.ts', import.meta.url))
    worker.onmessage = ({ data }: MessageEvent<Head | null>) => setFound({ of: file, head: data })
    worker.postMessage(file)
    return () => worker.terminate()
  }, [file])
  return found && found.of === file ? found.head : null
}
