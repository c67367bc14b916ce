import type { Messages } from './text.ts'

export const document = {
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
} satisfies Messages
