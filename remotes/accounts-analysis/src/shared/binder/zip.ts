/** A part of a ZIP, read when it is asked for. */
export type Parts = ReadonlyMap<string, () => Promise<ArrayBuffer>>

/** What is in a ZIP, by the directory at its end; undefined where it is none, or not whole. */
export async function partsOf(file: Blob): Promise<Parts | undefined> {
  if (file.size < 22) return undefined
  const tail = new DataView(await file.slice(-22).arrayBuffer())
  if (tail.getUint32(0, true) !== 0x06_05_4b_50) return undefined
  const start = tail.getUint32(16, true)
  const directory = await file.slice(start, start + tail.getUint32(12, true)).arrayBuffer()
  const view = new DataView(directory)
  const found = new Map<string, () => Promise<ArrayBuffer>>()
  for (let at = 0; at + 46 <= view.byteLength; ) {
    if (view.getUint32(at, true) !== 0x02_01_4b_50) return undefined
    const packed = view.getUint32(at + 20, true)
    const method = view.getUint16(at + 10, true)
    const [length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number]
    const offset = view.getUint32(at + 42, true)
    const name = new TextDecoder().decode(new Uint8Array(directory, at + 46, length))
    // A name that stands there twice is one file to one program and the other to the next.
    found.set(found.has(name) ? `${name} (2)` : name, () => contentOf(file, offset, packed, method))
    at += 46 + length + extra + comment
  }
  return found
}

async function contentOf(file: Blob, offset: number, packed: number, method: number): Promise<ArrayBuffer> {
  const local = new DataView(await file.slice(offset, offset + 30).arrayBuffer())
  const from = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true)
  const content = file.slice(from, from + packed)
  if (method === 0) return content.arrayBuffer()
  return new Response(content.stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer()
}
