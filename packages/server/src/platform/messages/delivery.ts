import type { Messages } from './text.ts'

export const delivery = {
  idempotency_key: [
    'La clave de repetición tiene de 8 a 100 letras, cifras y signos.',
    'The idempotency key has 8 to 100 letters, digits and signs.',
  ],
  delivery_key_used: ['Esa clave de repetición ya se usó con otro contenido.', 'That idempotency key was already used with other content.'],
  delivery_running: [
    'Esa entrega se está leyendo. Pregunte de nuevo en unos segundos.',
    'That delivery is being read. Ask again in a few seconds.',
  ],
  delivery_lost: ['El servidor se detuvo mientras la leía. Envíela de nuevo.', 'The server stopped while it read it. Send it again.'],
  delivery_business: ['No hay un solo negocio «{name}» entre los suyos.', 'There is no single business “{name}” among yours.'],
  delivery_period: ['No hay un período abierto con ese mes.', 'There is no open period of that month.'],
  delivery_month: [
    'El nombre del archivo dice «{said}», y así no se sabe su mes: escríbalo como 2026-05.',
    'The name of the file says “{said}”, which tells no month: write it as 2026-05.',
  ],
  hold_regla_apagada: [
    'La regla de sus negocios no deja que se confirme sola.',
    'The rule of its businesses does not let it confirm itself.',
  ],
  hold_columnas: ['Falta decir qué es cada columna.', 'What each column is has yet to be said.'],
  hold_rechazadas: ['Tiene filas rechazadas.', 'It has refused rows.'],
  hold_negocios_faltan: ['Faltan negocios que tuvieron saldo el mes pasado.', 'Businesses that had balances last month are missing.'],
  hold_cuentas_faltan: ['Faltan cuentas que tuvieron saldo.', 'Accounts that had a balance are missing.'],
  hold_sin_total: ['No dice a cuánto debe sumar.', 'It does not say what it should add up to.'],
  hold_total_distinto: ['No suma lo que dice su total.', 'It does not add up to its stated total.'],
  hold_no_cuadra: ['Una regla de cuadre no se cumple.', 'A tie-out rule does not hold.'],
  hold_reabre: ['Reabriría análisis ya enviados o firmados.', 'It would reopen analyses that are submitted or signed.'],
  hold_negocios_nuevos: ['Trae negocios que no existen.', 'It brings businesses that do not exist.'],
  hold_muchas_cuentas_nuevas: ['Crearía muchas cuentas.', 'It would create many accounts.'],
  hold_grupos: ['Trae filas que son la suma de otras.', 'It brings rows that are the sum of others.'],
  hold_interrumpida: ['El servidor se detuvo mientras la procesaba.', 'The server stopped while it processed it.'],
  hold_mes_no_dicho: ['No dice de qué mes es, y hay más de uno abierto.', 'It does not say its month, and more than one is open.'],
  hold_repetida: [
    'Ese archivo ya se cargó: no cambiaría nada, o volvería a los saldos de antes.',
    'That file was loaded before: it would change nothing, or go back to the balances of then.',
  ],
  hold_cambio: ['Algo cambió mientras se confirmaba.', 'Something changed while it was being confirmed.'],
} satisfies Messages
