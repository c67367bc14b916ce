import type { FAQ_CATEGORIES } from '@cuadre/api/faq'
import { pageLink } from '@cuadre/api/pages'

/** One step of a ticket, so many working minutes after it was opened. */
export type Step = {
  after: number
  by: string
  say?: string
  note?: string
  /** 1 abierto … 5 cerrado. */
  state?: number
  take?: true
  type?: number
  file?: 'png' | 'xlsx'
}
/** A ticket: opened so many working minutes ago. */
export type Told = {
  subject: string
  text: string
  by: string
  role: 1 | 2 | 4
  category: number
  type: 1 | 2 | 3
  business?: string
  ago: number
  page?: string
  reference?: string
  file?: 'png' | 'xlsx'
  steps?: Step[]
  /** Of the ticket, by its subject, that it is merged into. */
  into?: string
}

const HOUR = 60
const DAY = 9 * HOUR
const [BM, VL] = ['bmontoya', 'vlagos']

/** Open ones in every state and clock. */
const open: Told[] = [
  {
    subject: 'La carga rechaza 412 filas por la moneda',
    text: 'Subo el balancete del mes y se rechazan 412 de 1.020 filas: «moneda desconocida». El mes anterior el mismo formato entró completo.',
    by: 'lferreyra',
    role: 1,
    category: 4,
    type: 1,
    business: 'SAFRA',
    ago: 12 * HOUR,
    page: pageLink('/cuentas/carga-balance'),
    reference: '7F21-88C0',
    file: 'png',
    steps: [
      { after: 75, by: BM, take: true, state: 2 },
      {
        after: 90,
        by: BM,
        say: 'Gracias, Lucía. ¿Puede enviarme el archivo original? La columna «MDA» parece traer «R$» en vez de «BRL».',
        state: 3,
      },
      { after: 306, by: 'lferreyra', say: 'Adjunto el archivo. Sí: 412 filas dicen «R$», las de la sucursal nueva.', file: 'xlsx' },
      { after: 330, by: VL, note: 'Se arregla en el perfil de Safra: sinónimo «R$» = BRL. Ya pasó en junio con Banrisul.' },
    ],
  },
  {
    subject: 'No puedo ver mis departamentos',
    text: 'Desde esta mañana mi inicio solo muestra Cartera de créditos y falta Tesorería de dos negocios.',
    by: 'ocaceres',
    role: 2,
    category: 1,
    type: 1,
    business: 'ITAU',
    ago: 11 * HOUR + 5,
    steps: [
      { after: 160, by: VL, take: true, state: 2, say: 'Lo reviso con administración: parece que cambió el responsable del departamento.' },
    ],
  },
  {
    subject: 'Aprobé por error la cuenta 1.8.8',
    text: 'Aprobé la cuenta equivocada al pasar con la tecla J. Aún no la decide control. ¿Puedo retirar mi decisión?',
    by: 'mduarte',
    role: 2,
    category: 3,
    type: 2,
    business: 'VOTORANTIM',
    ago: 15 * HOUR,
    page: pageLink('/cuentas/analisis'),
    steps: [
      {
        after: 100,
        by: BM,
        take: true,
        state: 2,
        say: 'Puede retirarla usted misma durante 24 horas, en el historial de la cuenta. ¿Le aparece la opción?',
      },
      { after: 200, by: 'mduarte', say: 'No me aparece: la aprobé el viernes.' },
    ],
  },
  {
    subject: 'Cambio de analista en 38 cuentas',
    text: 'Necesito que 38 cuentas de Tesorería de Bradesco pasen de Tomás Aguirre a Iván Galeano desde el próximo período.',
    by: 'mduarte',
    role: 2,
    category: 2,
    type: 3,
    business: 'BRADESCO',
    ago: 23 * HOUR,
    steps: [{ after: 400, by: BM, take: true, state: 2 }],
  },
  {
    subject: '¿Cómo agrupo las provisiones?',
    text: 'Tengo cinco cuentas de provisiones que se sustentan con el mismo archivo. ¿Se pueden presentar juntas?',
    by: 'jbenitez',
    role: 1,
    category: 2,
    type: 2,
    business: 'ITAU',
    ago: 5 * HOUR,
  },
  {
    subject: 'Plantilla con dos monedas',
    text: 'La cuenta tiene saldo en BRL y partidas en USD. ¿Qué columna del libro uso para el equivalente?',
    by: 'igaleano',
    role: 1,
    category: 2,
    type: 2,
    business: 'SANTANDER',
    ago: 90,
    page: pageLink('/home'),
  },
  {
    subject: 'Alta de la subgerencia de riesgos',
    text: 'Por favor creen la subgerencia de riesgos en Banrisul; desde enero tendrá dos departamentos.',
    by: 'ocaceres',
    role: 2,
    category: 6,
    type: 3,
    business: 'BANRISUL',
    ago: 5 * HOUR,
    steps: [{ after: 45, by: BM, take: true, state: 2, say: 'La creo hoy. ¿Quién será su jefatura?' }],
  },
  {
    subject: 'El histórico no muestra agosto',
    text: 'En el histórico de la cuenta falta agosto, aunque ese mes sí se aprobó.',
    by: 'taguirre',
    role: 1,
    category: 5,
    type: 1,
    business: 'VOTORANTIM',
    ago: 20 * HOUR,
    steps: [{ after: 50, by: BM, take: true, say: '¿Me indica el código de la cuenta y el negocio?', state: 3 }],
  },
  {
    subject: 'La firma sale con fondo gris',
    text: 'Subí mi firma en PNG y en el expediente aparece con un recuadro gris.',
    by: 'rpena',
    role: 1,
    category: 6,
    type: 2,
    business: 'BRADESCO',
    ago: 3 * DAY,
    file: 'png',
    steps: [{ after: 200, by: VL, take: true, say: 'Expórtela con fondo transparente y vuelva a subirla, por favor.', state: 3 }],
  },
  {
    subject: 'Indicadores por país para el comité',
    text: 'Para el comité del jueves necesito el avance por país de los últimos tres cierres.',
    by: 'hvillalobos',
    role: 4,
    category: 6,
    type: 3,
    ago: 2 * HOUR,
    page: pageLink('/home'),
  },
  {
    subject: 'Monedas rechazadas también en Banrisul',
    text: 'La carga de Banrisul rechaza las filas con «R$»: moneda desconocida. Es el mismo archivo de siempre.',
    by: 'igaleano',
    role: 1,
    category: 4,
    type: 1,
    business: 'BANRISUL',
    ago: 100,
    page: pageLink('/cuentas/carga-balance'),
  },
  {
    subject: 'No llega el correo de recordatorio',
    text: 'Los recordatorios del cierre no me llegan al correo desde la semana pasada; en la aplicación sí los veo.',
    by: 'taguirre',
    role: 1,
    category: 6,
    type: 1,
    business: 'BRADESCO',
    ago: 7 * HOUR + 40,
    steps: [{ after: 150, by: VL, take: true, state: 2, type: 1, note: 'Revisar sus preferencias de aviso: las tenía en resumen diario.' }],
  },
  {
    subject: 'Perdí el segundo factor',
    text: 'Cambié de teléfono y ya no tengo la aplicación de códigos. No guardé los de recuperación.',
    by: 'lferreyra',
    role: 1,
    category: 1,
    type: 1,
    ago: 3 * DAY + HOUR,
    steps: [
      { after: 2 * DAY, by: VL, take: true, state: 2, say: 'Perdón por la demora. Confirme por teléfono su identidad y lo restablecemos.' },
    ],
  },
]

