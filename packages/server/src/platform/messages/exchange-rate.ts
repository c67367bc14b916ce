import type { Messages } from './text.ts'

export const exchangeRate = {
  group_currency_needed: ['Antes elija la moneda del grupo.', "First choose the group's currency."],
  rate_same_currency: [
    '{currency} es la moneda del grupo: no lleva tipo de cambio.',
    "{currency} is the group's currency: it has no exchange rate.",
  ],
  rate_currency_unknown: ['No existe la moneda «{currency}» (ISO 4217).', 'There is no currency “{currency}” (ISO 4217).'],
  rate_day: [
    'La fecha debe ser un día de {period}: es el tipo de cierre de ese mes.',
    'The date must be a day of {period}: it is the closing rate of that month.',
  ],
  rate_exists: ['Ya hay un tipo de cambio de {currency} en {period}.', 'There is an exchange rate of {currency} in {period} already.'],
  rate_closed: [
    '{period} está cerrado: solo un administrador cambia su tipo de cambio, y con un motivo.',
    '{period} is closed: only an administrator changes its exchange rate, and with a reason.',
  ],
  rate_closed_reason: [
    '{period} está cerrado: escriba el motivo del cambio (10 a 500 caracteres).',
    '{period} is closed: write the reason for the change (10 to 500 characters).',
  ],
  rate_far: [
    'Es más de {times} veces mayor o menor que el de {period}, que es {rate}. Si está al revés corríjalo; si es correcto, confírmelo.',
    'It is more than {times} times greater or less than that of {period}, which is {rate}. If it is the wrong way round correct it; if it is right, confirm it.',
  ],
  rate_columns: [
    'No se reconocen las columnas: hacen falta Período, Moneda, Tipo de cambio y Fecha.',
    'The columns are not recognised: Period, Currency, Rate and Date are needed.',
  ],
  rate_empty: ['El archivo no tiene tipos de cambio.', 'The file has no exchange rates.'],
  rate_rows: ['El archivo tiene más de {max} filas.', 'The file has more than {max} rows.'],
  rate_unseen: ['Mire primero lo que haría el archivo.', 'First look at what the file would do.'],
  rate_moved: [
    'Desde que lo miró cambió algo: no se importó nada. Esto es lo que haría ahora.',
    'Something changed since you looked: nothing was imported. This is what it would do now.',
  ],
  rate_row_period: ['«{text}» no es un período.', '“{text}” is not a period.'],
  rate_row_no_period: ['No existe el período de {period}.', 'There is no period of {period}.'],
  rate_row_rate: [
    '«{text}» no es un tipo de cambio: un número mayor que cero, con diez decimales como máximo.',
    '“{text}” is not an exchange rate: a number above zero, with at most ten decimals.',
  ],
  rate_row_ambiguous: [
    '«{text}» puede leerse de dos maneras: escriba cuatro decimales.',
    '“{text}” can be read in two ways: write four decimals.',
  ],
  rate_row_day: ['«{text}» no es una fecha.', '“{text}” is not a date.'],
  rate_row_twice: ['Repite la fila {row}.', 'It repeats row {row}.'],
} satisfies Messages
