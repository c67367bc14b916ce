import { crc32, deflateSync } from 'node:zlib'

/** Small ones that can be drawn, 2 × 3 pixels. */
const DRAWN = {
  jpeg: '/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAADAAIDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCcAqwT/9k=',
  webp: 'UklGRh4AAABXRUJQVlA4TBEAAAAvAYAAAAfQt350vf+BiOh/AAA=',
}

/** Generated images, 2 × 3 pixels by default; of other sizes JPEG and WebP have no picture. `more` adds bytes to the scan of a JPEG. */
export function imageOf(kind: 'png' | 'jpeg' | 'webp', width = 2, height = 3, more = 0): Buffer {
  if (kind === 'png') return png(width, height)
  if (width === 2 && height === 3 && more === 0) return Buffer.from(DRAWN[kind], 'base64')
  return kind === 'jpeg' ? jpeg(width, height, more) : webp(width, height)
}

function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const bytes = Buffer.alloc(body.length + 8)
    bytes.writeUInt32BE(data.length, 0)
    body.copy(bytes, 4)
    bytes.writeUInt32BE(crc32(body), body.length + 4)
    return bytes
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const pixels = deflateSync(Buffer.alloc((width + 1) * height))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The segments of a JPEG, without a meaningful picture. */
function jpeg(width: number, height: number, more: number): Buffer {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex')
  const frame = Buffer.from('ffc0000b080000000001011100', 'hex')
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  return Buffer.concat([
    start,
    frame,
    Buffer.from('ffda0008010100003f00', 'hex'),
    Buffer.alloc(more, 0x55),
    Buffer.from('7f00', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ])
}

/** Lossless, in one colour. */
function webp(width: number, height: number): Buffer {
  const bytes = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64')
  bytes.writeUInt32LE((bytes.readUInt32LE(21) & ~0x0fffffff) | (width - 1) | ((height - 1) << 14), 21)
  return bytes
}
