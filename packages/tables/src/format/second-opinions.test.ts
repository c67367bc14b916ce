import { readdirSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { SaxesParser } from 'saxes'
import { openPromise } from 'yauzl'
import { fixture } from '../../fixtures/shared.ts'
import { openZip } from '../reading/zip.ts'
import { xmlFeed } from './xml.ts'
import { entryText } from './zip.ts'

const workbooks = readdirSync(fixture('')).filter((name) => name.endsWith('.xlsx'))

type Told = string[]
/** Texts that come one after another count as one, and line ends as XML wants them. */
const joined = (told: Told) => told.join('\n').replaceAll('\ntext\n', '').replace(/\r\n?/g, '\n')

function toldByUs(xml: string, pieceLength: number): string {
  const told: Told = []
  const feed = xmlFeed({
    open: (name) => told.push(`<${name}>`),
    close: (name) => told.push(`</${name}>`),
    text: (text) => told.push('text', text),
  })
  for (let at = 0; at < xml.length; at += pieceLength) feed.write(xml.slice(at, at + pieceLength))
  feed.end()
  return joined(told)
}

function toldBySaxes(xml: string): string {
  const told: Told = []
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  let depth = 0
  parser.on('opentag', ({ name }) => {
    depth++
    told.push(`<${local(name)}>`)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    told.push(`</${local(name)}>`)
  })
  parser.on('text', (text) => {
    if (depth > 0) told.push('text', text)
  })
  parser.on('cdata', (text) => {
    told.push('text', text)
  })
  parser.write(xml).close()
  return joined(told)
}

test.each(workbooks)('%s has the directory that yauzl finds', async (name) => {
  const theirs: unknown[] = []
  const zip = await openPromise(fixture(name))
  for await (const { fileName, compressedSize, uncompressedSize, crc32, compressionMethod, relativeOffsetOfLocalHeader } of zip.eachEntry())
    theirs.push({
      name: fileName,
      compressed: compressedSize,
      size: uncompressedSize,
      crc: crc32,
      method: compressionMethod,
      offset: relativeOffsetOfLocalHeader,
    })
  const ours = await openZip(fixture(name))
  expect([...ours.entries.values()]).toEqual(expect.arrayContaining(theirs))
  expect(ours.entries.size).toBe(theirs.length)
})

test.each(workbooks)('the parts of %s tell what saxes hears, however they are cut', async (name) => {
  const zip = await openZip(fixture(name))
  for (const entry of zip.entries.keys()) {
    if (!/\.(xml|rels)$/.test(entry)) continue
    const xml = (await entryText(zip, entry)) ?? ''
    const theirs = toldBySaxes(xml)
    for (const pieceLength of [7, 4_096]) expect(toldByUs(xml, pieceLength)).toBe(theirs)
  }
})
