import { formatCount, type Locale } from './format/money.ts'

type Bound = string | number | undefined

/** Texts of the components themselves. Other texts are passed as props. */
export interface UiTexts {
  required: string
  optional: string
  invalidMoney: string
  invalidNumber: string
  /** Of a field that takes no decimals. */
  invalidInteger: string
  invalidDate: string
  invalidColor: string
  lowContrast: string
  pickColor: string
  lightGround: string
  darkGround: string
  datePattern: string
  between: (min: Bound, max: Bound) => string
  fieldsToReview: (count: number) => string
  and: string
  saveFailed: string
  saveUnknown: string
  unsaved: string
  discardTitle: string
  discardText: string
  discard: string
  draftRestored: string
  save: string
  enterKey: string
  minLength: (count: number) => string
  maxLength: (count: number) => string
  choose: string
  noResults: string
  moreFilters: string
  any: string
  choicesFailed: string
  loading: string
  searching: string
  openCalendar: string
  chooseFile: string
  chooseFiles: string
  chooseOther: string
  dropHere: string
  remove: (name: string) => string
  close: string
  cancel: string
  back: string
  retry: string
  copyDetail: string
  needHelp: string
  copied: string
  reference: string
  errorTitle: string
  errorHint: string
  breadcrumbs: string
  search: string
  clear: string
  clearAll: string
  filterBy: (name: string) => string
  removeFilter: (name: string) => string
  columns: string
  reset: string
  density: string
  densities: { compact: string; normal: string; roomy: string }
  moveUp: (name: string) => string
  moveDown: (name: string) => string
  locked: string
  export: string
  exporting: string
  emptyTitle: string
  emptyHint: string
  /** `none`: of the table's own things, in their gender: "Ninguna cuenta". */
  emptyFilteredTitle: (none?: string) => string
  emptySearchTitle: (text: string, none?: string) => string
  clearSearch: string
  selectRow: string
  selectAll: string
  selected: (count: number) => string
  clearSelection: string
  actions: string
  range: (from: number, to: number, total: number, of?: number) => string
  rowsPerPage: string
  page: (n: string) => string
  previousPage: string
  nextPage: string
  total: string
  expand: string
  collapse: string
  asTable: string
  asChart: string
  downloadChart: string
  asPng: string
  asSvg: string
  asWorkbook: string
  comment: string
  approve: string
  reject: string
  ofBytes: (sent: string, total: string) => string
  fileTooLarge: (limit: string) => string
  fileType: (types: string) => string
  oneFile: (count: number) => string
  fileLost: (name: string) => string
  /** Of an image that cannot be shown or taken (specification §8). */
  imageFailed: string
  notifications: string
  states: Record<StateName, string>
  lights: Record<LightName, string>
}

export type StateName =
  | 'pendiente'
  | 'revision'
  | 'rechazado'
  | 'aprobado'
  | 'por-preparar'
  | 'tarde'
  | 'material'
  | 'critica'
  | 'automatico'
export type LightName = 'meta' | 'atencion' | 'critico'

/** A value of <input accept> in words: ".xlsx,.csv" → ".xlsx o .csv" */
const anyOf = (types: string, locale: string) =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(types.split(',').map((type) => type.trim()))
const plural = (n: number, one: string, many: string) => (n === 1 ? one : many)

