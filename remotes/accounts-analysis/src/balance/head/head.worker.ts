import { readHead } from './readHead.ts'

addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  postMessage(await readHead(data).catch(() => null))
})