const answers: [string, string, Told['by'], Told['role'], number, Told['type'], string | undefined, number, number, string, string][] = [
  // Subject, text, author, role, category, type, business, days ago, minutes until solved, by whom, with which words.
  [
    'Banrisul: filas sin moneda',
    'El archivo de Banrisul no trae moneda en 20 filas y la carga las rechaza.',
    'igaleano',
    1,
    4,
    1,
    'BANRISUL',
    60,
    190,
    VL,
    'Las filas sin moneda toman ahora la del negocio; vuelva a subir el mismo archivo.',
  ],
  [
    'Moneda vacía en la carga',
    'La carga dice «moneda desconocida» y la celda está vacía.',
    'lferreyra',
    1,
    4,
    1,
    'ITAU',
    44,
    85,
    BM,
    'Corregido: una celda vacía toma la moneda de la cuenta.',
  ],
  [
    'No abre el libro en Excel 2013',
    'El libro descargado avisa que contiene datos no legibles.',
    'jbenitez',
    1,
    2,
    1,
    'SANTANDER',
    41,
    420,
    VL,
    'Se corrigió la plantilla. Descárguela otra vez.',
  ],
  [
    'Reabrir un análisis aprobado',
    'Apareció una factura posterior y el período sigue abierto.',
    'rpena',
    1,
    3,
    3,
    'BRADESCO',
    39,
    700,
    BM,
    'Reabierto, con su motivo en el historial. Preséntelo de nuevo antes del vencimiento.',
  ],
  [
    'Cuenta sin plantilla',
    'La cuenta 1.9.9 no ofrece libro para descargar.',
    'taguirre',
    1,
    2,
    1,
    'SAFRA',
    37,
    130,
    BM,
    'Le faltaba la plantilla del rubro; ya la tiene.',
  ],
  [
    'Prórroga para Tesorería',
    'Necesitamos un día más para las cuentas de Tesorería.',
    'ocaceres',
    2,
    5,
    3,
    'VOTORANTIM',
    36,
    300,
    VL,
    'La prórroga se pide en el período; la suya quedó aprobada hasta mañana.',
  ],
  [
    'Diferencia de un centavo',
    'El libro cuadra pero la pantalla marca 0,01 de diferencia.',
    'lferreyra',
    1,
    2,
    2,
    'ITAU',
    34,
    220,
    BM,
    'Es el redondeo de una fórmula: escriba el valor con dos decimales.',
  ],
  [
    'Ver los análisis de mi reemplazo',
    'Salgo de vacaciones y Verónica debe ver mis aprobaciones.',
    'mduarte',
    2,
    1,
    3,
    undefined,
    33,
    900,
    BM,
    'Quedó como respaldo del 3 al 14; los avisos le llegan también a ella.',
  ],
  [
    'La sesión se cierra muy pronto',
    'Se cierra mientras leo el archivo de sustento.',
    'hvillalobos',
    4,
    1,
    2,
    undefined,
    31,
    640,
    VL,
    'La inactividad son 60 minutos y leer cuenta como actividad desde la versión de ayer.',
  ],
  [
    'Archivo de 60 MB',
    'El sustento pesa 60 MB y no lo admite.',
    'jbenitez',
    1,
    2,
    2,
    'BRADESCO',
    30,
    95,
    BM,
    'El máximo son 50 MB. Divídalo o súbalo como anexos.',
  ],
  [
    'Rubro equivocado en cinco cuentas',
    'Cinco cuentas de cartera están en el rubro de inversiones.',
    'ocaceres',
    2,
    6,
    3,
    'SANTANDER',
    28,
    1100,
    BM,
    'Movidas al rubro correcto desde este período.',
  ],
  [
    'Clave bloqueada',
    'Mi clave quedó bloqueada después de cinco intentos.',
    'taguirre',
    1,
    1,
    1,
    undefined,
    27,
    40,
    VL,
    'Desbloqueada. Puede recuperarla usted desde la página de ingreso.',
  ],
  [
    'Cierre de octubre: cuentas sin asignar',
    'La lista del cierre muestra 20 cuentas sin analista.',
    'mduarte',
    2,
    5,
    2,
    'BANRISUL',
    26,
    330,
    BM,
    'Se asignaron; la lista ya está limpia.',
  ],
  [
    'Exportar más de mil filas',
    'El Excel de cuentas trae solo lo que veo en pantalla.',
    'hvillalobos',
    4,
    6,
    2,
    undefined,
    24,
    150,
    VL,
    'El botón Excel trae todas las filas del filtro, no solo la página.',
  ],
  [
    'Comentario obligatorio sin razón',
    'Me pide comentario y la variación es mínima.',
    'igaleano',
    1,
    2,
    2,
    'ITAU',
    23,
    210,
    BM,
    'El movimiento supera el umbral de su negocio: 25 millones y 5 %.',
  ],
  [
    'Subí el archivo equivocado',
    'Presenté el libro de otra cuenta.',
    'rpena',
    1,
    2,
    1,
    'VOTORANTIM',
    21,
    55,
    BM,
    'Retírelo mientras no esté decidido: botón Retirar, en la cuenta.',
  ],
  [
    'No aparece Safra en el selector',
    'Tengo cuentas de Safra pero no puedo elegirlo arriba.',
    'lferreyra',
    1,
    1,
    1,
    'SAFRA',
    20,
    480,
    VL,
    'Faltaba una cuenta activa; ya aparece.',
  ],
  [
    'Nombre de negocio con error',
    'Dice SANTANDER S.A y debe decir SANTANDER.',
    'mduarte',
    2,
    6,
    3,
    'SANTANDER',
    18,
    1500,
    BM,
    'Corregido.',
  ],
  [
    'Dos cargas del mismo archivo',
    'Subí dos veces el mismo balance, ¿duplica los saldos?',
    'igaleano',
    1,
    4,
    2,
    'BRADESCO',
    17,
    70,
    VL,
    'No: la segunda se reconoce y no cambia nada.',
  ],
  [
    'Rechazo sin motivo visible',
    'Mi análisis fue rechazado y no veo por qué.',
    'jbenitez',
    1,
    3,
    2,
    'ITAU',
    14,
    140,
    BM,
    'El motivo está en el historial de la cuenta, junto a la decisión.',
  ],
  [
    'Columna de departamento vacía',
    'En la carga la columna departamento no se reconoce.',
    'taguirre',
    1,
    4,
    1,
    'VOTORANTIM',
    12,
    260,
    VL,
    'Se llama «Depto.»: quedó como sinónimo en el perfil del negocio.',
  ],
  [
    'Feriado que no figura',
    'El 20 de noviembre es feriado y el plazo lo cuenta.',
    'ocaceres',
    2,
    5,
    1,
    'BANRISUL',
    10,
    610,
    BM,
    'Añadido al calendario de Brasil; los plazos se movieron.',
  ],
  [
    'Ver el PDF en el teléfono',
    'En el teléfono el PDF del sustento no se abre.',
    'mduarte',
    2,
    6,
    1,
    undefined,
    8,
    520,
    VL,
    'Use Descargar: su navegador no muestra PDF dentro de la página.',
  ],
  [
    'Análisis que volvió a pendiente',
    'Lo envié ayer y hoy está pendiente otra vez.',
    'lferreyra',
    1,
    2,
    2,
    'SAFRA',
    6,
    115,
    BM,
    'El saldo cambió con la carga de esta mañana; revise la diferencia y envíelo de nuevo.',
  ],
  [
    'Permiso para ver estadísticas',
    'Como analista quisiera ver el avance de mi departamento.',
    'rpena',
    1,
    1,
    3,
    'BRADESCO',
    5,
    800,
    VL,
    'Las estadísticas son de jefatura; su avance está en su inicio.',
  ],
  [
    'Error al aprobar en bloque',
    'Al aprobar 30 me dice que 4 no se pueden.',
    'ocaceres',
    2,
    3,
    2,
    'SANTANDER',
    4,
    180,
    BM,
    'Son críticos: se deciden uno por uno.',
  ],
]

