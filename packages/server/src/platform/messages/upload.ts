import type { Messages } from './text.ts'

export const upload = {
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
} satisfies Messages
