import type { Messages } from './text.ts'

export const analysis = {
  analysis_not_pending: [
    'El análisis ya no espera un envío: está {state}.',
    'The analysis no longer waits for a submission: it is {state}.',
  ],
  analysis_not_submitted: ['El analista aún no lo ha enviado.', 'The analyst has not submitted it yet.'],
  analysis_handed_over: [
    '{who} pasó esta cuenta a {analyst}: ya no le toca a usted.',
    '{who} handed this account over to {analyst}: it is no longer yours.',
  ],
  // {by}: " (who)", or nothing where many are told of at once.
  analysis_moved: ['Cambió desde que usted lo vio: ahora está {state}{by}.', 'It has changed since you saw it: it is now {state}{by}.'],
  analysis_wrong_state: ['Está {state} y no admite esta decisión.', 'It is {state} and does not take this decision.'],
  analysis_variation: [
    'VARIACION debe ser VALOR_BALANCE − VALOR_ANALISIS: {expected}, y se recibió {received}.',
    'VARIACION must be VALOR_BALANCE − VALOR_ANALISIS: {expected}, but {received} was received.',
  ],
  analysis_comment_required: ['El movimiento es material: explique la variación.', 'The movement is material: explain the variation.'],
  analysis_difference_unexplained: [
    'La diferencia de {difference} pasa el umbral ({threshold}): explíquela.',
    'The difference of {difference} is above the threshold ({threshold}): explain it.',
  ],
  analysis_value_range: ['El importe tiene más de 18 cifras enteras.', 'The amount has more than 18 integer digits.'],
  analysis_file_kind: ['Adjunte un libro de Excel, un CSV, un PDF o una imagen.', 'Attach an Excel workbook, a CSV, a PDF or an image.'],
  analysis_in_group: [
    'Pertenece al grupo «{group}»: se envía y se decide con él.',
    'It belongs to the group “{group}”: it is submitted and decided with it.',
  ],
  analysis_exists: ['La cuenta ya tiene un análisis en ese período.', 'The account has an analysis in that period already.'],
  analysis_no_balance: ['La cuenta no tiene saldo en ese período.', 'The account has no balance in that period.'],
  analysis_not_due: [
    'Por su frecuencia, la cuenta no se analiza en {period}: cambie la frecuencia para abrir su análisis.',
    'By its frequency the account is not analysed in {period}: change the frequency to open its analysis.',
  ],
  analysis_no_analyst: ['La cuenta está inactiva o no tiene analista.', 'The account is inactive or has no analyst.'],
  analysis_period_closing: [
    'El período está en cierre: solo administración abre análisis nuevos.',
    'The period is closing: only administration opens new analyses.',
  ],
} satisfies Messages