const solved: Told[] = answers.map(([subject, text, by, role, category, type, business, days, minutes, who, words], i) => ({
  subject,
  text,
  by,
  role,
  category,
  type,
  ...(business && { business }),
  ago: days * DAY,
  steps: [
    { after: Math.round(minutes / 3), by: who, take: true, state: 2 },
    { after: minutes, by: who, say: words, state: 4 },
    // Half of them are confirmed by their author.
    ...(i % 2 === 0 ? [{ after: minutes + 200, by, say: 'Gracias, quedó resuelto.', state: 5 }] : []),
  ],
}))

/** One that its author withdrew, and one that was reopened. */
const turned: Told[] = [
  {
    subject: 'Carga de moneda de Safra, repetida',
    text: 'La carga de Safra rechaza filas por la moneda desconocida «R$».',
    by: 'rpena',
    role: 1,
    category: 4,
    type: 1,
    business: 'SAFRA',
    ago: 11 * HOUR,
    into: 'La carga rechaza 412 filas por la moneda',
  },
]
export const tickets: readonly Told[] = [...open, ...solved, ...turned]

export const savedAnswers: readonly [string, string][] = [
  [
    'Pedir el archivo original',
    'Gracias por escribir. ¿Puede enviarnos el archivo original, tal como lo generó su sistema? Así lo probamos con los mismos datos.',
  ],
  [
    'Retirar un envío',
    'Mientras nadie lo haya decidido puede retirar el envío usted: abra la cuenta y elija Retirar. Después corrija y envíe de nuevo.',
  ],
  [
    'Volver a subir el balance',
    'Quedó corregido. Vuelva a subir el mismo archivo: lo que ya estaba no cambia y solo entran las filas que faltaban.',
  ],
  ['Cambio de responsables', 'El cambio queda hecho desde el próximo período. Lo ya firmado conserva a quien lo firmó.'],
]

