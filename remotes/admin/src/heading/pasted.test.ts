import { expect, test } from '@jest/globals'
import { fileOf } from './pasted.ts'

// The browser of the tests has no Blob.text().
const textOf = (file: File) =>
  new Promise<string>((done) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.readAsText(file)
  })

test.each([
  ['1\tActivo\n1.1\tDisponible', '"codigo de rubro";"nombre"\r\n"1";"Activo"\r\n"1.1";"Disponible"'],
  ['Código\tNombre\n1\tActivo "fijo"\n\n', '"Código";"Nombre"\r\n"1";"Activo ""fijo"""'],
  ['1 Activo corriente\n11;Caja', '"codigo de rubro";"nombre"\r\n"1";"Activo corriente"\r\n"11";"Caja"'],
])('%j', async (text, csv) => {
  expect(await textOf(fileOf(text, 'pegado.csv'))).toBe(csv)
})
