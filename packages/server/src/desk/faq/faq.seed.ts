import { sql } from 'kysely'
import { type Db, row } from '../../platform/database/index.ts'
import * as repository from './faq.repository.ts'

const first: Pick<repository.Write, 'categoria' | 'preguntaEs' | 'preguntaEn' | 'respuestaEs' | 'respuestaEn' | 'publicada'>[] = [
  {
    categoria: 'acceso',
    preguntaEs: '¿Por qué se cerró mi sesión?',
    preguntaEn: 'Why was I signed out?',
    respuestaEs:
      'La sesión se cierra tras un tiempo sin actividad y, en todo caso, al cumplirse el tiempo máximo de sesión. Ambos los fija su administración en Parámetros. Antes de cerrarla, Cuadre le avisa.',
    respuestaEn:
      'A session ends after some time without activity and, in any case, when the maximum session time is reached. Your administration sets both under Parameters. Cuadre warns you before it ends.',
    publicada: true,
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Cómo presento el análisis de una cuenta?',
    preguntaEn: 'How do I submit the analysis of an account?',
    respuestaEs:
      'Abra la cuenta en Inicio, descargue el libro con el saldo ya escrito, sustente el saldo y súbalo con el valor del análisis y la variación. Si la variación es material, el comentario es obligatorio.',
    respuestaEn:
      'Open the account on Home, download the workbook with the balance filled in, support the balance and upload it with the analysis value and the difference. Where the movement is material, a comment is required.',
    publicada: true,
  },
  {
    categoria: 'analisis',
    preguntaEs: '¿Por qué mi análisis volvió a pendiente?',
    preguntaEn: 'Why is my analysis pending again?',
    respuestaEs:
      'Porque cambió el saldo de la cuenta después de su envío. La decisión anterior queda en el historial; revise el saldo nuevo y vuelva a enviarlo.',
    respuestaEn:
      'Because the balance of the account changed after you submitted. The earlier decision stays in the history; check the new balance and submit again.',
    publicada: true,
  },
  {
    categoria: 'aprobaciones',
    preguntaEs: '¿Por qué no puedo decidir un análisis?',
    preguntaEn: 'Why can I not decide an analysis?',
    respuestaEs:
      'Nadie decide un análisis que envió, ni lo decide en los dos niveles, aunque cambie de rol. Tampoco puede decidirse lo que aún no se ha enviado.',
    respuestaEn:
      'Nobody decides an analysis they submitted, nor at both levels, whatever the active role. What has not been submitted cannot be decided either.',
    publicada: true,
  },
  {
    categoria: 'cargas',
    preguntaEs: '¿Qué pasa si subo dos veces el mismo balance?',
    preguntaEn: 'What happens if I upload the same balance twice?',
    respuestaEs:
      'Cuadre reconoce el archivo y no cambia nada. Antes de confirmar una carga siempre verá qué saldos cambian y qué análisis se reabrirían.',
    respuestaEn:
      'Cuadre recognises the file and changes nothing. Before you confirm a load you always see which balances change and which analyses would be reopened.',
    publicada: true,
  },
  {
    categoria: 'periodos',
    preguntaEs: '¿Qué significa que un período esté en cierre o cerrado?',
    preguntaEn: 'What does it mean that a period is closing or closed?',
    respuestaEs:
      'En cierre ya no se cargan saldos, pero lo que está en curso puede terminarse. Cerrado, nada en él puede cambiar; solo un administrador puede reabrirlo, con un motivo.',
    respuestaEn:
      'While it is closing no balances are loaded, but what is in progress may finish. Once closed, nothing in it can change; only an administrator can reopen it, with a reason.',
    publicada: true,
  },
]

/** Only once: nothing is added if a question was ever written, even if it was deleted since. */
export async function ensureFirstFaqs(tx: Db): Promise<void> {
  const ever = await row(tx, sql<{ used: boolean }>`select is_called as used from faq_id_seq`)
  if (ever?.used) return
  for (const faq of first) await repository.insert(tx, { ...faq, palabras: [], responsableId: null, revisarEn: null, ticketId: null })
}
