import type { Messages } from './text.ts'

export const http = {
  unexpected: [
    'Algo falló en el servidor. Vuelva a intentarlo; si se repite, avise a soporte.',
    'Something failed on the server. Try again; if it happens again, tell support.',
  ],
  unauthorized: ['Su sesión no es válida. Inicie sesión de nuevo.', 'Your session is not valid. Sign in again.'],
  forbidden: ['No tiene permiso para esto.', 'You are not allowed to do this.'],
  not_found: ['No existe, o está fuera de lo que usted puede ver.', 'It does not exist, or is outside what you may see.'],
  bad_request: ['La solicitud no se entiende.', 'The request cannot be understood.'],
  media_type: [
    'Envíelo como application/json o, si lleva un archivo, como formulario (multipart/form-data).',
    'Send it as application/json or, with a file, as a form (multipart/form-data).',
  ],
  body_json: ['Lo enviado no es un JSON completo y sin comprimir.', 'What was sent is no complete, uncompressed JSON.'],
  body_utf8: [
    'Lo enviado no está en UTF-8: sus letras con acento no se leerían bien.',
    'What was sent is not in UTF-8: its letters with accents would not be read well.',
  ],
  one_file: ['Se recibe un archivo a la vez.', 'One file is taken at a time.'],
  too_many_requests: ['Demasiadas solicitudes. Espere un minuto.', 'Too many requests. Wait a minute.'],
  busy: [
    'Otras personas trabajan a la vez en lo mismo. Vuelva a intentarlo en unos segundos.',
    'Others are working on the same at this moment. Try again in a few seconds.',
  ],
  storage_full: [
    'No queda espacio en el servidor: no se guardó nada. Avise a soporte.',
    'The server has no space left: nothing was kept. Tell support.',
  ],
  storage_away: [
    'Los archivos no están al alcance en este momento. Nada quedó a medias: vuelva a intentarlo en un minuto.',
    'The files cannot be reached at this moment. Nothing was left half done: try again in a minute.',
  ],
  database_away: [
    'La base de datos no responde: espere un minuto y compruebe si lo enviado quedó guardado antes de repetirlo.',
    'The database does not answer: wait a minute and look whether what you sent was kept before you send it again.',
  ],
  head_too_large: ['La dirección o sus filtros son demasiado largos.', 'The address or its filters are too long.'],
  body_too_large: ['Lo enviado es demasiado grande.', 'What was sent is too large.'],
  wrong_fields: ['Revise los campos señalados.', 'Check the fields that are marked.'],
  wrong_address: [
    'La dirección pide algo que no existe: quite los filtros o entre desde el menú.',
    'The address asks for something that does not exist: clear the filters or come in from the menu.',
  ],
  parameter_unknown: ['Esta llamada no tiene un parámetro «{name}».', 'This call has no parameter “{name}”.'],
  sort_unknown: ['Esta lista no se ordena por «{sort}».', 'This list does not sort by “{sort}”.'],
  body_too_deep: ['Lo enviado tiene demasiados niveles.', 'What was sent has too many levels.'],
  text_unusable: ['El texto tiene un carácter que no se puede guardar.', 'The text has a character that cannot be stored.'],
  form_malformed: [
    'El formulario llegó incompleto o mal formado. Vuelva a enviarlo.',
    'The form arrived incomplete or malformed. Send it again.',
  ],
  row_moved: [
    'Cambió mientras usted lo editaba: quizá lo guardó otra persona, o usted mismo en otra ventana. Revise cómo está ahora.',
    'It changed while you were editing: somebody else may have saved it, or you in another window. See how it is now.',
  ],
  setting_moved: [
    '{who} lo cambió mientras usted lo editaba. Revise cómo está ahora y guarde otra vez.',
    '{who} changed it while you were editing. See how it is now and save again.',
  ],
  too_many_lines: ['Tiene demasiadas ventanas abiertas.', 'You have too many windows open.'],
} satisfies Messages
