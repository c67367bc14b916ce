import { REFUSALS, ROW_REFUSALS } from '@cuadre/tables'
import type { Params } from './errors.ts'
import type { Locale } from './http/context.ts'

/** Every sentence that the server says, by its code. {x} is filled from the error's params. */
const messages = {
  unexpected: [
    'Algo falló en el servidor. Vuelva a intentarlo; si se repite, avise a soporte.',
    'Something failed on the server. Try again; if it happens again, tell support.',
  ],
  unauthorized: ['Su sesión no es válida. Inicie sesión de nuevo.', 'Your session is not valid. Sign in again.'],
  forbidden: ['No tiene permiso para esto.', 'You are not allowed to do this.'],
  not_found: ['No existe, o está fuera de lo que usted puede ver.', 'It does not exist, or is outside what you may see.'],
  bad_request: ['La solicitud no se entiende.', 'The request cannot be understood.'],
  too_many_requests: ['Demasiadas solicitudes. Espere un minuto.', 'Too many requests. Wait a minute.'],
  busy: [
    'Otras personas trabajan a la vez en lo mismo. Vuelva a intentarlo en unos segundos.',
    'Others are working on the same at this moment. Try again in a few seconds.',
  ],
  storage_full: [
    'No queda espacio en el servidor: no se guardó nada. Avise a soporte.',
    'The server has no space left: nothing was kept. Tell support.',
  ],
  head_too_large: ['La dirección o sus filtros son demasiado largos.', 'The address or its filters are too long.'],
  body_too_large: ['Lo enviado es demasiado grande.', 'What was sent is too large.'],
  wrong_fields: ['Revise los campos señalados.', 'Check the fields that are marked.'],
  account_not_linked: [
    'Su cuenta de acceso no está vinculada a un usuario de Cuadre. Pida el alta a administración.',
    'Your sign-in account is not linked to a Cuadre user. Ask administration for it.',
  ],
  role_not_available: ['No tiene ese rol.', 'You do not have that role.'],
  business_out_of_scope: ['Ese negocio no está entre los suyos.', 'That business is not among yours.'],
  user_not_active: ['El usuario no existe o está inactivo.', 'The user does not exist or is inactive.'],

  matrix_needs_place: [
    'Elija un negocio, una subgerencia o un departamento para ver este nivel.',
    'Choose a business, a sub-management or a department to see this level.',
  ],
  thresholds_out_of_order: [
    'El umbral verde debe ser mejor que el ámbar según el sentido del indicador.',
    'The green threshold has to be better than the amber one in the sense of the metric.',
  ],
  metric_without_thresholds: ['Este indicador no tiene semáforo.', 'This metric has no traffic light.'],
  metric_switched_off: ['El indicador por defecto debe estar activo.', 'The default metric has to be in use.'],
  weights_sum: ['Los pesos deben sumar 100; suman {sum}.', 'The weights have to sum to 100; they sum to {sum}.'],
  range_backwards: ['El período inicial es posterior al final.', 'The first period is after the last.'],

  body_too_deep: ['Lo enviado tiene demasiados niveles.', 'What was sent has too many levels.'],
  text_unusable: ['El texto tiene un carácter que no se puede guardar.', 'The text has a character that cannot be stored.'],
  form_malformed: [
    'El formulario llegó incompleto o mal formado. Vuelva a enviarlo.',
    'The form arrived incomplete or malformed. Send it again.',
  ],
  file_required: ['Adjunte un archivo.', 'Attach a file.'],
  upload_elsewhere: [
    'El servidor ya tiene otra cantidad de este archivo; se sigue desde allí.',
    'The server has another amount of this file already; it goes on from there.',
  ],
  upload_too_long: ['Llegó más de lo que mide el archivo.', 'More came than the file measures.'],
  upload_incomplete: ['El archivo no ha llegado entero. Vuelva a enviarlo.', 'The file has not arrived in full. Send it again.'],
  upload_gone: [
    'El archivo enviado ya no está en el servidor. Vuelva a enviarlo.',
    'The file that was sent is no longer on the server. Send it again.',
  ],
  file_too_large: ['El archivo supera los 50 MB.', 'The file is larger than 50 MB.'],

  country_exists: ['Ya hay un país con ese nombre o código.', 'There is a country with that name or code already.'],
  business_exists: [
    'Ya hay un negocio con ese nombre o código en el país.',
    'There is a business with that name or code in the country already.',
  ],
  department_exists: [
    'Ya hay un departamento con ese nombre en el negocio.',
    'There is a department with that name in the business already.',
  ],
  country_unknown: [
    'Ese país no existe, está inactivo o no está entre los suyos.',
    'That country does not exist, is inactive or is not among yours.',
  ],
  business_unknown: ['Ese negocio no existe o no está entre los suyos.', 'That business does not exist or is not among yours.'],
  sub_management_wrong: ['La subgerencia no es de ese negocio.', 'The sub-management does not belong to that business.'],
  chief_wrong: ['La persona elegida no está activa o no es jefatura de área.', 'The person chosen is not active or is not a head of area.'],

  config_type_unknown: ['Ese parámetro no existe.', 'That parameter does not exist.'],
  role_unknown: ['Ese rol no existe.', 'That role does not exist.'],
  config_global_needed: ['El valor general no puede quitarse: escriba uno.', 'The general value cannot be taken away: enter one.'],
  config_out_of_range: ['El valor debe estar entre {min} y {max}.', 'The value must be between {min} and {max}.'],
  inactivity_over_session: [
    'La inactividad no puede superar el tiempo de sesión ({max} min).',
    'Inactivity cannot exceed the session time ({max} min).',
  ],
  session_under_inactivity: [
    'El tiempo de sesión no puede ser menor que la inactividad ({min} min).',
    'The session time cannot be below the inactivity ({min} min).',
  ],

  period_exists: ['El período {period} ya existe.', 'Period {period} exists already.'],
  period_too_early: ['Un período se abre a lo sumo un mes antes.', 'A period is opened at most one month ahead.'],
  period_too_old: ['El período es anterior al año 2000. Revíselo.', 'The period lies before the year 2000. Check it.'],
  period_closed: ['El período está cerrado: nada en él puede cambiar.', 'The period is closed: nothing in it can change.'],
  period_not_open: ['El período no está abierto: ya no admite cargas.', 'The period is not open: it takes no more loads.'],
  period_due_order: [
    'Los vencimientos deben ir en orden: analista, jefatura, control, cierre.',
    'The deadlines must be in order: analyst, head, control, close.',
  ],
  period_blocked: ['El período no puede cerrarse: {checks}.', 'The period cannot be closed: {checks}.'],
  period_moved: ['Lo que muestra la lista ha cambiado. Revísela de nuevo.', 'What the list shows has changed. Look at it again.'],
  period_reason: ['Quedan avisos: escriba un motivo de 20 caracteres o más.', 'Warnings remain: write a reason of 20 characters or more.'],
  period_is_closed_already: ['El período ya está cerrado.', 'The period is closed already.'],
  period_not_closed: ['El período no está cerrado.', 'The period is not closed.'],
  check_periodo_anterior: ['hay un período anterior sin cerrar', 'an earlier period is not closed'],
  check_cadena: ['la cadena de eventos no es íntegra', 'the chain of events does not hold'],

  account_template: ['Esa plantilla no es de análisis o no está publicada.', 'That template is not for analyses or is not published.'],
  account_risk_reason: ['Escriba por qué cambia el riesgo.', 'Say why the risk changes.'],
  backup_same: ['El respaldo debe ser otra persona que el analista.', 'The backup must be somebody else than the analyst.'],
  chart_columns: [
    'No se reconocen las columnas: hace falta una de código (cuenta, código) o de prefijo de rubro, y una de nombre.',
    'The columns are not recognised: one of codes (account, code) or of prefixes of headings is needed, and one of names.',
  ],
  chart_rows: ['Un plan tiene a lo sumo {max} filas.', 'A chart has at most {max} rows.'],
  chart_empty: ['Bajo los encabezados no hay ninguna fila.', 'There is no row below the headings of the columns.'],
  chart_business: ['Diga de qué negocio son las cuentas.', 'Say whose business the accounts are of.'],
  chart_unseen: ['Revise antes qué haría el archivo.', 'Look first at what the file would do.'],
  chart_moved: [
    'Las cuentas o los rubros cambiaron desde que los revisó: esto es lo que haría ahora.',
    'The accounts or headings have changed since you looked: this is what it would do now.',
  ],
  chart_no_code: ['No tiene código.', 'It has no code.'],
  chart_long_code: ['El código tiene más de {max} caracteres.', 'The code is longer than {max} characters.'],
  chart_no_name: ['No tiene nombre de dos letras o más.', 'It has no name of two letters or more.'],
  chart_long_name: ['El nombre tiene más de {max} caracteres.', 'The name is longer than {max} characters.'],
  chart_currency: ['«{value}» no es una moneda (tres letras).', '“{value}” is no currency (three letters).'],
  chart_repeated: ['El código está más de una vez en el archivo.', 'The code is in the file more than once.'],
  chart_heading: ['No hay un rubro «{heading}», o hay varios.', 'There is no heading “{heading}”, or there are several.'],
  transfer_same: ['Elija a una persona distinta de la de origen.', 'Choose somebody else than the origin.'],
  transfer_origin: ['La persona de origen no existe.', 'The origin does not exist.'],
  transfer_destination_ANALISTA: ['El destino no está activo o no es analista.', 'The destination is not active or is not an analyst.'],
  transfer_destination_RESPALDO: ['El destino no está activo o no es analista.', 'The destination is not active or is not an analyst.'],
  transfer_destination_JEFE: [
    'El destino no está activo o no es jefatura de área.',
    'The destination is not active or is not a head of area.',
  ],
  transfer_period_closed: ['El período {period} está cerrado: elija uno abierto.', 'Period {period} is closed: choose an open one.'],
  transfer_until_past: ['La fecha de devolución ya pasó.', 'The day of return is over already.'],
  transfer_too_many: ['Se traspasan a lo sumo {max} cuentas a la vez.', 'At most {max} accounts are transferred at once.'],
  transfer_reason: ['Escriba un motivo de {min} caracteres o más.', 'Write a reason of {min} characters or more.'],
  transfer_unseen: [
    'Vea primero lo que se movería (simular) y confirme con su huella.',
    'Look first at what would move (simular) and confirm with its fingerprint.',
  ],
  transfer_moved: [
    'Las cuentas o sus análisis cambiaron desde la revisión. Revíselos de nuevo.',
    'Accounts or their analyses changed since the preview. Look at them again.',
  ],
  transfer_conflicts: ['{n} cuentas no pueden traspasarse; no se movió ninguna.', '{n} accounts cannot be transferred; none was moved.'],
  transfer_nothing: ['No queda ninguna cuenta por traspasar.', 'No account is left to transfer.'],
  transfer_key_used: ['Esa clave de idempotencia ya se usó para otro traspaso.', 'That idempotency key was used for another transfer.'],
  transfer_undone: ['El traspaso ya se deshizo o ya se devolvió.', 'The transfer is undone or returned already.'],
  transfer_old: ['Un traspaso se deshace dentro de las 24 horas.', 'A transfer is undone within 24 hours.'],
  transfer_lost: [
    'No se puede deshacer: {name} ya no está activo. Haga otro traspaso a quien corresponda.',
    'This cannot be undone: {name} is not active any more. Make another transfer to whoever it concerns.',
  ],
  transfer_acted: ['Ya se actuó sobre lo traspasado: {accounts}.', 'Somebody has acted on what was transferred: {accounts}.'],
  transfer_omitida: ['{code}: la dejó fuera usted.', '{code}: you left it out.'],
  transfer_no_es_del_origen: ['{code}: no es de la persona de origen.', '{code}: it is not of the origin.'],
  transfer_fuera_de_alcance: [
    '{code}: el destino no tiene ese país o negocio.',
    '{code}: the destination does not have that country or business.',
  ],
  transfer_destino_aprueba: [
    '{code}: el destino la aprueba como jefatura o control.',
    '{code}: the destination approves it as head or control.',
  ],
  transfer_destino_decidio: [
    '{code}: el destino ya decidió un análisis en curso.',
    '{code}: the destination has decided an analysis in progress.',
  ],
  transfer_destino_envio: [
    '{code}: el destino envió un análisis que tendría que aprobar.',
    '{code}: the destination submitted an analysis that they would have to approve.',
  ],
  transfer_destino_es_analista: ['{code}: el destino es su analista.', '{code}: the destination is its analyst.'],
  transfer_sin_departamento: [
    '{code}: el destino no dirige un departamento de ese negocio.',
    '{code}: the destination heads no department of that business.',
  ],
  transfer_varios_departamentos: [
    '{code}: el destino dirige varios departamentos; elija uno.',
    '{code}: the destination heads several departments; choose one.',
  ],
  transfer_agrupada: ['{code}: su grupo no se traspasa entero.', '{code}: its group is not transferred as a whole.'],

  impact_unseen: [
    'Vea primero el impacto (simular) y confirme con su huella.',
    'Look first at the impact (simular) and confirm with its fingerprint.',
  ],
  impact_moved: ['El impacto cambió desde la revisión. Revíselo de nuevo.', 'The impact changed since the preview. Look at it again.'],
  threshold_moved: [
    '{who} guardó desde la revisión el umbral de {scope}. Revise el impacto de nuevo.',
    'Since the preview {who} saved the threshold of {scope}. Look at the impact again.',
  ],
  threshold_everybody: ['todos los negocios', 'all businesses'],
  threshold_closed: [
    'El período {period} está cerrado: el umbral debe regir desde uno posterior.',
    'Period {period} is closed: the threshold must hold from a later one on.',
  ],
  threshold_in_force: [
    'Rige en un período cerrado: cree otro desde un período abierto.',
    'It holds in a closed period: make another one from an open period on.',
  ],
  threshold_exists: ['Ese alcance ya tiene un umbral desde {period}.', 'That scope has a threshold from {period} on already.'],
  threshold_global: ['El umbral global no lleva alcance.', 'The global threshold names no scope.'],
  threshold_scope_needed: ['Indique a qué se aplica.', 'Say what it applies to.'],
  threshold_scope_unknown: ['No existe, o está fuera de lo que usted puede ver.', 'It does not exist, or is outside what you may see.'],
  threshold_scope_beyond: ['Alcanza a negocios que no son suyos.', 'It reaches businesses that are not yours.'],
  threshold_base_needed: ['Indique activos, ingresos o resultado.', 'Give assets, revenue or profit.'],

  calendar_days_twice: ['Un día está repetido.', 'A day is repeated.'],
  calendar_zone: ['Esa zona horaria no existe.', 'That time zone does not exist.'],
  calendar_holiday_twice: ['El feriado {day} está repetido.', 'The holiday {day} is repeated.'],

  extension_not_yours: ['{code}: no espera nada de usted.', '{code}: it does not wait for you.'],
  extension_not_later: [
    '{code}: la nueva fecha debe ser posterior al vencimiento.',
    '{code}: the new date must be later than the deadline.',
  ],
  extension_past_close: [
    '{code}: no se prorroga más allá del cierre de {period}.',
    '{code}: no extension goes beyond the close of {period}.',
  ],
  extension_waiting: ['{code}: ya hay una prórroga por decidir.', '{code}: an extension waits for a decision already.'],
  extension_twice: ['{code}: ya tuvo {max} prórrogas.', '{code}: it has had {max} extensions.'],
  extension_comment: ['Escriba por qué la deniega, con {min} caracteres o más.', 'Say why you refuse it, in {min} characters or more.'],
  extension_not_level: ['Decide el nivel siguiente, nunca quien la pide.', 'The next level decides, never who asks.'],
  extension_decided: ['Esa prórroga ya está decidida.', 'That extension is decided already.'],
  extension_beyond: ['La nueva fecha pasa del cierre del período.', 'The new date lies beyond the close of the period.'],
  period_mail_soon: [
    'Ya se escribió a esos destinatarios: puede volver a hacerlo a las {at}.',
    'They were written to already: you may do it again at {at}.',
  ],
  period_mail_moved: [
    'Ahora son {n} personas, no {expected}. Revise los destinatarios.',
    'There are {n} people now, not {expected}. Check the recipients.',
  ],
  period_mail_nobody: ['No hay a quién escribir.', 'There is nobody to write to.'],
  period_submitted: [
    'Ya hay {n} análisis enviados: el período no puede regenerarse.',
    '{n} analyses are submitted already: the period cannot be generated again.',
  ],

  account_exists: ['El negocio ya tiene la cuenta {code}.', 'The business has account {code} already.'],
  analyst_wrong: ['La persona elegida no está activa o no es analista.', 'The person chosen is not active or is not an analyst.'],
  department_wrong: [
    'El departamento no es del negocio de la cuenta {code}.',
    'The department does not belong to the business of account {code}.',
  ],
  accounts_none: ['Elija al menos una cuenta.', 'Choose at least one account.'],
  accounts_unknown: [
    '{n} de las cuentas elegidas no existen o no están a su alcance.',
    '{n} of the accounts chosen do not exist or are out of your reach.',
  ],
  accounts_moved: [
    'Ahora son {n} cuentas, no {expected}. Revise la selección.',
    'There are {n} accounts now, not {expected}. Check the selection.',
  ],
  accounts_too_many: ['Se asignan a lo sumo {max} cuentas a la vez.', 'At most {max} accounts are assigned at once.'],
  assigned_in_progress: [
    'La cuenta {code} tiene un análisis enviado en {period}: no cambia de analista hasta que se decida.',
    'Account {code} has a submitted analysis in {period}: its analyst does not change until it is decided.',
  ],

  account_currency_used: [
    'La cuenta {code} tiene saldos en {currency}: su moneda no cambia.',
    'Account {code} has balances in {currency}: its currency does not change.',
  ],
  assigned_open: [
    'La cuenta {code} tiene un análisis abierto en {period}: asígnela a otra persona en vez de dejarla sin analista.',
    'Account {code} has an open analysis in {period}: assign it to somebody else instead of leaving it without an analyst.',
  ],
  heading_unknown: ['El rubro no existe.', 'The heading does not exist.'],
  accounts_wrong: ['{n} cuentas no se pueden asignar; no se asignó ninguna.', '{n} accounts cannot be assigned; none was.'],

  load_needs_mapping: [
    'No se reconocen todas las columnas: falta {fields}. Indíquelas en la carga de balance.',
    'Not all columns are recognised: {fields} missing. Choose them in the balance load.',
  ],
  load_refused_rows: [
    '{n} filas no son válidas; no se guardó nada. La primera: fila {row}, {reason}',
    '{n} rows are not valid; nothing was stored. The first: row {row}, {reason}',
  ],
  load_is_columnas: ['Faltan columnas por indicar en la carga.', 'The load still needs columns to be chosen.'],
  load_is_revision: ['La carga está en revisión.', 'The load is being looked at.'],
  load_is_confirmada: ['La carga ya está confirmada.', 'The load is confirmed already.'],
  load_is_descartada: ['La carga fue descartada.', 'The load was discarded.'],
  load_refused_row: [
    'Fila {row}, columna «{column}», valor «{value}»: {reason}',
    'Row {row}, column “{column}”, value “{value}”: {reason}',
  ],
  load_many_businesses: ['El archivo nombra más de {max} negocios.', 'The file names more than {max} businesses.'],
  period_unknown: ['El período no existe.', 'The period does not exist.'],
  country_not_yours: ['No puede crear negocios en ese país.', 'You may not create businesses in that country.'],
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
  field_hoja: ['la hoja', 'the sheet'],
  field_confirmar: ['confirmar las columnas', 'confirming the columns'],
  mapping_json: ['El mapeo no es un JSON válido.', 'The mapping is not valid JSON.'],
  decimal_ambiguous: [
    'No se puede saber si los importes usan coma o punto decimal. Elíjalo.',
    'It cannot be told whether amounts use a decimal comma or point. Choose it.',
  ],
  row_business_unknown: ['El negocio {value} no existe.', 'Business {value} does not exist.'],
  row_business_scope: ['El negocio {value} no está entre los suyos.', 'Business {value} is not among yours.'],
  row_business_missing: ['Falta el negocio.', 'The business is missing.'],
  row_business_ambiguous: ['Hay más de un negocio {value}.', 'There is more than one business {value}.'],
  row_business_inactive: ['El negocio {value} está inactivo.', 'Business {value} is inactive.'],
  row_business_context: ['El negocio {value} no es el elegido arriba.', 'Business {value} is not the one chosen above.'],
  row_business_conflict: [
    'El negocio {value} ya existe con otro código {code}.',
    'Business {value} exists already with another code {code}.',
  ],
  row_currency_code: ['La moneda no es un código de tres letras.', 'The currency is not a code of three letters.'],
  row_period_wrong: ['El período de la fila no es {period}.', 'The period of the row is not {period}.'],
  row_duplicate: [
    'La cuenta aparece {times} veces (filas {first} a {last}): no se carga ninguna, porque no se sabe cuál vale.',
    'The account appears {times} times (rows {first} to {last}): none is loaded, since there is no telling which one holds.',
  ],
  row_zeros: [
    'No existe la cuenta {code}, pero sí {other}, que solo se distingue por los ceros de delante. Corrija el archivo, o cree la cuenta si es otra.',
    'There is no account {code}, but there is {other}, which differs only by zeros in front. Correct the file, or create the account if it is another.',
  ],
  row_currency: ['La moneda no es la de la cuenta ({currency}).', 'The currency is not that of the account ({currency}).'],
  row_amount_range: ['El importe tiene más de 18 cifras enteras.', 'The amount has more than 18 integer digits.'],

  analysis_not_pending: [
    'El análisis ya no espera un envío: está {state}.',
    'The analysis no longer waits for a submission: it is {state}.',
  ],
  analysis_not_submitted: ['El analista aún no lo ha enviado.', 'The analyst has not submitted it yet.'],
  analysis_moved: ['Otra persona lo cambió antes: ahora está {state}.', 'Somebody else changed it first: it is now {state}.'],
  analysis_wrong_state: ['No se puede decidir en este estado: {state}.', 'It cannot be decided in this state: {state}.'],
  analysis_variation: [
    'VARIACION debe ser VALOR_BALANCE − VALOR_ANALISIS: {expected}, y se recibió {received}.',
    'VARIACION must be VALOR_BALANCE − VALOR_ANALISIS: {expected}, but {received} was received.',
  ],
  analysis_comment_required: ['El movimiento es material: explique la variación.', 'The movement is material: explain the variation.'],
  analysis_value_range: ['El importe tiene más de 18 cifras enteras.', 'The amount has more than 18 integer digits.'],
  analysis_file_kind: ['Adjunte un libro de Excel, un CSV, un PDF o una imagen.', 'Attach an Excel workbook, a CSV, a PDF or an image.'],
  annex_twice: ['Ese contenido ya está en este análisis: «{name}».', 'That content is in this analysis already: “{name}”.'],
  annex_is_file: [
    'El archivo ya está entre los anexos: «{name}». Quítelo de ellos o adjunte otro.',
    'The file is among the annexes already: “{name}”. Take it out of them or attach another.',
  ],
  annex_too_many: ['Se admiten hasta {max} anexos.', 'At most {max} annexes are allowed.'],
  annex_sent: ['El anexo ya se envió: su descripción no cambia.', 'The annex was sent: its description does not change.'],
  annex_not_closed: [
    'El período no está cerrado: el anexo se agrega al enviar el análisis.',
    'The period is not closed: the annex is added when the analysis is sent.',
  ],
  workbook_other: [
    'El libro es de otra cuenta o de otro período: {cell} dice {found} y debía decir {expected}.',
    'The workbook belongs to another account or period: {cell} says {found} and should say {expected}.',
  ],
  workbook_value: ['La celda {cell} dice {found} y usted escribió {expected}.', 'Cell {cell} says {found} and you entered {expected}.'],
  workbook_stale: [
    'El saldo de la celda {cell} ({found}) ya no es el del balance ({expected}). Descargue la plantilla de nuevo.',
    'The balance in cell {cell} ({found}) is no longer the one loaded ({expected}). Download the template again.',
  ],
  workbook_altered: [
    'La celda {cell} dice {found}, pero el libro se entregó con {expected}. Descargue la plantilla de nuevo.',
    'Cell {cell} says {found}, but the workbook was given out with {expected}. Download the template again.',
  ],
  workbook_signature: [
    'La firma del libro no corresponde a esta cuenta y período. Descargue la plantilla de nuevo.',
    'The signature of the workbook is not that of this account and period. Download the template again.',
  ],
  workbook_arithmetic: [
    'La celda {cell} dice {found}, y el saldo menos lo sustentado es {expected}.',
    'Cell {cell} says {found}, and the balance less the supported value is {expected}.',
  ],
  workbook_total: [
    'La celda {cell} dice {found}, y la composición suma {expected}.',
    'Cell {cell} says {found}, and the composition adds up to {expected}.',
  ],
  workbook_text_amount: [
    'La celda {cell} tiene texto, «{found}»: no suma. Escriba un número.',
    'Cell {cell} holds text, “{found}”: it does not add up. Enter a number.',
  ],
  workbook_error: ['La celda {cell} tiene un error de cálculo: {found}.', 'Cell {cell} has a calculation error: {found}.'],
  workbook_empty: ['La celda {cell} está vacía: escriba el saldo sustentado.', 'Cell {cell} is empty: enter the supported balance.'],
  workbook_nobodys: [
    'El libro no es de ninguna cuenta suya que espere un envío.',
    'The workbook belongs to none of your accounts that wait for a submission.',
  ],
  workbook_cells: ['El libro tiene {n} celdas que corregir.', 'The workbook has {n} cells to correct.'],
  duty_uploaded: ['Usted envió este análisis: otra persona debe decidirlo.', 'You submitted this analysis: somebody else must decide it.'],
  duty_both_levels: [
    'Usted ya lo aprobó como jefatura: otra persona debe decidirlo en control.',
    'You approved it as head already: somebody else must decide it at control.',
  ],
  duty_not_author: [
    'La decisión es de otra persona: solo ella puede retirarla.',
    'Somebody else decided it: only they can take that back.',
  ],
  duty_not_yours: ['El análisis está asignado a otra persona.', 'The analysis is assigned to somebody else.'],

  analysis_in_group: [
    'Pertenece al grupo «{group}»: se envía y se decide con él.',
    'It belongs to the group “{group}”: it is submitted and decided with it.',
  ],
  analysis_not_recallable: ['No hay nada que retirar: está {state}.', 'There is nothing to take back: it is {state}.'],
  analysis_not_final: ['Solo se reabre lo aprobado: está {state}.', 'Only what is approved can be reopened: it is {state}.'],
  recall_late: ['La decisión ya tiene más de 24 horas.', 'The decision is more than 24 hours old.'],
  reject_comment: ['Escriba el motivo, con al menos 10 caracteres.', 'Give the reason, in at least 10 characters.'],
  bulk_critical: ['Es crítico: decídalo por separado.', 'It is critical: decide it on its own.'],
  analysis_exists: ['La cuenta ya tiene un análisis en ese período.', 'The account has an analysis in that period already.'],
  analysis_no_balance: ['La cuenta no tiene saldo en ese período.', 'The account has no balance in that period.'],
  analysis_no_analyst: ['La cuenta está inactiva o no tiene analista.', 'The account is inactive or has no analyst.'],
  analysis_period_closing: [
    'El período está en cierre: solo administración abre análisis nuevos.',
    'The period is closing: only administration opens new analyses.',
  ],
  group_of_others: ['El análisis de {account} no es suyo.', 'The analysis of {account} is not yours.'],
  group_not_open: [
    '{account} está {state}: solo se agrupa lo que no se ha enviado.',
    '{account} is {state}: only what was not sent can be grouped.',
  ],
  group_other: ['{account} ya está en el grupo «{group}».', '{account} is in the group “{group}” already.'],
  group_mixed: [
    'Un grupo es de un solo período, negocio, departamento y moneda: {account} ({business}) no va con {first} ({other}).',
    'A group is of one period, business, department and currency: {account} ({business}) does not go with {first} ({other}).',
  ],
  group_too_large: ['Un grupo tiene a lo sumo {max} cuentas.', 'A group has at most {max} accounts.'],
  group_too_small: ['Un grupo tiene al menos dos cuentas: disuélvalo.', 'A group has at least two accounts: dissolve it.'],
  group_not_changeable: ['El grupo está {state}: sus cuentas ya no cambian.', 'The group is {state}: its accounts do not change any more.'],
  group_out_of_step: ['El grupo cambió mientras tanto. Vuelva a intentarlo.', 'The group changed in the meantime. Try again.'],
  group_values_json: ['VALORES no es una lista JSON de valores.', 'VALORES is not a JSON list of values.'],
  group_value_unknown: ['El análisis {id} no está en el grupo o está repetido.', 'Analysis {id} is not in the group or is repeated.'],
  group_value_missing: ['Falta el saldo sustentado de {account}.', 'The supported balance of {account} is missing.'],
  group_comment_required: [
    'El movimiento de {account} es material: explique la variación.',
    'The movement of {account} is material: explain the variation.',
  ],
  mail_nothing_awaited: ['Ya está aprobado: no espera a nadie.', 'It is approved: it waits for nobody.'],
  mail_nobody: ['No hay a quién avisar.', 'There is nobody to tell.'],
  mail_recent: ['Ya se recordó hace menos de cuatro horas.', 'It was reminded less than four hours ago.'],
  mail_other_state: ['Ahora está {state}: no es lo que quiere anunciar.', 'It is {state} now: that is not what you mean to announce.'],
  row_moved: [
    'Otra persona lo cambió mientras usted lo editaba. Revise cómo está ahora.',
    'Somebody else changed it while you were editing. See how it is now.',
  ],
  country_in_use: [
    'El país tiene {negocios} negocios activos: desactívelos antes.',
    'The country has {negocios} active businesses: deactivate them first.',
  ],
  business_in_use: [
    'El negocio tiene {cuentas} cuentas y {departamentos} departamentos activos: desde ahora no admitirá cargas. Confirme para desactivarlo.',
    'The business has {cuentas} active accounts and {departamentos} departments: it will take no more loads. Confirm to deactivate it.',
  ],
  business_open_work: [
    'El negocio tiene {n} análisis sin terminar: no puede desactivarse.',
    'The business has {n} unfinished analyses: it cannot be deactivated.',
  ],
  business_country_used: [
    'El negocio ya tiene cuentas, departamentos o permisos: no cambia de país.',
    'The business has accounts, departments or permissions already: its country does not change.',
  ],
  business_currency_used: [
    'El negocio ya tiene cuentas: su moneda no cambia.',
    'The business has accounts already: its currency does not change.',
  ],
  sub_management_exists: [
    'Ya hay una subgerencia con ese nombre en el negocio.',
    'There is a sub-management with that name in the business already.',
  ],
  sub_management_in_use: [
    'La subgerencia tiene {departamentos} departamentos activos: páselos antes a otra.',
    'The sub-management has {departamentos} active departments: move them to another one first.',
  ],
  department_in_use: [
    'El departamento tiene {cuentas} cuentas activas y {analisis} análisis sin terminar: páselos antes a otro.',
    'The department has {cuentas} active accounts and {analisis} unfinished analyses: move them to another one first.',
  ],
  department_open_work: [
    'El departamento tiene {n} análisis sin terminar: elija otra jefatura en vez de dejarlo sin ella.',
    'The department has {n} unfinished analyses: choose another head instead of leaving it without one.',
  ],
  heading_exists: ['Ya hay un rubro con ese nombre en ese lugar.', 'There is a heading with that name in that place already.'],
  heading_code_exists: ['Ya hay un rubro con ese código.', 'There is a heading with that code already.'],
  heading_cycle: ['Un rubro no puede estar dentro de sí mismo.', 'A heading cannot lie within itself.'],
  heading_deep: ['Los rubros tienen a lo sumo {max} niveles.', 'Headings have at most {max} levels.'],
  heading_in_use: [
    'El rubro está en uso: {rubros} rubros, {cuentas} cuentas y {analisis} análisis. No puede eliminarse.',
    'The heading is in use: {rubros} headings, {cuentas} accounts and {analisis} analyses. It cannot be removed.',
  ],

  image_kind: [
    'La imagen debe ser PNG, JPEG o WebP, con la extensión que le corresponde.',
    'The image must be PNG, JPEG or WebP, with the extension that belongs to it.',
  ],
  image_damaged: ['La imagen está dañada o incompleta.', 'The image is damaged or incomplete.'],
  image_large: ['La imagen supera los {mb} MB.', 'The image is larger than {mb} MB.'],
  image_pixels: ['La imagen mide más de {max} píxeles de lado.', 'The image is more than {max} pixels wide or high.'],
  document_kind: ['No se admite este tipo de archivo. Se admiten: {kinds}.', 'This kind of file is not accepted. Accepted are: {kinds}.'],
  document_large: ['El archivo supera los {mb} MB.', 'The file is larger than {mb} MB.'],
  document_active: [
    'El archivo contiene código u objetos que se ejecutan (macros, scripts, controles). Quítelos y cárguelo de nuevo.',
    'The file contains code or objects that run (macros, scripts, controls). Remove them and upload it again.',
  ],
  document_outside: [
    'El archivo toma contenido de fuera (plantillas, imágenes o datos enlazados). Inclúyalo en el archivo o quítelo.',
    'The file takes content from outside (linked templates, pictures or data). Put it into the file or remove it.',
  ],
  document_formula: [
    'La fila {row} tiene una celda que empieza como fórmula ({value}). Escríbala como texto.',
    'Row {row} has a cell that begins like a formula ({value}). Write it as text.',
  ],

  template_exists: ['Ya hay una plantilla con ese nombre.', 'There is a template with that name already.'],
  template_dates: ['La vigencia termina antes de empezar.', 'The validity ends before it begins.'],
  template_map: ['El mapa de celdas no es válido.', 'The map of cells is not valid.'],
  template_headings: ['Alguno de los rubros no existe.', 'Some of the headings do not exist.'],
  template_businesses: ['Alguno de los negocios no existe.', 'Some of the businesses do not exist.'],
  template_no_draft: ['La plantilla no tiene un borrador que publicar.', 'The template has no draft to publish.'],
  template_has_draft: ['La plantilla ya tiene un borrador.', 'The template has a draft already.'],
  template_not_published: ['La plantilla no tiene una versión publicada que retirar.', 'The template has no published version to retire.'],
  template_images: ['Una versión lleva a lo sumo {max} imágenes.', 'A version has at most {max} images.'],
  template_cells: [
    'Al libro le faltan celdas con nombre, o no se pueden rellenar: {cells}.',
    'The workbook lacks named cells, or they cannot be filled in: {cells}.',
  ],

  folder_unknown: ['La carpeta no existe.', 'The folder does not exist.'],
  folder_exists: ['Ya hay una carpeta con ese nombre en ese lugar.', 'There is a folder with that name in that place already.'],
  folder_cycle: ['Una carpeta no puede estar dentro de sí misma.', 'A folder cannot lie within itself.'],
  folder_deep: ['Las carpetas tienen a lo sumo {max} niveles.', 'Folders have at most {max} levels.'],
  folder_not_empty: [
    'La carpeta tiene {carpetas} carpetas y {archivos} archivos. Confirme para eliminar también su contenido.',
    'The folder has {carpetas} folders and {archivos} files. Confirm to remove its content too.',
  ],
  resource_exists: [
    'Ya hay un archivo o enlace con ese nombre en la carpeta.',
    'There is a file or link with that name in the folder already.',
  ],
  resource_one: ['Adjunte un archivo o escriba un enlace, una de las dos cosas.', 'Attach a file or enter a link, one of the two.'],
  resource_not_link: ['Es un archivo, no un enlace.', 'It is a file, not a link.'],
  resource_no_bytes: ['Es un enlace: no hay nada que descargar.', 'It is a link: there is nothing to download.'],
  user_unknown: ['Esa persona no existe.', 'That person does not exist.'],
  user_exists: ['Ya hay una persona con ese usuario.', 'There is a person with that user name already.'],
  email_exists: ['Ya hay una persona con ese correo.', 'There is a person with that e-mail already.'],
  identity_taken: [
    'El proveedor de identidad ya tiene otra cuenta con ese dato.',
    'The identity provider has another account with that already.',
  ],
  identity_unavailable: [
    'Se guardó, pero el proveedor de identidad no respondió: la cuenta de acceso no está al día. Guarde de nuevo.',
    'It was saved, but the identity provider did not answer: the sign-in account is not up to date. Save again.',
  ],
  role_twice: ['Solo un rol de cada tipo: {role} se repite.', 'Only one role of each type: {role} is there twice.'],
  role_active_missing: ['El rol activo debe ser uno de los suyos.', 'The active role must be one of theirs.'],
  role_of_auditors: [
    'El rol de auditor se da solo a auditores, y un auditor no tiene otro.',
    'The role of auditor is for auditors alone, and an auditor has no other.',
  ],
  scope_required: ['Indique los países o negocios de control o gerencia.', 'Name the countries or businesses of control or management.'],
  scope_needless: ['Solo control y gerencia llevan países y negocios.', 'Only control and management have countries and businesses.'],
  scope_unknown: [
    'Un país o negocio del alcance no existe o no está entre los suyos.',
    'A country or business of the scope does not exist or is not among yours.',
  ],
  department_unknown: ['Ese departamento no existe o está inactivo.', 'That department does not exist or is inactive.'],
  administrator_only: [
    'Solo un administrador cambia a los administradores y su rol.',
    'Only an administrator changes administrators and their role.',
  ],
  own_deactivation: ['Nadie se desactiva a sí mismo.', 'Nobody deactivates themselves.'],
  own_administration: [
    'Nadie se quita a sí mismo el rol o los permisos de administración.',
    'Nobody takes their own role or permissions of administration away.',
  ],
  last_administrator: [
    'Debe quedar al menos un administrador activo con permiso sobre usuarios y roles.',
    'At least one active administrator with permission over users and roles must remain.',
  ],
  avatar_too_large: ['La foto supera los 256 kB o los 512 píxeles de lado.', 'The picture is larger than 256 kB or 512 pixels a side.'],
  signature_kind: ['La firma debe ser una imagen PNG o JPEG completa.', 'The signature must be a whole PNG or JPEG image.'],
  signature_too_large: ['La firma supera los 2 MB.', 'The signature is larger than 2 MB.'],
  support_too_many: [
    'Ya se recibieron muchos mensajes. Espere una hora o llame a soporte.',
    'Many messages have come in already. Wait an hour or call support.',
  ],

  auditor_without_access: [
    'Su acceso como auditor no está definido. Pídalo a administración.',
    'Your access as auditor is not set. Ask administration.',
  ],
  auditor_not_yet: ['Su acceso como auditor empieza el {day}.', 'Your access as auditor begins on {day}.'],
  auditor_expired: ['Su acceso como auditor venció el {day}.', 'Your access as auditor expired on {day}.'],
  observation_not_yours: [
    'Responde el analista, la jefatura o control del análisis; pregunta y cierra quien la hizo.',
    'The analyst, the head or control of the analysis answers; whoever raised it asks again and closes it.',
  ],
  observation_moved: ['La observación está {state} o cambió mientras tanto.', 'The observation is {state}, or has changed meanwhile.'],
  sample_empty: ['No hay análisis de los que extraer una muestra.', 'There are no analyses to draw a sample from.'],
  auditor_unmarked: [
    'El documento «{name}» no admite su marca de agua (tiene contraseña o está dañado). Pida una copia a control.',
    'The document “{name}” cannot carry your watermark (it has a password or is damaged). Ask control for a copy.',
  ],
  auditor_no_export: ['Su acceso como auditor no incluye exportar.', 'Your access as auditor does not include exports.'],
  auditor_no_documents: ['Su acceso como auditor no incluye los documentos.', 'Your access as auditor does not include documents.'],
  auditor_no_binder: [
    'Un expediente lleva fechas de firma y comentarios internos, que su acceso como auditor no incluye.',
    'A binder has signature dates and internal comments, which your access as auditor does not include.',
  ],
  binder_unbounded: [
    'Elija un período, una cuenta u otro filtro: el expediente de todo no se hace.',
    'Choose a period, an account or another filter: there is no binder of everything.',
  ],
  binder_too_large: [
    'El expediente tendría {gb} GB y el límite es 3,5: elija un negocio o un departamento.',
    'The binder would have {gb} GB and the limit is 3.5: choose a business or a department.',
  ],
  auditor_no_dates: [
    'Su acceso como auditor no incluye las fechas de firma: no se filtra ni ordena por ellas.',
    'Your access as auditor does not include signature dates: there is no filter or order by them.',
  ],
  auditor_dates_order: ['El último día no puede ser anterior al primero.', 'The last day cannot be before the first.'],
  auditor_dates_long: ['El acceso de un auditor dura a lo sumo {max} días.', 'The access of an auditor lasts at most {max} days.'],
  auditor_dates_past: ['El último día ya pasó.', 'The last day has passed already.'],

  '2fa_required': ['Autenticación 2FA requerida: muestre su segundo factor.', '2FA required: show your second factor.'],
  provider_action: [
    'Esto lo hace el proveedor de identidad de la corporación, no Cuadre.',
    'The identity provider of the corporation does this, not Cuadre.',
  ],
  provider_failed: ['El proveedor de identidad no respondió. Vuelva a intentarlo.', 'The identity provider did not answer. Try again.'],
  sign_up_off: [
    'Nadie se registra por su cuenta: pida el alta a administración.',
    'Nobody signs up themselves: ask administration for access.',
  ],
  sign_up_domain: ['Solo se admiten correos de {domains}.', 'Only e-mails of {domains} are allowed.'],
  code_wrong: [
    'El código no es correcto, venció o ya se usó. Pida otro.',
    'The code is not correct, expired or was used. Ask for another.',
  ],
  code_too_soon: ['Espere un minuto antes de pedir otro código.', 'Wait a minute before asking for another code.'],
  code_too_many: ['Ya se pidieron muchos códigos hoy. Pruebe mañana.', 'Many codes were asked for today. Try tomorrow.'],
  account_taken: ['Ese correo ya tiene una cuenta.', 'That e-mail has an account already.'],
  link_unusable: ['El enlace venció o ya se usó. Pida otro.', 'The link expired or was used already. Ask for another.'],
  password_wrong: [
    'La contraseña actual no es correcta. Después de 5 intentos hay que esperar 15 minutos.',
    'The current password is not correct. After 5 attempts you have to wait 15 minutes.',
  ],
  password_length: ['La contraseña debe tener entre 12 y 128 caracteres.', 'The password must have 12 to 128 characters.'],
  password_own_name: [
    'La contraseña no puede contener su usuario ni su correo.',
    'The password must not contain your user name or e-mail.',
  ],
  password_used: [
    'Ya usó esa contraseña. Elija una distinta de las 5 últimas.',
    'You used that password before. Choose one other than the last 5.',
  ],
  second_factor_code: ['Escriba el código de su aplicación de autenticación.', 'Enter the code of your authenticator app.'],
  second_factor_wrong: [
    'El código no es correcto o ya se usó. Espere al siguiente.',
    'The code is not correct or was used already. Wait for the next.',
  ],
  second_factor_locked: ['Demasiados intentos. Espere 15 minutos.', 'Too many attempts. Wait 15 minutes.'],
  second_factor_there: [
    'Ya tiene un segundo factor. Para cambiarlo, hágalo en el proveedor.',
    'You have a second factor already. Replace it at the provider.',
  ],
  sign_in_again: ['Para esto, inicie sesión otra vez.', 'Sign in again for this.'],
  own_second_factor: ['Nadie se quita a sí mismo el segundo factor desde aquí.', 'Nobody takes their own second factor away here.'],
  no_sign_in_account: ['Esa persona no tiene todavía una cuenta de acceso.', 'That person has no sign-in account yet.'],

  role_exists: ['Ya hay un rol con ese nombre.', 'There is a role with that name already.'],
  role_system: ['Los seis roles del sistema no se renombran ni se quitan.', 'The six roles of the system are neither renamed nor removed.'],
  role_in_use: ['{n} personas tienen el rol: cámbieles el rol primero.', '{n} people have the role: change theirs first.'],
  role_moved: [
    'Otra persona cambió estos permisos antes. Revíselos de nuevo.',
    'Somebody else changed these permissions first. Look at them again.',
  ],
  role_not_held: ['Esa persona no tiene ese rol.', 'That person does not have that role.'],
  key_not_yours: ['Nadie da un permiso que no tiene: {key}.', 'Nobody gives a permission that they do not have: {key}.'],
  key_not_for_auditors: ['Un auditor solo lee: {key} no es para ellos.', 'An auditor only reads: {key} is not for them.'],
  permission_of_one: ['Indique un rol o una persona, y solo uno.', 'Name either a role or a person.'],
  permission_of_role: ['Un rol tiene el permiso o no lo tiene.', 'A role has the permission or does not.'],
  too_many_lines: ['Tiene demasiadas ventanas abiertas.', 'You have too many windows open.'],
  alert_type_unknown: ['Ese tipo de alerta no existe.', 'That kind of alert does not exist.'],
  alert_moved: ['Otra persona cambió la alerta. Revísela de nuevo.', 'Somebody else has changed the alert. Look at it again.'],
  alert_everywhere: [
    'La alerta vale para toda la corporación: solo administración la cambia.',
    'The alert holds for the whole corporation: only administration changes it.',
  ],
  alert_place_unknown: [
    'El país, negocio o departamento no existe, no coincide o no está entre los suyos.',
    'The country, business or department does not exist, does not fit together or is not among yours.',
  ],
  alert_needs_place: ['Elija un país o un negocio de los suyos.', 'Choose a country or a business of yours.'],
  alert_needs_recipients: ['Elija al menos un destinatario.', 'Choose at least one recipient.'],
  alert_needs_channel: ['Elija al menos un canal.', 'Choose at least one channel.'],
  alert_window: ['La ventana debe terminar después de empezar.', 'The window must end after it begins.'],
  alert_validity: ['La vigencia debe terminar después de empezar.', 'The validity must end after it begins.'],
  alert_needs_days: ['Indique los días.', 'Enter the days.'],
  alert_needs_hours: ['Indique las horas hábiles.', 'Enter the working hours.'],
  alert_needs_message: ['Escriba el anuncio.', 'Write the announcement.'],

  ticket_business_elsewhere: ['El negocio no es de ese país.', 'The business is not of that country.'],
  ticket_moved: [
    'La solicitud cambió: ahora está {state}. Revísela de nuevo.',
    'The request has changed: it is now {state}. Look at it again.',
  ],
  ticket_wrong_state: ['Una solicitud en estado {state} no puede pasar a ese.', 'A request in state {state} cannot move there.'],
  ticket_closed: ['La solicitud está cerrada.', 'The request is closed.'],
  ticket_not_received: ['Solo quien recibe la solicitud puede hacerlo.', 'Only those who receive the request can do this.'],
  ticket_assignee: ['Esa persona no recibe solicitudes de ese negocio.', 'That person does not receive requests of that business.'],
  ticket_comment_other: ['El comentario no es suyo o no es de esta solicitud.', 'The comment is not yours or not of this request.'],
  ticket_file_large: ['El archivo supera los 10 MB.', 'The file is larger than 10 MB.'],
  ticket_file_kind: [
    'Adjunte una imagen, un PDF, un libro de Excel, un CSV o un texto.',
    'Attach an image, a PDF, an Excel workbook, a CSV or a text.',
  ],
  ticket_files_many: ['Una solicitud lleva a lo sumo {max} archivos.', 'A request holds at most {max} files.'],

  status_exists: ['El código {code} ya existe.', 'Code {code} exists already.'],
  status_of_system: ['Es un estado del sistema: esto no cambia.', 'It is a state of the system: this does not change.'],
  status_in_use: ['Está en uso en {n} análisis: puede desactivarlo.', 'It is in use in {n} analyses: you can deactivate it.'],
  status_contrast: [
    'El color contrasta {contrast} con el blanco; hace falta 4,5 o más.',
    'The contrast of the colour with white is {contrast}; 4.5 or more is needed.',
  ],
  status_characters: [
    'Un mínimo de caracteres solo tiene sentido si el comentario es obligatorio.',
    'A minimum of characters needs a comment that is required.',
  ],
  status_inactive: ['El estado está inactivo.', 'The state is inactive.'],
  status_other_state: ['El análisis no está en {state}.', 'The analysis is not in {state}.'],
  status_comment: ['Escriba un comentario de {n} caracteres o más.', 'Write a comment of {n} characters or more.'],
  reason_unknown: ['El motivo no existe, está inactivo o no corresponde.', 'The reason does not exist, is inactive or does not apply.'],
} satisfies Record<string, [es: string, en: string]>

/** The files' own sentences: `file_bomba`, `row_saldo-ambiguo`. */
const ofFiles = Object.fromEntries(
  [
    ...Object.entries(REFUSALS).map(([code, text]) => [`file_${code}`, text] as const),
    ...Object.entries(ROW_REFUSALS).map(([code, text]) => [`row_${code}`, text] as const),
  ].map(([code, { es, en }]): [string, [string, string]] => [code, [es, en]]),
)
const known: Record<string, [es: string, en: string]> = { ...messages, ...ofFiles }

/** The sentence of a code in a language; a code that has none is its own sentence (a test finds those). */
export function sentence(code: string, locale: Locale, params: Params = {}): string {
  const pair = known[code]
  const text = pair ? pair[locale === 'es' ? 0 : 1] : code
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''))
}
export const isMessage = (code: string) => code in known
