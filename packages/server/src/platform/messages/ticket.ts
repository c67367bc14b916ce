import type { Messages } from './text.ts'

export const ticket = {
  ticket_business_elsewhere: ['El negocio no es de ese país.', 'The business is not of that country.'],
  ticket_moved: [
    'La solicitud cambió: ahora está {state}. Revísela de nuevo.',
    'The request has changed: it is now {state}. Look at it again.',
  ],
  ticket_wrong_state: ['Una solicitud que está {state} no puede pasar a ese estado.', 'A request that is {state} cannot move there.'],
  ticket_closed: ['La solicitud está cerrada.', 'The request is closed.'],
  ticket_not_received: ['Solo quien recibe la solicitud puede hacerlo.', 'Only those who receive the request can do this.'],
  ticket_assignee: ['Esa persona no recibe solicitudes de ese negocio.', 'That person does not receive requests of that business.'],
  ticket_answered: [
    '{who} respondió mientras usted escribía. Lea su mensaje antes de enviar el suyo.',
    '{who} answered while you were writing. Read their message before you send yours.',
  ],
  ticket_merge_self: ['Elija otra solicitud: no se une a sí misma.', 'Choose another request: it cannot be merged into itself.'],
  ticket_merge_target: [
    'Esa solicitud está resuelta, cerrada o unida a otra: elija una abierta.',
    'That request is solved, closed or merged into another: choose an open one.',
  ],
  ticket_answer_exists: ['Ya hay una respuesta con ese título.', 'There is an answer with that title already.'],
  ticket_comment_other: ['El comentario no es suyo o no es de esta solicitud.', 'The comment is not yours or not of this request.'],
  ticket_file_large: ['El archivo supera los 10 MB.', 'The file is larger than 10 MB.'],
  ticket_file_kind: [
    'Adjunte una imagen, un PDF, un libro de Excel, un CSV o un texto.',
    'Attach an image, a PDF, an Excel workbook, a CSV or a text.',
  ],
  ticket_files_many: ['Una solicitud lleva a lo sumo {max} archivos.', 'A request holds at most {max} files.'],
} satisfies Messages
