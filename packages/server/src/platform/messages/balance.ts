import type { Messages } from './text.ts'

export const balance = {
  load_needs_mapping: [
    'No se reconocen todas las columnas: falta {fields}. Indíquelas en la carga de balance.',
    'Not all columns are recognised: {fields} missing. Choose them in the balance load.',
  ],
  load_refused_rows: [
    '{n} {n:fila no es válida|filas no son válidas}; no se guardó nada. La primera: fila {row}, {reason}',
    '{n} {n:row is|rows are} not valid; nothing was stored. The first: row {row}, {reason}',
  ],
  load_is_columnas: ['Faltan columnas por indicar en la carga.', 'The load still needs columns to be chosen.'],
  load_is_revision: ['La carga está en revisión.', 'The load is being looked at.'],
  load_is_confirmada: ['La carga ya está confirmada.', 'The load is confirmed already.'],
  load_is_descartada: ['La carga fue descartada.', 'The load was discarded.'],
  load_is_deshecha: ['La carga fue deshecha.', 'The load was taken back.'],
  alias_not_in_load: ['El archivo de esta carga no lo nombra así.', 'The file of this load does not name it so.'],
  alias_no_account: ['La cuenta no existe o no está a su alcance.', 'The account does not exist or is out of your reach.'],
  alias_is_account: [
    'Ya es una cuenta de ese negocio: no puede ser otro nombre de otra.',
    'It is an account of that business already: it cannot be another name of one.',
  ],
  load_creates: [
    'La carga crea {negocios} {negocios:negocio|negocios} y {cuentas} {cuentas:cuenta|cuentas}: confírmelo con esas cifras.',
    'The load creates {negocios} {negocios:business|businesses} and {cuentas} {cuentas:account|accounts}: confirm it with those numbers.',
  ],
  load_overwritten: [
    'Una carga posterior cambió {n} de sus saldos. Deshaga antes esa carga.',
    'A later load changed {n} of its balances. Take that load back first.',
  ],
  certification_unfounded: [
    '{period} ya no está aprobado: la regla había certificado la cuenta porque no se movió desde un período aprobado.',
    '{period} is approved no longer: the rule had certified the account because it had not moved since an approved period.',
  ],
  certification_moved: [
    'Cambió el saldo de {period}: la cuenta sí se movió, y la regla la había certificado por no moverse.',
    'The balance of {period} changed: the account did move, and the rule had certified it because it had not.',
  ],
  load_worked_on: [
    'Ya se trabajó en {n} de los análisis que abrió o cambió. Cargue un archivo corregido: reabre solo lo que cambia.',
    'Somebody has worked on {n} of the analyses that it opened or changed. Load a corrected file: it reopens only what changes.',
  ],
  load_class_nueva: ['Nueva', 'New'],
  load_class_cambia: ['Cambia', 'Changes'],
  load_class_igual: ['Igual', 'Equal'],
  load_class_falta: ['Falta', 'Missing'],
  load_class_rechazada: ['Rechazada', 'Refused'],
  load_class_grupo: ['Grupo fuera', 'Group left out'],
  load_class_cero: ['Cero fuera', 'Zero left out'],
  load_refused_row: [
    'Fila {row}, columna «{column}», valor «{value}»: {reason}',
    'Row {row}, column “{column}”, value “{value}”: {reason}',
  ],
  load_many_businesses: ['El archivo nombra más de {max} negocios.', 'The file names more than {max} businesses.'],
  load_moved: [
    'Los saldos o los análisis han cambiado desde la revisión. Revise la carga de nuevo.',
    'Balances or analyses have changed since the preview. Look at the load again.',
  ],
  load_empty: ['El archivo no tiene ninguna fila de saldos.', 'The file has no row of balances.'],
  mapping_column_missing: ['La columna elegida no está en el archivo.', 'The column chosen is not in the file.'],
  mapping_column_twice: ['Una columna no puede ser dos cosas.', 'A column cannot be two things.'],
  mapping_needs: ['Falta indicar: {field}.', 'Still to be chosen: {field}.'],
  mapping_sheet_missing: ['La hoja elegida no está en el archivo.', 'The sheet chosen is not in the file.'],
  mapping_needs_cuenta: ['Indique la columna de la cuenta.', 'Choose the column of the account.'],
  mapping_needs_unidad: [
    'El archivo dice que sus cifras están en miles o en millones: indique la unidad.',
    'The file says that its figures are in thousands or millions: choose the unit.',
  ],
  mapping_needs_saldo: [
    'Indique la columna del saldo, o las de debe y haber.',
    'Choose the column of the balance, or those of debit and credit.',
  ],
  mapping_needs_negocio: [
    'Indique la columna del negocio, o el negocio de todas las filas.',
    'Choose the column of the business, or the business of every row.',
  ],
  field_cuenta: ['la cuenta', 'the account'],
  field_saldo: ['el saldo', 'the balance'],
  field_negocio: ['el negocio', 'the business'],
  field_decimal: ['el separador decimal', 'the decimal mark'],
  field_documento: ['el documento', 'the document'],
  field_unidad: ['la unidad de las cifras', 'the unit of the figures'],
  field_hoja: ['la hoja', 'the sheet'],
  field_confirmar: ['confirmar las columnas', 'confirming the columns'],
  mapping_json: ['El mapeo no es un JSON válido.', 'The mapping is not valid JSON.'],
  decimal_ambiguous: [
    'No se puede saber si los importes usan coma o punto decimal. Elíjalo.',
    'It cannot be told whether amounts use a decimal comma or point. Choose it.',
  ],
  row_business_unknown: ['El negocio {value} no existe.', 'Business {value} does not exist.'],
  row_business_zeros: [
    'No existe el negocio {value}, pero sí {other}, que solo se distingue por los ceros de delante. Corrija el archivo, o diga que es el mismo.',
    'There is no business {value}, but there is {other}, which differs only by zeros in front. Correct the file, or say that it is the same.',
  ],
  row_business_scope: ['El negocio {value} no está entre los suyos.', 'Business {value} is not among yours.'],
  row_business_missing: ['Falta el negocio.', 'The business is missing.'],
  row_business_ambiguous: ['Hay más de un negocio {value}.', 'There is more than one business {value}.'],
  row_business_inactive: ['El negocio {value} está inactivo.', 'Business {value} is inactive.'],
  row_business_context: ['El negocio {value} no es el elegido arriba.', 'Business {value} is not the one chosen above.'],
  row_business_conflict: [
    'El negocio {value} ya existe con otro código {code}.',
    'Business {value} exists already with another code {code}.',
  ],
  row_currency_code: [
    'La moneda no es un código que exista (ISO 4217), como CLP.',
    'The currency is not a code that exists (ISO 4217), such as CLP.',
  ],
  row_period_wrong: ['El período de la fila no es {period}.', 'The period of the row is not {period}.'],
  row_duplicate: [
    'La cuenta aparece {times} veces (filas {first} a {last}): no se carga ninguna, porque no se sabe cuál vale.',
    'The account appears {times} times (rows {first} to {last}): none is loaded, since there is no telling which one holds.',
  ],
  row_case: [
    'No existe la cuenta {code}, pero sí {other}, que solo se distingue por las mayúsculas. Corrija el archivo, o cree la cuenta si es otra.',
    'There is no account {code}, but there is {other}, which differs only by capitals. Correct the file, or create the account if it is another.',
  ],
  row_zeros: [
    'No existe la cuenta {code}, pero sí {other}, que solo se distingue por los ceros de delante. Corrija el archivo, o cree la cuenta si es otra.',
    'There is no account {code}, but there is {other}, which differs only by zeros in front. Correct the file, or create the account if it is another.',
  ],
  row_sum_incomplete: [
    'Una de las filas que suman esta cuenta no se pudo leer: no se carga una suma incompleta.',
    'One of the rows that make up this account could not be read: no incomplete sum is loaded.',
  ],
  row_currency: ['La moneda no es la de la cuenta ({currency}).', 'The currency is not that of the account ({currency}).'],
  row_amount_range: ['El importe tiene más de 18 cifras enteras.', 'The amount has more than 18 integer digits.'],
} satisfies Messages