const es: UiTexts = {
  required: 'Complete este campo.',
  optional: 'opcional',
  invalidMoney: 'Escriba un importe, por ejemplo 1.234,56.',
  invalidNumber: 'Escriba un número.',
  invalidInteger: 'Escriba un número entero.',
  invalidDate: 'Escriba una fecha como DD-MM-AAAA.',
  invalidColor: 'Escriba un color como #075985.',
  lowContrast: 'No se lee sobre blanco: el contraste debe ser 4,5 o más.',
  pickColor: 'Elegir el color',
  lightGround: 'claro',
  darkGround: 'oscuro',
  datePattern: 'DD-MM-AAAA',
  between: (min, max) =>
    min === undefined ? `Debe ser ${max} o menos.` : max === undefined ? `Debe ser ${min} o más.` : `Debe estar entre ${min} y ${max}.`,
  fieldsToReview: (n) => `Revise ${n} ${plural(n, 'campo', 'campos')} antes de guardar.`,
  and: 'y',
  saveFailed: 'No se pudo guardar. Lo que escribió se conserva.',
  saveUnknown: 'El servidor no respondió y no se sabe si se guardó: compruébelo antes de repetirlo. Lo que escribió se conserva.',
  unsaved: 'Cambios sin guardar',
  discardTitle: '¿Cerrar sin guardar?',
  discardText: 'Lo que escribió aquí todavía no se ha guardado y se perdería.',
  discard: 'Cerrar sin guardar',
  draftRestored: 'Lo que había escrito antes de que terminara la sesión',
  save: 'Guardar',
  enterKey: 'Intro',
  minLength: (n) => `${n} caracteres o más`,
  maxLength: (n) => `${n} caracteres o menos`,
  choose: 'Elija una opción',
  noResults: 'Sin resultados',
  moreFilters: 'Más filtros',
  any: 'Todos',
  choicesFailed: 'No se pudieron leer las opciones.',
  loading: 'Cargando',
  searching: 'Buscando…',
  openCalendar: 'Abrir el calendario',
  chooseFile: 'Elegir archivo',
  chooseFiles: 'Elegir archivos',
  chooseOther: 'Elegir otro',
  dropHere: 'Arrastre un archivo o elíjalo',
  remove: (name) => `Quitar ${name}`,
  close: 'Cerrar',
  cancel: 'Cancelar',
  back: 'Volver',
  retry: 'Reintentar',
  copyDetail: 'Copiar el detalle',
  needHelp: '¿Necesita ayuda?',
  copied: 'Copiado',
  reference: 'Ref.',
  errorTitle: 'No se pudo leer la información',
  errorHint: 'El servidor no respondió. Sus filtros y su selección se conservan.',
  breadcrumbs: 'Ruta',
  search: 'Buscar',
  clear: 'Borrar',
  clearAll: 'Quitar los filtros',
  filterBy: (name) => `Filtrar por ${name}`,
  removeFilter: (name) => `Quitar ${name}`,
  columns: 'Columnas',
  reset: 'Restablecer',
  density: 'Densidad',
  densities: { compact: 'Compacta', normal: 'Normal', roomy: 'Amplia' },
  moveUp: (name) => `Subir ${name}`,
  moveDown: (name) => `Bajar ${name}`,
  locked: 'Siempre visible',
  export: 'Excel',
  exporting: 'Preparando el archivo',
  emptyTitle: 'Aún no hay nada aquí',
  emptyHint: 'Lo que se cree aparecerá en esta lista.',
  emptyFilteredTitle: (none = 'Nada') => `${none} coincide con los filtros`,
  emptySearchTitle: (text, none = 'Nada') => `${none} coincide con «${text}»`,
  clearSearch: 'Quitar la búsqueda',
  selectRow: 'Seleccionar la fila',
  selectAll: 'Seleccionar toda la página',
  selected: (n) => `${formatCount(n, 'es')} ${plural(n, 'seleccionado', 'seleccionados')}`,
  clearSelection: 'Quitar la selección',
  actions: 'Acciones',
  range: (from, to, total, of) =>
    `${formatCount(from, 'es')} a ${formatCount(to, 'es')} de ${formatCount(total, 'es')}${of !== undefined && of !== total ? `, filtrados de ${formatCount(of, 'es')}` : ''}`,
  rowsPerPage: 'Filas por página',
  page: (n) => `Página ${n}`,
  previousPage: 'Página anterior',
  nextPage: 'Página siguiente',
  total: 'Total',
  expand: 'Desplegar',
  collapse: 'Plegar',
  asTable: 'Ver como tabla',
  asChart: 'Ver como gráfica',
  downloadChart: 'Descargar la gráfica',
  asPng: 'Imagen (PNG)',
  asSvg: 'Dibujo vectorial (SVG)',
  asWorkbook: 'Libro de Excel (XLSX)',
  comment: 'Comentario',
  approve: 'Aprobar',
  reject: 'Rechazar',
  ofBytes: (sent, total) => `${sent} de ${total}`,
  fileTooLarge: (limit) => `El archivo debe pesar ${limit} o menos.`,
  fileType: (types) => `El archivo debe ser ${anyOf(types, 'es')}.`,
  oneFile: (count) => `Aquí va un solo archivo y llegaron ${count}: no se tomó ninguno.`,
  imageFailed: 'Error al procesar imagen',
  fileLost: (name) => `Elija otra vez «${name}»: el archivo ya no se conserva desde que terminó la sesión.`,
  notifications: 'Avisos',
  states: {
    pendiente: 'En jefatura',
    revision: 'En control',
    rechazado: 'Rechazado',
    aprobado: 'Aprobado',
    'por-preparar': 'Por preparar',
    tarde: 'Tarde',
    material: 'Material',
    critica: 'Crítica',
    automatico: 'Automático',
  },
  lights: { meta: 'En meta', atencion: 'Atención', critico: 'Crítico' },
}

