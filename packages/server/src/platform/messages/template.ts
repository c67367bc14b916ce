import type { Messages } from './text.ts'

export const template = {
  template_exists: ['Ya hay una plantilla con ese nombre.', 'There is a template with that name already.'],
  template_dates: ['La vigencia termina antes de empezar.', 'The validity ends before it begins.'],
  template_map: ['El mapa de celdas no es válido.', 'The map of cells is not valid.'],
  template_headings: ['Alguno de los rubros no existe.', 'Some of the headings do not exist.'],
  template_businesses: ['Alguno de los negocios no existe.', 'Some of the businesses do not exist.'],
  template_no_draft: ['La plantilla no tiene un borrador que publicar.', 'The template has no draft to publish.'],
  template_has_draft: ['La plantilla ya tiene un borrador.', 'The template has a draft already.'],
  template_not_published: ['La plantilla no tiene una versión publicada que retirar.', 'The template has no published version to retire.'],
  template_version: ['La plantilla no tiene esa versión.', 'The template has no such version.'],
  template_no_workbook: ['Esa plantilla no es un libro que se llene.', 'That template is no workbook that is filled in.'],
  template_images: ['Una versión lleva a lo sumo {max} imágenes.', 'A version has at most {max} images.'],
  template_cells_shared: [
    'Varios campos están en una misma celda, donde uno taparía al otro: {cells}.',
    'Several fields are in one cell, where one would hide the other: {cells}.',
  ],
  template_cells_hidden: [
    'El analista no puede escribir en una hoja oculta: {cells}.',
    'The analyst cannot write on a hidden sheet: {cells}.',
  ],
  template_over: [
    'La vigencia ya terminó: publicada así, la plantilla no llegaría a nadie.',
    'The validity is over already: published like this, nobody would get the template.',
  ],
  template_cells: [
    'Al libro le faltan celdas con nombre, o no se pueden rellenar: {cells}.',
    'The workbook lacks named cells, or they cannot be filled in: {cells}.',
  ],
} satisfies Messages
