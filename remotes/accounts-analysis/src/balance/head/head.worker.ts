import { readHead } from './readHead.ts'

addEventListener('message', async ({ data: { of, file } }: MessageEvent<{ of: number; file: Blob }>) => {
  postMessage({ of, head: await readHead(file).catch(() => null) })
})