type Question = {
  categoria: (typeof FAQ_CATEGORIES)[number]
  preguntaEs: string
  preguntaEn: string
  respuestaEs: string
  respuestaEn: string
  palabras?: string[]
  draft?: true
  /** Days until its review; negative: due. */
  review?: number
}
export const questions: readonly Question[] = [
  {
    categoria: 'cargas',
    preguntaEs: 'Cómo se reconocen las monedas en una carga',
    preguntaEn: 'How currencies are recognised in a load',
    respuestaEs:
      'Cuadre busca la moneda por el nombre de la columna (moneda, mda, divisa) y por el código de tres letras: BRL, USD, CLP.\n\nSi el archivo usa otro signo, como R$ o US$, se rechaza la fila con el motivo «moneda desconocida». Para que entre, escriba el código en el archivo o pida que el signo quede como sinónimo de su negocio.',
    respuestaEn:
      'Cuadre looks for the currency by the column name (currency, ccy) and by its three-letter code: BRL, USD, CLP.\n\nIf the file uses another sign, such as R$ or US$, the row is refused with the reason “unknown currency”. Write the code in the file, or ask for the sign to become a synonym of your business.',
    palabras: ['R$', 'divisa', 'mda', 'símbolo'],
    review: 170,
  },
  {
    categoria: 'cargas',
    preguntaEs: 'Por qué una fila se rechaza y otra no',
    preguntaEn: 'Why one row is refused and another is not',
    respuestaEs:
      'Cada fila se comprueba por separado: cuenta, importe, moneda y período. La prueba muestra el número de fila, la columna y el motivo de cada rechazo; las demás filas entran.',
    respuestaEn:
      'Each row is checked by itself: account, amount, currency and period. The dry run shows row number, column and reason of every refusal; the other rows are taken.',
    review: 90,
  },
  {
    categoria: 'cargas',
    preguntaEs: 'Formatos y límites del archivo de balance',
    preguntaEn: 'Formats and limits of the balance file',
    respuestaEs:
      'Se admiten XLSX, XLS y CSV de hasta 50 MB y un millón de filas, sin macros ni contraseña. Las columnas se reconocen por su nombre, en cualquier orden.',
    respuestaEn:
      'XLSX, XLS and CSV of up to 50 MB and one million rows are accepted, without macros or password. Columns are recognised by their name, in any order.',
    review: -3,
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Cómo agrupo varias cuentas en un solo análisis?',
    preguntaEn: 'How do I group several accounts into one analysis?',
    respuestaEs:
      'En Inicio marque las cuentas, elija Agrupar y póngale nombre. El grupo lleva un archivo y una decisión; sus miembros no se presentan por separado.',
    respuestaEn:
      'On Home tick the accounts, choose Group and name it. The group has one file and one decision; its members are not submitted on their own.',
    palabras: ['provisiones', 'juntas'],
    review: 200,
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Puedo retirar un análisis que ya envié?',
    preguntaEn: 'Can I withdraw an analysis that I have submitted?',
    respuestaEs: 'Sí, mientras nadie lo haya decidido. Abra la cuenta y elija Retirar; después corrija el libro y envíelo de nuevo.',
    respuestaEn:
      'Yes, as long as nobody has decided it. Open the account and choose Withdraw; then correct the workbook and submit it again.',
    palabras: ['archivo equivocado'],
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Cuándo es obligatorio el comentario?',
    preguntaEn: 'When is the comment required?',
    respuestaEs:
      'Cuando el movimiento frente al mes anterior supera el umbral de materialidad de la cuenta, el rubro, el negocio o el país. Se aplica el umbral más específico.',
    respuestaEn:
      'When the movement against the previous month exceeds the materiality threshold of the account, heading, business or country. The most specific threshold applies.',
    review: 30,
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Qué hago con un saldo en dos monedas?',
    preguntaEn: 'What do I do with a balance in two currencies?',
    respuestaEs:
      'Sustente el saldo en la moneda de la cuenta. El detalle en otra moneda va en la composición, con el tipo de cambio usado.',
    respuestaEn:
      'Support the balance in the account’s currency. Details in another currency go into the composition, with the rate that was used.',
    palabras: ['dólares', 'tipo de cambio'],
  },
  {
    categoria: 'aprobaciones',
    preguntaEs: '¿Puedo deshacer una aprobación?',
    preguntaEn: 'Can I undo an approval?',
    respuestaEs:
      'Sí, durante 24 horas y mientras el siguiente nivel no haya decidido. Después control puede reabrir el análisis con un motivo.',
    respuestaEn:
      'Yes, for 24 hours and as long as the next level has not decided. After that control can reopen the analysis with a reason.',
    palabras: ['aprobé por error', 'retirar la decisión'],
    review: 12,
  },
  {
    categoria: 'aprobaciones',
    preguntaEs: '¿Por qué algunos no se aprueban en bloque?',
    preguntaEn: 'Why can some not be approved in bulk?',
    respuestaEs: 'Los críticos se deciden uno por uno: su diferencia o su riesgo pide que alguien los lea.',
    respuestaEn: 'Critical ones are decided one by one: their difference or risk asks for somebody to read them.',
  },
  {
    categoria: 'acceso',
    preguntaEs: 'Perdí el segundo factor',
    preguntaEn: 'I have lost my second factor',
    respuestaEs:
      'Entre con uno de sus códigos de recuperación y configure el factor de nuevo en su perfil. Si no los tiene, pida ayuda: se comprueba su identidad antes de restablecerlo.',
    respuestaEn:
      'Sign in with one of your recovery codes and set the factor up again in your profile. Without them, ask for help: your identity is verified before it is reset.',
    palabras: ['teléfono nuevo', 'código'],
    review: -10,
  },
  {
    categoria: 'acceso',
    preguntaEs: '¿Cómo cambio de rol?',
    preguntaEn: 'How do I change my role?',
    respuestaEs: 'Con el selector Rol de la barra superior, si tiene más de uno. Lo que puede ver y hacer cambia con el rol activo.',
    respuestaEn: 'With the Role selector in the top bar, if you have more than one. What you may see and do changes with the active role.',
  },
  {
    categoria: 'periodos',
    preguntaEs: '¿Cómo se cuentan los días hábiles del cierre?',
    preguntaEn: 'How are the working days of the close counted?',
    respuestaEs: 'Con el calendario del país: días hábiles, feriados y hora de corte. Se ve en Parámetros, Calendario.',
    respuestaEn: 'By the calendar of the country: working days, holidays and cut-off hour. It is shown under Parameters, Calendar.',
    review: 60,
  },
  {
    categoria: 'otros',
    preguntaEs: '¿Cómo elijo los avisos que recibo por correo?',
    preguntaEn: 'How do I choose the notices that I get by mail?',
    respuestaEs: 'En su perfil, Preferencias de aviso: al momento, en el resumen diario o ninguno, por cada tipo.',
    respuestaEn: 'In your profile, Notification preferences: at once, in the daily digest or none, for each kind.',
  },
  {
    categoria: 'otros',
    preguntaEs: 'Presentar anexos después del cierre',
    preguntaEn: 'Adding annexes after the close',
    respuestaEs: 'Un anexo posterior se marca como tal y no cambia lo que se firmó. Se añade desde el historial de la cuenta.',
    respuestaEn: 'A later annex is marked as such and changes nothing that was signed. It is added from the history of the account.',
    draft: true,
  },
]
export const misses: readonly [string, number, number][] = [
  ['anexo posterior', 14, 2],
  ['cambiar analista', 9, 5],
  ['conciliacion bancaria', 7, 1],
  ['firma borrosa', 3, 12],
]

