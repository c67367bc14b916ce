import { expect, test } from '@jest/globals'
import { namedCurrency, titledCurrency } from './said-currency.ts'

test.each([
  ['Saldo USD', 'USD'],
  ['Saldo US$', 'USD'],
  ['Saldo MUS$', 'USD'],
  ['Saldo en dólares', 'USD'],
  ['Importe (€)', 'EUR'],
  ['Saldo UF', 'CLF'],
  ['Saldo em R$', 'BRL'],
  ['Saldo CLP', 'CLP'],
  ['Saldo en pesos', null],
  ['Saldo M$', null],
  ['Saldo RD$', null],
  ['Saldo', null],
  ['Saldo dólares canadienses', null],
  ['Saldo USD/EUR', null],
  ['Suf. Balance', null],
  ['Saldo final', null],
])('the heading %s names %s', (text, code) => expect(namedCurrency(text)).toBe(code))

test.each([
  [['Cifras en dólares'], 'USD'],
  [['(Expresado en miles de euros)'], 'EUR'],
  [['Moneda: USD'], 'USD'],
  [['Fecha', '31-01-2008', 'Moneda', 'EUR'], 'EUR'],
  [['Importes expresados en UF'], 'CLF'],
  [['Figures in US dollars'], 'USD'],
  [['Balance de la filial de Estados Unidos, USD 950'], null],
  [['Tipo de cambio USD 950'], null],
  [['Moneda', 'Pesos', 'T/C', 'USD 950'], null],
  [['(Expresado en miles de pesos)'], null],
  [['Cifras en miles'], null],
  [['Saldos al 31 de enero, importes en pesos y en USD y EUR'], null],
])('the title %s says %s', (cells, code) => expect(titledCurrency(cells)).toBe(code))
