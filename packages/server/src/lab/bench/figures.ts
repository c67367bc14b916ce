import { createWriteStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzipSync } from 'node:zlib'
import { writeWorkbook } from '@cuadre/tables'
import { fromCents, toCents } from '@cuadre/tables/format/cents'

/** A line of the published balances; the amount is canonical decimal text. */
export type Figure = {
  period: string
  businessCode: string
  businessName: string
  account: string
  accountName: string
  amount: string
}

export const HEADINGS = ['DATA', 'COD.CONGLOMERADO', 'NOME CONGLOMERADO', 'ATRIBUTO', 'DOCUMENTO', 'CONTA', 'NOME CONTA', 'SALDO']

/** The published lines of a month of 2008. */
function published(month: string): Figure[] {
  const path = new URL(`../demo/cosif-2008-${month}.csv.gz`, import.meta.url)
  const lines = gunzipSync(readFileSync(path)).toString('latin1').split('\r\n').slice(4)
  return lines.flatMap((line) => {
    const [period = '', businessCode = '', businessName = '', , , account = '', accountName = '', saldo = ''] = line
      .split(';')
      .map((cell) => cell.trim())
    if (!account) return []
    const [, sign = '', whole = '', cents = ''] = /^(-?)0*(\d+),(\d\d)$/.exec(saldo.replace(/^- */, '-')) ?? []
    return whole ? [{ period, businessCode, businessName, account, accountName, amount: `${sign}${whole}.${cents}` }] : []
  })
}

/**
 * The first `count` rows of a month ('2026-03'): the real figures of the same month of 2008, repeated for as many businesses as needed,
 * each slightly larger than the one before. All months have the same businesses.
 */
export function* figures(period: string, count: number): Generator<Figure> {
  const real = published(period.slice(5))
  const month = period.replace('-', '')
  for (let at = 0; at < count; at++) {
    const copy = Math.floor(at / real.length)
    const { businessCode, businessName, amount, ...rest } = real[at % real.length]!
    yield {
      ...rest,
      period: month,
      businessCode: `${String(copy).padStart(3, '0')}${businessCode.slice(3)}`,
      businessName: copy === 0 ? businessName : `${businessName} ${copy}`,
      amount: copy === 0 ? amount : grown(amount, copy),
    }
  }
}

const grown = (amount: string, percent: number) => fromCents((toCents(amount) * BigInt(100 + percent)) / 100n)

/** As published by the Banco Central: Latin-1, title lines, padded columns, decimal comma. */
function csvLine({ period, businessCode, businessName, account, accountName, amount }: Figure): string {
  const negative = amount.startsWith('-')
  const saldo = (negative ? '-' : ' ') + amount.replace('-', '').replace('.', ',').padStart(19, '0')
  return `${period};${businessCode};${businessName.padEnd(60)};G;4040;${account};${accountName.padEnd(50)};${saldo}\r\n`
}

export async function writeFigures(path: string, kind: 'csv' | 'xlsx', period: string, count: number): Promise<void> {
  if (kind === 'csv') {
    await pipeline(Readable.from(csvPieces(period, count)), createWriteStream(path))
    return
  }
  const types = ['text', 'code', 'text', 'text', 'code', 'code', 'text', 'amount'] as const
  await writeWorkbook(
    [{ name: 'Balancete', columns: HEADINGS.map((header, at) => ({ header, type: types[at]! })), rows: sheetRows(period, count) }],
    path,
  )
}

function* csvPieces(period: string, count: number) {
  let piece = `${[
    'Consolidado Financeiro (doc 4040)',
    'Data de geração dos dados: 07/08/2013',
    'Fonte: Instituições financeiras',
    HEADINGS.join(';'),
  ]
    .map((line) => line.padEnd(166))
    .join('\r\n')}\r\n`
  for (const figure of figures(period, count)) {
    piece += csvLine(figure)
    if (piece.length < 64 * 1024) continue
    yield Buffer.from(piece, 'latin1')
    piece = ''
  }
  yield Buffer.from(piece, 'latin1')
}

function* sheetRows(period: string, count: number) {
  for (const { period: month, businessCode, businessName, account, accountName, amount } of figures(period, count))
    yield [month, businessCode, businessName, 'G', '4040', account, accountName, amount]
}
