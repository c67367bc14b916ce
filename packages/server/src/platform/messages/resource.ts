import type { Messages } from './text.ts'

export const resource = {
  folder_unknown: ['La carpeta no existe.', 'The folder does not exist.'],
  folder_exists: ['Ya hay una carpeta con ese nombre en ese lugar.', 'There is a folder with that name in that place already.'],
  folder_cycle: ['Una carpeta no puede estar dentro de sí misma.', 'A folder cannot lie within itself.'],
  folder_deep: ['Las carpetas tienen a lo sumo {max} niveles.', 'Folders have at most {max} levels.'],
  folder_not_empty: [
    'La carpeta tiene {carpetas} {carpetas:carpeta|carpetas} y {archivos} {archivos:archivo|archivos}. Confirme para eliminar también su contenido.',
    'The folder has {carpetas} {carpetas:folder|folders} and {archivos} {archivos:file|files}. Confirm to remove its content too.',
  ],
  resource_exists: [
    'Ya hay un archivo o enlace con ese nombre en la carpeta.',
    'There is a file or link with that name in the folder already.',
  ],
  resource_one: ['Adjunte un archivo o escriba un enlace, una de las dos cosas.', 'Attach a file or enter a link, one of the two.'],
  resource_not_file: ['Es un enlace: no tiene versiones.', 'It is a link: it has no versions.'],
  resource_same: ['Es el mismo archivo que ya está: no cambió nada.', 'It is the file that is there already: nothing changed.'],
  folder_large: ['La carpeta pesa {gb} GB; descárguela por partes.', 'The folder holds {gb} GB; download it in parts.'],
  folder_empty: ['La carpeta no tiene archivos.', 'The folder has no files.'],
  resource_not_link: ['Es un archivo, no un enlace.', 'It is a file, not a link.'],
  resource_no_bytes: ['Es un enlace: no hay nada que descargar.', 'It is a link: there is nothing to download.'],
} satisfies Messages