type Leaf = {
  name: string
  description?: string
  pages?: string[]
  rows?: (string | number)[][]
  text?: string
  link?: string
  older?: true
}
export type Branch = {
  name: string
  description?: string
  colour?: readonly [number, number, number]
  roles?: number[]
  business?: string
  files?: Leaf[]
  folders?: Branch[]
}
export const tree: readonly Branch[] = [
  {
    name: 'Cierre mensual',
    description: 'Guías, calendarios y formularios del cierre',
    colour: [79, 70, 229],
    folders: [
      {
        name: 'Guías',
        description: 'Paso a paso para cada rol',
        files: [
          {
            name: 'Guía del analista.pdf',
            description: 'Del balance al envío',
            pages: [
              'Guia del analista',
              '1. Descargue el libro de cada cuenta en Inicio.',
              '2. Sustente el saldo en la hoja Composicion.',
              '3. Suba el archivo y escriba el comentario.',
              '4. Siga la decision en el historial de la cuenta.',
            ],
            older: true,
          },
          {
            name: 'Lista de comprobación de jefatura.pdf',
            description: 'Qué mirar antes de aprobar',
            pages: [
              'Lista de comprobacion de jefatura',
              'El saldo sustentado coincide con el balance.',
              'El comentario explica el movimiento.',
              'El soporte es del mes y de la cuenta.',
            ],
          },
          {
            name: 'Cómo se escribe un buen comentario',
            description: 'Doce casos, con y sin diferencia',
            text: 'Un buen comentario nombra el monto, la causa y el documento.\r\nEjemplo: «Alta de 1.250.000,00 por la factura 4410 de septiembre, contabilizada en octubre».\r\n',
          },
        ],
      },
      {
        name: 'Calendarios',
        files: [
          {
            name: 'Calendario de cierre.xlsx',
            description: 'Días hábiles y plazos por rol',
            rows: [
              ['Período', 'Analista', 'Jefatura', 'Control', 'Cierre'],
              ['Octubre', 'DH 4', 'DH 5', 'DH 6', 'DH 8'],
              ['Noviembre', 'DH 4', 'DH 5', 'DH 6', 'DH 8'],
              ['Diciembre', 'DH 5', 'DH 6', 'DH 7', 'DH 9'],
            ],
          },
        ],
      },
      {
        name: 'Formularios',
        description: 'Prórrogas y traspasos',
        files: [{ name: 'Solicitud de prórroga.txt', text: 'Negocio:\r\nPeríodo:\r\nCuentas:\r\nMotivo:\r\nFecha pedida:\r\n' }],
      },
    ],
  },
  {
    name: 'Políticas contables',
    description: 'Criterios del grupo',
    colour: [15, 94, 90],
    files: [
      { name: 'Plan de cuentas COSIF', link: 'https://www.bcb.gov.br/estabilidadefinanceira/cosif' },
      {
        name: 'Umbrales de materialidad.csv',
        description: 'Vigentes',
        rows: [
          ['Alcance', 'Monto', 'Porcentaje'],
          ['General', 1000, 10],
          ['Brasil', 25000000, 5],
        ],
      },
    ],
  },
  {
    name: 'Dirección',
    description: 'Solo para gerencia y control',
    colour: [134, 25, 143],
    roles: [3, 4, 6],
    files: [
      {
        name: 'Cómo leer la matriz.pdf',
        description: 'Colores, figuras y totales',
        pages: ['Como leer la matriz', 'Cada celda es un mes. El color repite lo que dice la cifra.'],
      },
    ],
  },
  {
    name: 'Safra',
    description: 'Lo propio del negocio',
    colour: [154, 74, 0],
    business: 'SAFRA',
    files: [{ name: 'Perfil de carga de Safra.txt', text: 'Columna MDA: R$ = BRL, US$ = USD.\r\n' }],
  },
  {
    name: 'Sistemas y accesos',
    colour: [7, 89, 133],
    files: [
      { name: 'Portal del empleado', description: 'Vacaciones y permisos', link: 'https://portal.corporacion.example/inicio' },
      { name: 'Manual de contratos de seguro', link: 'https://intranet.corporacion.example/seguros' },
    ],
  },
  { name: 'Capacitación', description: 'Material de los talleres' },
]
