import { useEffect, useRef, useState } from 'react'
import { AreaWorker } from './AreaWorker.ts'
import type { Head } from './readHead.ts'

/** The first rows of a file as soon as it is there, read beside the page; null where they cannot be, and the server says why. */
export function useHead(file: File | undefined): Head | null {
  const worker = useRef<Worker>(undefined)
  const asked = useRef(0)
  const [found, setFound] = useState<{ of: number; head: Head | null }>()
  useEffect(() => {
    // Ready before there is a file: starting it takes longer than reading most.
    const { port } = new AreaWorker(new URL('./head.worker.ts', import.meta.url))
    worker.current = port
    port.onmessage = ({ data }: MessageEvent<{ of: number; head: Head | null }>) => data.of === asked.current && setFound(data)
    return () => port.terminate()
  }, [])
  useEffect(() => {
    asked.current++
    setFound(undefined)
    if (file) worker.current?.postMessage({ of: asked.current, file })
  }, [file])
  return found?.head ?? null
}
