import { LIMITS } from './limits.ts'
import { FileRefused } from './refused.ts'

// A tokenizer for the XML inside workbooks, fed in pieces. It knows no entities beyond the five of XML and refuses a document type,
// so nothing can be expanded or fetched; a single tag or text beyond the limit of a cell is refused.

type XmlHandler = {
  /** `name` without its prefix; `attributes` is the raw text between the name and the end of the tag, to be read with `attribute`. */
  open(name: string, attributes: string): void
  close?(name: string): void
  text?(text: string): void
}

type XmlFeed = { write(piece: string): void; end(): void }

export function xmlFeed(handler: XmlHandler): XmlFeed {
  /** The end of what was written, where a tag or text is not complete yet. */
  let pending = ''
  let depth = 0
  let hasRoot = false

  /** Handles what is complete in `buffer`; answers from where it is not. */
  function consume(buffer: string): number {
    let at = 0
    while (at < buffer.length) {
      const tag = buffer.indexOf('<', at)
      if (tag < 0) return at
      if (tag > at && depth > 0) handler.text?.(decodeEntities(buffer.slice(at, tag)))
      const mark = buffer.charCodeAt(tag + 1)
      if (Number.isNaN(mark)) return tag
      if (mark === 33) {
        const next = declaration(buffer, tag)
        if (next < 0) return tag
        at = next
        continue
      }
      if (mark === 63) {
        const end = buffer.indexOf('?>', tag)
        if (end < 0) return tag
        at = end + 2
        continue
      }
      const end = tagEnd(buffer, tag)
      if (end < 0) return tag
      if (mark === 47) {
        depth--
        if (depth < 0) throw new FileRefused('danado', { motivo: 'xml' })
        handler.close?.(localName(buffer, tag + 2, end))
      } else element(buffer, tag, end)
      at = end + 1
    }
    return at
  }

  function element(buffer: string, tag: number, end: number) {
    const empty = buffer.charCodeAt(end - 1) === 47
    const stop = empty ? end - 1 : end
    let nameEnd = tag + 1
    while (nameEnd < stop && buffer.charCodeAt(nameEnd) > 32) nameEnd++
    const name = localName(buffer, tag + 1, nameEnd)
    hasRoot = true
    depth++
    handler.open(name, buffer.slice(nameEnd, stop))
    if (empty) {
      depth--
      handler.close?.(name)
    }
  }

  function declaration(buffer: string, tag: number): number {
    if (buffer.startsWith('<!--', tag)) {
      const end = buffer.indexOf('-->', tag + 4)
      return end < 0 ? -1 : end + 3
    }
    if (buffer.startsWith('<![CDATA[', tag)) {
      const end = buffer.indexOf(']]>', tag + 9)
      if (end < 0) return -1
      handler.text?.(buffer.slice(tag + 9, end))
      return end + 3
    }
    if (buffer.length - tag < 9) return -1
    throw new FileRefused('danado', { motivo: 'xml con tipo de documento' })
  }

  return {
    write(piece) {
      const buffer = pending + piece
      const from = consume(buffer)
      pending = from === 0 ? buffer : buffer.slice(from)
      if (pending.length > LIMITS.cellChars) throw new FileRefused('celda')
    },
    end() {
      if (depth !== 0 || !hasRoot || pending.trim() !== '') throw new FileRefused('danado', { motivo: 'xml incompleto' })
    },
  }
}

/** Reads a small document that is already whole. */
export function readXml(text: string, handler: XmlHandler) {
  const feed = xmlFeed(handler)
  // In pieces, because one tag may not be longer than a cell but the document may.
  for (let at = 0; at < text.length; at += 65_536) feed.write(text.slice(at, at + 65_536))
  feed.end()
}

/** The value of one attribute of a raw tag, its name with or without a prefix; undefined when it is not there. */
export function attribute(attributes: string, wanted: string): string | undefined {
  let at = 0
  while (at < attributes.length) {
    const equals = attributes.indexOf('=', at)
    if (equals < 0) return undefined
    let open = equals + 1
    while (attributes.charCodeAt(open) <= 32) open++
    const close = attributes.indexOf(attributes.charAt(open), open + 1)
    if (close < 0) return undefined
    const name = attributes.slice(at, equals).trim()
    if (name === wanted || (name.endsWith(wanted) && name.charAt(name.length - wanted.length - 1) === ':'))
      return decodeEntities(attributes.slice(open + 1, close))
    at = close + 1
  }
  return undefined
}

/** Excel's own escape inside texts: `_x000D_` is a carriage return. */
export function decodeEscapes(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,8});/g, (whole, name: string) => {
    if (name[0] !== '#') return NAMED[name] ?? whole
    const code = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** The '>' that ends the tag; one inside quotes does not. */
function tagEnd(buffer: string, tag: number): number {
  const quick = buffer.indexOf('>', tag)
  if (quick < 0) return -1
  let quote = 0
  for (let at = tag + 1; at < buffer.length; at++) {
    const code = buffer.charCodeAt(at)
    if (quote) {
      if (code === quote) quote = 0
    } else if (code === 62) return at
    else if (code === 34 || code === 39) quote = code
  }
  return -1
}

function localName(buffer: string, from: number, to: number): string {
  let start = from
  let end = to
  while (end > start && buffer.charCodeAt(end - 1) <= 32) end--
  for (let at = start; at < end; at++) if (buffer.charCodeAt(at) === 58) start = at + 1
  return buffer.slice(start, end)
}