const en: UiTexts = {
  required: 'Fill in this field.',
  optional: 'optional',
  invalidMoney: 'Enter an amount, for example 1,234.56.',
  invalidNumber: 'Enter a number.',
  invalidInteger: 'Enter a whole number.',
  invalidDate: 'Enter a date as DD-MM-YYYY.',
  invalidColor: 'Enter a colour like #075985.',
  lowContrast: 'It cannot be read on white: the contrast must be 4.5 or more.',
  pickColor: 'Pick the colour',
  lightGround: 'light',
  darkGround: 'dark',
  datePattern: 'DD-MM-YYYY',
  between: (min, max) =>
    min === undefined
      ? `It must be ${max} or less.`
      : max === undefined
        ? `It must be ${min} or more.`
        : `It must be between ${min} and ${max}.`,
  fieldsToReview: (n) => `Review ${n} ${plural(n, 'field', 'fields')} before saving.`,
  and: 'and',
  saveFailed: 'It could not be saved. What you typed is kept.',
  saveUnknown: 'The server did not answer, and it is not known whether it was saved: look before you repeat it. What you typed is kept.',
  unsaved: 'Unsaved changes',
  discardTitle: 'Close without saving?',
  discardText: 'What you typed here has not been saved yet and would be lost.',
  discard: 'Close without saving',
  draftRestored: 'What you had typed before the session ended',
  save: 'Save',
  enterKey: 'Enter',
  minLength: (n) => `${n} characters or more`,
  maxLength: (n) => `${n} characters or fewer`,
  choose: 'Choose an option',
  noResults: 'No results',
  moreFilters: 'More filters',
  any: 'All',
  choicesFailed: 'The options could not be read.',
  loading: 'Loading',
  searching: 'Searching…',
  openCalendar: 'Open the calendar',
  chooseFile: 'Choose a file',
  chooseFiles: 'Choose files',
  chooseOther: 'Choose another',
  dropHere: 'Drop a file here or choose it',
  remove: (name) => `Remove ${name}`,
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Try again',
  copyDetail: 'Copy the detail',
  needHelp: 'Need help?',
  copied: 'Copied',
  reference: 'Ref.',
  errorTitle: 'The information could not be read',
  errorHint: 'The server did not answer. Your filters and selection are kept.',
  breadcrumbs: 'Breadcrumbs',
  search: 'Search',
  clear: 'Clear',
  clearAll: 'Remove the filters',
  filterBy: (name) => `Filter by ${name}`,
  removeFilter: (name) => `Remove ${name}`,
  columns: 'Columns',
  reset: 'Reset',
  density: 'Density',
  densities: { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' },
  moveUp: (name) => `Move ${name} up`,
  moveDown: (name) => `Move ${name} down`,
  locked: 'Always shown',
  export: 'Excel',
  exporting: 'Preparing the file',
  emptyTitle: 'Nothing here yet',
  emptyHint: 'What is created will appear in this list.',
  emptyFilteredTitle: (none = 'Nothing') => `${none} matches the filters`,
  emptySearchTitle: (text, none = 'Nothing') => `${none} matches “${text}”`,
  clearSearch: 'Clear the search',
  selectRow: 'Select the row',
  selectAll: 'Select the whole page',
  selected: (n) => `${formatCount(n, 'en')} selected`,
  clearSelection: 'Clear the selection',
  actions: 'Actions',
  range: (from, to, total, of) =>
    `${formatCount(from, 'en')} to ${formatCount(to, 'en')} of ${formatCount(total, 'en')}${of !== undefined && of !== total ? `, filtered from ${formatCount(of, 'en')}` : ''}`,
  rowsPerPage: 'Rows per page',
  page: (n) => `Page ${n}`,
  previousPage: 'Previous page',
  nextPage: 'Next page',
  total: 'Total',
  expand: 'Expand',
  collapse: 'Collapse',
  asTable: 'View as a table',
  asChart: 'View as a chart',
  downloadChart: 'Download the chart',
  asPng: 'Image (PNG)',
  asSvg: 'Vector drawing (SVG)',
  asWorkbook: 'Excel workbook (XLSX)',
  comment: 'Comment',
  approve: 'Approve',
  reject: 'Reject',
  ofBytes: (sent, total) => `${sent} of ${total}`,
  fileTooLarge: (limit) => `The file must be ${limit} or smaller.`,
  fileType: (types) => `The file must be ${anyOf(types, 'en')}.`,
  oneFile: (count) => `One file goes here and ${count} came: none was taken.`,
  imageFailed: 'The image could not be processed',
  fileLost: (name) => `Choose “${name}” again: it is no longer kept from the session that ended.`,
  notifications: 'Notifications',
  states: {
    pendiente: 'With the department head',
    revision: 'At control',
    rechazado: 'Rejected',
    aprobado: 'Approved',
    'por-preparar': 'To prepare',
    tarde: 'Late',
    material: 'Material',
    critica: 'Critical',
    automatico: 'Automatic',
  },
  lights: { meta: 'On target', atencion: 'Attention', critico: 'Critical' },
}

export const uiTexts: Record<Locale, UiTexts> = { es, en }
