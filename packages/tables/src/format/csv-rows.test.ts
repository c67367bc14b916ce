import { expect, test } from '@jest/globals'
import { csvRows } from './csv-rows.ts'
import { LIMITS } from './limits.ts'

const read = (text: string, size: number) => {
  const rows = csvRows({ separator: ';', quoted: true })
  for (let at = 0; at < text.length; at += size) rows.write(text.slice(at, at + size))
  rows.end()
}
const HEAD = 'Cuenta;Nombre;Saldo\r\n1101;"Caja\r\ny fondos";5,00\r\n1102;Bancos;6,00\r\n'

test.each([
  ['never closes', `${HEAD}1103;"Clientes;7,00\r\n1104;Otros;8,00\r\n`],
  ['is closed by the one of a later row', `${HEAD}1103;"Clientes;7,00\r\n1104;"Otros";8,00\r\n`],
  ['does not close for longer than any cell', `${HEAD}1103;"Clientes;7,00\r\n${'1104;Otros;8,00\r\n'.repeat(LIMITS.cellChars / 10)}`],
])('a quote that %s is told with the row in which it opens, wherever the pieces end', (_what, text) => {
  for (const size of text.length < 1000 ? [1, 7, 64, text.length] : [100_000, text.length])
    expect(() => read(text, size)).toThrow(expect.objectContaining({ code: 'comillas', details: { fila: 5 } }))
})
