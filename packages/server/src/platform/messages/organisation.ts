import type { Messages } from './text.ts'

export const organisation = {
  organisation_rows: ['El archivo tiene más de {max} filas: divídalo.', 'The file has more than {max} rows: split it.'],
  organisation_columns_wrong: [
    'Las columnas elegidas no se entienden: hace falta al menos País, Negocio, o Unidad con Código de negocio.',
    'The columns chosen cannot be understood: at least Country, Business, or Unit with Business code is needed.',
  ],
  organisation_unseen: ['Mire primero lo que haría el archivo.', 'Look first at what the file would do.'],
  organisation_moved: [
    'Algo cambió desde que lo miró: así quedaría ahora.',
    'Something changed since you looked: this is how it would be now.',
  ],
  organisation_no_country: [
    'La fila no nombra ningún país: elija uno para las filas que no lo dicen.',
    'The row names no country: choose one for the rows that do not say it.',
  ],
  organisation_no_business: ['La fila no dice a qué negocio pertenece.', 'The row does not say which business it belongs to.'],
  organisation_new_country: [
    'No hay un país «{name}»; para crearlo hacen falta su código ISO y su moneda.',
    'There is no country “{name}”; to create it, its ISO code and its currency are needed.',
  ],
  file_two_sheets: [
    'Las hojas «{first}» y «{other}» tienen esas columnas, y se lee una sola: oculte o borre la otra.',
    'The sheets “{first}” and “{other}” both have those columns, and only one is read: hide or delete the other.',
  ],
  organisation_cell_error: ['Una celda muestra {error}: corrija su fórmula.', 'A cell shows {error}: correct its formula.'],
  organisation_code_changed: [
    'El código {code} parece cambiado por la hoja de cálculo (una fecha o un número abreviado). Escríbalo como texto.',
    'The code {code} looks changed by the spreadsheet (a date, or a number cut short). Write it as text.',
  ],
  organisation_code_like: [
    'No existe el negocio {code}, pero sí {other}, que solo se distingue por los ceros de delante o las mayúsculas. Corrija el archivo.',
    'There is no business {code}, but there is {other}, which differs only by zeros in front or capitals. Correct the file.',
  ],
  organisation_code: ['No hay un negocio con el código {code} en el país.', 'There is no business with the code {code} in the country.'],
  organisation_inactive: ['{name} está inactivo: actívelo antes.', '{name} is inactive: activate it first.'],
  organisation_nothing: ['La fila no nombra nada.', 'The row names nothing.'],
  organisation_in_charge: [
    '{name}: el encargado es de un país o de una subgerencia, y el jefe de un departamento.',
    '{name}: a person in charge is of a country or a sub-management, and a head of a department.',
  ],
  organisation_person: [
    'No hay una persona activa «{name}»: dé su usuario, su correo o su nombre completo.',
    'There is no active person “{name}”: give the user name, the e-mail or the full name.',
  ],
  organisation_persons: [
    'Hay varias personas «{name}»: dé el usuario o el correo.',
    'There are several people “{name}”: give the user name or the e-mail.',
  ],
  organisation_field: ['Falta o no es válido: {field}.', 'Missing or not valid: {field}.'],
  organisation_key: ['Para esto le falta el permiso {key}.', 'For this you lack the permission {key}.'],
  organisation_twice: ['La fila {row} dice otra cosa de {name}.', 'Row {row} says something else of {name}.'],
} satisfies Messages
