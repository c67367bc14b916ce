/** Written once, used in many answers: their title and text. */
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
