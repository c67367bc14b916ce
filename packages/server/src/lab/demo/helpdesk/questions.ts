import type { FAQ_CATEGORIES } from '@cuadre/api/faq'

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

/** Words that were searched and not found, how often, how many days ago. */
export const misses: readonly [string, number, number][] = [
  ['anexo posterior', 14, 2],
  ['cambiar analista', 9, 5],
  ['conciliacion bancaria', 7, 1],
  ['firma borrosa', 3, 12],
]
