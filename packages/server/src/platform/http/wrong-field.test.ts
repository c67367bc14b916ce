import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { wrongField } from './wrong-field.ts'

const said = (schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value, { reportInput: true })
  return ['es', 'en'].map((locale) => wrongField(error!.issues[0]!, locale as 'es' | 'en'))
}

test.each<[string, z.ZodType, unknown, string, string]>([
  ['nothing', z.string(), undefined, 'Falta este dato.', 'This is missing.'],
  ['an empty text', z.string().trim().min(1), '  ', 'Falta este dato.', 'This is missing.'],
  ['nothing chosen', z.enum(['A', 'M', 'B']), undefined, 'Falta este dato.', 'This is missing.'],
  ['a short text', z.string().min(5), 'abc', 'Escriba al menos 5 caracteres.', 'Enter at least 5 characters.'],
  ['a long text', z.string().max(5000), 'x'.repeat(5001), 'Escriba 5.000 caracteres como máximo.', 'Enter at most 5,000 characters.'],
  ['no role', z.array(z.int()).min(1), [], 'Elija al menos uno.', 'Choose at least one.'],
  ['too many', z.array(z.int()).max(2), [1, 2, 3], 'Elija 2 como máximo.', 'Choose at most 2.'],
  ['a small number', z.number().min(0.01), 0, 'Escriba 0,01 o un número mayor.', 'Enter 0.01 or a greater number.'],
  ['no positive number', z.int().positive(), 0, 'Escriba un número mayor que 0.', 'Enter a number greater than 0.'],
  ['a great number', z.int().max(1000), 1001, 'Escriba 1.000 o un número menor.', 'Enter 1,000 or a smaller number.'],
  ['a text for a number', z.number(), 'x', 'Escriba un número.', 'Enter a number.'],
  ['a broken number', z.int(), 1.5, 'Escriba un número entero.', 'Enter a whole number.'],
  ['no e-mail', z.email(), 'nora@', 'Escriba un correo como nombre@empresa.com.', 'Enter an e-mail such as name@company.com.'],
  [
    'no date',
    z.iso.date(),
    '2026-02-30',
    'Escriba una fecha que exista, como 2026-01-31.',
    'Enter a date that exists, such as 2026-01-31.',
  ],
  ['no such option', z.enum(['A', 'M']), 'X', 'Elija una de estas opciones: A, M.', 'Choose one of these: A, M.'],
  ['another form', z.string().regex(/^[A-Z]{2}$/), 'x', 'Este dato no está escrito como se espera.', 'This is not written as expected.'],
  [
    'a word of the contract',
    z.string().regex(/^\d+$/, 'importe'),
    'x',
    'Escriba un importe con dos decimales como máximo.',
    'Enter an amount with at most two decimals.',
  ],
])('%s', (_what, schema, value, es, en) => expect(said(schema, value)).toEqual([es, en]))
