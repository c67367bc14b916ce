import { DateTime } from 'luxon'
import type { Locale } from '../http/context.ts'
import { fill, periodText } from '../messages/text.ts'

/** Notifications and mails: a title and a sentence in both languages. {x} is filled from the params, {x:cuenta|cuentas} says one of them or several. */
export const templates = {
  asignacion: {
    es: ['Cuentas asignadas', 'Cuentas de {business} que se le asignaron: {n}.'],
    en: ['Accounts assigned', 'Accounts of {business} assigned to you: {n}.'],
  },
  asignacion_a: {
    es: ['Cuentas asignadas en {business}', 'Cuentas de {business} asignadas a {who}: {n}.'],
    en: ['Accounts assigned in {business}', 'Accounts of {business} assigned to {who}: {n}.'],
  },
  saldos_cargados: {
    es: ['Saldos de {period} cargados', 'Tiene {n} análisis por preparar. {n:Vence|Vencen} el {due}.'],
    en: ['Balances of {period} loaded', 'You have {n} {n:analysis|analyses} to prepare. {n:It is|They are} due {due}.'],
  },
  saldos_cargados_negocio: {
    es: ['Saldos de {period} cargados en {business}', 'Análisis por preparar en {business}: {n}. El primero vence el {due}.'],
    en: ['Balances of {period} loaded in {business}', 'Analyses to prepare in {business}: {n}. The first is due {due}.'],
  },
  carga_con_errores: {
    es: ['Carga con errores: {file}', '{who} cargó {file} para {period}: {n} {n:fila rechazada|filas rechazadas}.'],
    en: ['Load with errors: {file}', '{who} loaded {file} for {period}: {n} {n:row|rows} refused.'],
  },
  entrega_espera: {
    es: ['Espera su confirmación: {file}', '{who} entregó {file} para {period}. No se confirma sola: revise la simulación.'],
    en: ['Waits for you: {file}', '{who} delivered {file} for {period}. It does not confirm itself: look at the dry run.'],
  },
  aviso_a_sistema_fallido: {
    es: [
      'No llegan los avisos a {name}',
      'Un aviso a {name} no llegó tras dos días de intentos y ya no se repite. Su registro dice qué respondió.',
    ],
    en: [
      'Nothing reaches {name}',
      'An event for {name} did not arrive in two days of attempts and is not sent again. Its log says what was answered.',
    ],
  },
  entrega_rechazada: {
    es: ['Entrega rechazada: {file}', '{who} entregó {file} y no se pudo leer. La entrega dice por qué.'],
    en: ['Delivery refused: {file}', '{who} delivered {file} and it could not be read. The delivery says why.'],
  },
  saldo_cambiado: {
    es: [
      'Cambió el saldo de {account}',
      'El saldo de {account} en {period} cambió después de su envío: el análisis vuelve a estar por preparar.',
    ],
    en: [
      'The balance of {account} changed',
      'The balance of {account} in {period} changed after it was submitted: the analysis is to be prepared again.',
    ],
  },
  enviado: {
    es: ['Análisis por aprobar: {account}', '{who} envió el análisis de {account} de {period}.'],
    en: ['Analysis to approve: {account}', '{who} submitted the analysis of {account} for {period}.'],
  },
  aprobado_jefatura: {
    es: ['Por aprobar en control: {account}', '{who} aprobó el análisis de {account} de {period} en jefatura.'],
    en: ['To approve at control: {account}', '{who} approved the analysis of {account} for {period} as head.'],
  },
  rechazado: {
    es: ['Análisis rechazado: {account}', '{who} rechazó el análisis de {account} de {period}: «{comment}»'],
    en: ['Analysis rejected: {account}', '{who} rejected the analysis of {account} for {period}: “{comment}”'],
  },
  aprobado_final: {
    es: ['Análisis aprobado: {account}', '{who} aprobó el análisis de {account} de {period} en control.'],
    en: ['Analysis approved: {account}', '{who} approved the analysis of {account} for {period} at control.'],
  },
  rechazado_varios: {
    es: ['{n} análisis rechazados', '{who} rechazó {n} análisis: «{comment}»'],
    en: ['{n} analyses rejected', '{who} rejected {n} analyses: “{comment}”'],
  },
  aprobado_jefatura_varios: {
    es: ['{n} análisis por aprobar en control', '{who} aprobó {n} análisis en jefatura.'],
    en: ['{n} analyses to approve at control', '{who} approved {n} analyses as head.'],
  },
  aprobado_final_varios: {
    es: ['{n} análisis aprobados', '{who} aprobó {n} análisis en control.'],
    en: ['{n} analyses approved', '{who} approved {n} analyses at control.'],
  },
  recuperado: {
    es: ['Envío retirado: {account}', '{who} retiró su envío de {account} de {period}: ya no espera su decisión.'],
    en: ['Submission taken back: {account}', '{who} took back {account} for {period}: it no longer waits for your decision.'],
  },
  decision_retirada: {
    es: ['Decisión retirada: {account}', '{who} retiró su decisión sobre el análisis de {account} de {period}.'],
    en: ['Decision taken back: {account}', '{who} took back their decision on the analysis of {account} for {period}.'],
  },
  reabierto: {
    es: ['Análisis reabierto: {account}', '{who} reabrió el análisis aprobado de {account} de {period}: «{comment}»'],
    en: ['Analysis reopened: {account}', '{who} reopened the approved analysis of {account} for {period}: “{comment}”'],
  },
  analisis_abierto: {
    es: ['Análisis por preparar: {account}', 'Se abrió el análisis de {account} de {period}. Vence el {due}.'],
    en: ['Analysis to prepare: {account}', 'The analysis of {account} for {period} was opened. It is due {due}.'],
  },
  recordatorio: {
    es: ['Recordatorio: {account}', '{who} le recuerda que el análisis de {account} de {period} espera por usted. Vence el {due}.'],
    en: ['Reminder: {account}', '{who} reminds you that the analysis of {account} for {period} waits for you. It is due {due}.'],
  },
  recordatorio_varios: {
    es: ['Recordatorio: {n} análisis', '{who} le recuerda que {n} análisis de {period} esperan por usted. El primero vence el {due}.'],
    en: ['Reminder: {n} analyses', '{who} reminds you that {n} analyses for {period} wait for you. The first is due {due}.'],
  },
  periodo_abierto: {
    es: ['Período {period} abierto', 'El período {period} está abierto. Los análisis vencen el {due}.'],
    en: ['Period {period} opened', 'Period {period} is open. Analyses are due {due}.'],
  },
  periodo_cambiado: {
    es: ['Cambiaron los plazos de {period}', 'Los plazos de {period} cambiaron. Los análisis vencen el {due}.'],
    en: ['The deadlines of {period} changed', 'The deadlines of {period} changed. Analyses are due {due}.'],
  },
  periodo_en_cierre: {
    es: [
      'Período {period} en cierre',
      'El período {period} está en cierre: ya no admite cargas, y lo que está en curso puede terminarse. Los análisis vencen el {due}.',
    ],
    en: [
      'Period {period} is closing',
      'Period {period} is closing: it takes no more loads, and what is in progress may finish. Analyses are due {due}.',
    ],
  },
  periodo_reabierto: {
    es: ['Período {period} reabierto', 'El período {period} vuelve a estar en cierre: lo que está en curso puede terminarse.'],
    en: ['Period {period} reopened', 'Period {period} is closing again: what is in progress may finish.'],
  },
  cierre_pedido: {
    es: ['Cierre de {period} por confirmar', '{who} pide cerrar {period} con avisos: «{comment}» Lo cierra otra persona.'],
    en: ['Closing of {period} to confirm', '{who} asks to close {period} with warnings: “{comment}” Somebody else closes it.'],
  },
  cierre_rechazado: {
    es: ['No se cierra {period}', '{who} rechazó su pedido de cerrar {period}: «{comment}»'],
    en: ['{period} is not closed', '{who} refused your request to close {period}: “{comment}”'],
  },
  negocio_reabierto: {
    es: ['{business} sigue en {period}', '{period} se reabrió para {business} hasta el {due}: lo que está en curso puede terminarse.'],
    en: ['{business} goes on in {period}', '{period} was reopened for {business} until {due}: what is in progress may finish.'],
  },
  negocio_cerrado: {
    es: ['{period} cerrado para {business}', 'Terminó la reapertura de {period} para {business}: nada en él puede cambiar.'],
    en: ['{period} closed for {business}', 'The reopening of {period} for {business} has ended: nothing in it can change.'],
  },
  periodo_cerrado: {
    es: ['Período {period} cerrado', 'El período {period} está cerrado: nada en él puede cambiar.'],
    en: ['Period {period} closed', 'Period {period} is closed: nothing in it can change.'],
  },
  traspaso: {
    es: ['Traspaso de cuentas en {business}', '{n} {n:cuenta|cuentas} de {business} {n:pasó|pasaron} de {from} a {who}, desde {period}.'],
    en: ['Accounts transferred in {business}', '{n} {n:account|accounts} of {business} went from {from} to {who}, from {period} on.'],
  },
  traspaso_recibido: {
    es: ['Recibió {n} {n:cuenta|cuentas}', 'Recibió {n} {n:cuenta|cuentas} de {who}{as}, desde {period}.'],
    en: ['You received {n} {n:account|accounts}', 'You received {n} {n:account|accounts} from {who}{as}, from {period} on.'],
  },
  traspaso_cedido: {
    es: ['{n} {n:cuenta pasó|cuentas pasaron} a {who}', '{n} de sus cuentas {n:pasó|pasaron} a {who}{as}, desde {period}.'],
    en: ['{n} {n:account|accounts} went to {who}', '{n} of your accounts went to {who}{as}, from {period} on.'],
  },
  traspaso_deshecho: {
    es: ['Traspaso deshecho', '{who} deshizo un traspaso de {n} {n:cuenta: vuelve a quien la tenía|cuentas: vuelven a quien las tenía}.'],
    en: [
      'Transfer undone',
      '{who} undid a transfer of {n} {n:account: it is back with whoever had it|accounts: they are back with whoever had them}.',
    ],
  },
  traspaso_sin_vuelta: {
    es: [
      'Cuentas de un traspaso temporal se quedan',
      'Terminó el traspaso, pero {name} ya no puede recibirlas de vuelta: las cuentas siguen donde están.',
    ],
    en: [
      'Accounts of a temporary transfer stay',
      'The transfer ended, but {name} cannot have them back any more: the accounts stay where they are.',
    ],
  },
  traspaso_devuelto: {
    es: ['Terminó un traspaso temporal', '{n} {n:cuenta vuelve a quien la tenía|cuentas vuelven a quien las tenía}.'],
    en: ['A temporary transfer ended', '{n} {n:account is back with whoever had it|accounts are back with whoever had them}.'],
  },
  prorroga_pedida: {
    es: ['Prórroga por decidir', '{who} pidió una prórroga de {n} análisis, hasta el {due}.'],
    en: ['Extension to decide', '{who} asked for an extension of {n} {n:analysis|analyses}, until {due}.'],
  },
  prorroga_aprobada: {
    es: ['Prórroga concedida', '{who} concedió la prórroga de {n} análisis.'],
    en: ['Extension granted', '{who} granted the extension of {n} {n:analysis|analyses}.'],
  },
  prorroga_rechazada: {
    es: ['Prórroga denegada', '{who} denegó la prórroga de {n} análisis: «{comment}»'],
    en: ['Extension refused', '{who} refused the extension of {n} {n:analysis|analyses}: “{comment}”'],
  },
  recordatorio_periodo: {
    es: ['Pendientes de {period}', '{who} le recuerda: tiene {n} análisis por atender en {period}. {comment}'],
    en: ['Open work of {period}', '{who} reminds you: {n} {n:analysis|analyses} of {period} {n:waits|wait} for you. {comment}'],
  },
  aviso_periodo: {
    es: ['Sobre el período {period}', '{who}: {comment}'],
    en: ['About period {period}', '{who}: {comment}'],
  },
  invitacion: {
    es: [
      'Su acceso a Cuadre',
      'Se le dio de alta en Cuadre. Entre con el usuario {user} y la contraseña temporal {secret} y cámbiela al entrar.',
    ],
    en: ['Your access to Cuadre', 'You were added to Cuadre. Sign in as {user} with the temporary password {secret} and change it then.'],
  },
  invitacion_cuenta: {
    es: ['Su acceso a Cuadre', 'Se le dio de alta en Cuadre. Entre con la cuenta corporativa que ya tiene para {email}.'],
    en: ['Your access to Cuadre', 'You were added to Cuadre. Sign in with the corporate account that you already have for {email}.'],
  },
  codigo_correo: {
    es: ['Su código de Cuadre', 'El código para confirmar su correo es {secret}. Vale 10 minutos. Si no lo pidió, no haga nada.'],
    en: [
      'Your Cuadre code',
      'The code to confirm your e-mail is {secret}. It is good for 10 minutes. If you did not ask for it, do nothing.',
    ],
  },
  registro_existente: {
    es: [
      'Ya tiene una cuenta de Cuadre',
      'Alguien pidió una cuenta con este correo, que ya tiene una. Si fue usted, entre con ella o pida otra contraseña.',
    ],
    en: [
      'You have a Cuadre account already',
      'Somebody asked for an account with this e-mail, which has one. If it was you, sign in with it or ask for another password.',
    ],
  },
  correo_por_confirmar: {
    es: [
      'Confirme su correo',
      '{who} indicó este correo para su cuenta de Cuadre. Confírmelo con el enlace, una vez y durante 30 minutos. Si no tiene cuenta en Cuadre, no haga nada.',
    ],
    en: [
      'Confirm your e-mail',
      '{who} gave this e-mail for your Cuadre account. Confirm it with the link, once, within 30 minutes. If you have no Cuadre account, do nothing.',
    ],
  },
  correo_por_cambiar: {
    es: [
      'Se pidió cambiar su correo',
      '{who} pidió que su cuenta de Cuadre use {email}. Cambiará cuando ese correo se confirme. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'A change of your e-mail was asked for',
      '{who} asked for your Cuadre account to use {email}. It changes once that e-mail is confirmed. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  correo_cambiado: {
    es: [
      'El correo de su cuenta cambió',
      'Su cuenta de Cuadre usaba {old} y desde ahora usa {email}. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'The e-mail of your account changed',
      'Your Cuadre account used {old} and uses {email} from now on. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  acceso_cambiado: {
    es: [
      'El acceso de su cuenta cambió',
      '{who} cambió el acceso de su cuenta de Cuadre. Usuario: {user}. Roles: {roles}. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'The access of your account changed',
      '{who} changed the access of your Cuadre account. User name: {user}. Roles: {roles}. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  permiso_cambiado: {
    es: [
      'Un permiso de su cuenta cambió',
      '{who} cambió el permiso {key} de su cuenta de Cuadre. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'A permission of your account changed',
      '{who} changed the permission {key} of your Cuadre account. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  cuenta_activada: {
    es: [
      'Su cuenta fue activada',
      '{who} activó su cuenta de Cuadre. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your account was activated',
      '{who} activated your Cuadre account. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  cuenta_desactivada: {
    es: [
      'Su cuenta fue desactivada',
      '{who} desactivó su cuenta de Cuadre y cerró sus sesiones. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your account was deactivated',
      '{who} deactivated your Cuadre account and ended your sessions. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  segundo_factor_por_quitar: {
    es: [
      'Se pidió quitar su segundo factor',
      '{who} pidió quitar el segundo factor de su cuenta. Se hará si otro administrador lo confirma. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Taking away your second factor was asked for',
      '{who} asked for the second factor of your account to be taken away. It is done if another administrator confirms it. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  confirmar_segundo_factor: {
    es: [
      'Segundo factor por confirmar: {name}',
      '{who} pidió quitar el segundo factor de {name}. Compruebe con la persona que lo perdió y confírmelo en su ficha, dentro de un día.',
    ],
    en: [
      'Second factor to confirm: {name}',
      '{who} asked for the second factor of {name} to be taken away. Check with the person that it is lost and confirm it on their page, within a day.',
    ],
  },
  segundo_factor_se_queda: {
    es: [
      'El segundo factor de {name} se queda',
      '{who} no está de acuerdo con quitar el segundo factor de {name}: no se quita, y quien lo perdió puede pedirlo otra vez.',
    ],
    en: [
      'The second factor of {name} stays',
      '{who} does not agree that the second factor of {name} is taken away: it stays, and who lost it can ask again.',
    ],
  },
  cuenta_detenida: {
    es: [
      'Cuenta detenida por su dueño: {name}',
      '{name} ({email}) no reconoce un cambio de su cuenta y la detuvo: durante 72 horas nadie entra con ella ni la cambia. Hable con la persona; un administrador que no haya hecho el cambio puede desbloquearla.',
    ],
    en: [
      'Account stopped by its owner: {name}',
      '{name} ({email}) does not recognise a change of their account and stopped it: for 72 hours nobody signs in with it or changes it. Talk to the person; an administrator who did not make the change can unlock it.',
    ],
  },
  registro_confirmado: {
    es: ['Alta por decidir: {name}', '{name} ({email}) confirmó su correo y espera que se le dé de alta.'],
    en: ['Access to decide: {name}', '{name} ({email}) confirmed their e-mail and waits to be added.'],
  },
  recuperar_contrasena: {
    es: [
      'Nueva contraseña de Cuadre',
      'Con el enlace puede elegir otra contraseña, una vez y durante 30 minutos. Si no lo pidió, no haga nada.',
    ],
    en: [
      'New Cuadre password',
      'With the link you can choose another password, once, for 30 minutes. If you did not ask for it, do nothing.',
    ],
  },
  contrasena_cambiada: {
    es: [
      'Su contraseña cambió',
      'La contraseña de su cuenta de Cuadre se cambió. Si no fue usted, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your password changed',
      'The password of your Cuadre account was changed. If it was not you, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  segundo_factor_activado: {
    es: [
      'Segundo factor activado',
      'Su cuenta pide desde ahora un segundo factor. Si no fue usted, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your second factor is on',
      'Your account asks for a second factor from now on. If it was not you, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  segundo_factor_quitado: {
    es: [
      'Segundo factor quitado',
      '{who} quitó el segundo factor de su cuenta y cerró sus sesiones. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your second factor was removed',
      '{who} removed the second factor of your account and ended your sessions. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  cuenta_bloqueada: {
    es: [
      'Muchos intentos de entrar en su cuenta',
      'Se probaron varias contraseñas en su cuenta de Cuadre. Desde otro lugar puede seguir entrando; si no lo logra, con el enlace elige otra contraseña y entra, una vez y durante 30 minutos.',
    ],
    en: [
      'Many attempts to sign in to your account',
      'Several passwords were tried on your Cuadre account. You can still sign in from elsewhere; if you cannot, choose another password with the link and sign in, once, within 30 minutes.',
    ],
  },
  cuenta_desbloqueada: {
    es: [
      'Su cuenta fue desbloqueada',
      '{who} desbloqueó su cuenta: puede volver a intentar el ingreso. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your account was unlocked',
      '{who} unlocked your account: you can try to sign in again. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  sesion_cerrada: {
    es: ['Una sesión suya se cerró', '{who} cerró una de sus sesiones de Cuadre. Si la usaba, vuelva a iniciar sesión.'],
    en: ['One of your sessions was ended', '{who} ended one of your sessions of Cuadre. If you were using it, sign in again.'],
  },
  sesiones_cerradas: {
    es: [
      'Sus sesiones se cerraron',
      '{who} cerró todas sus sesiones de Cuadre. Vuelva a iniciar sesión. Si no lo esperaba, deténgalo con el enlace: la cuenta queda detenida 72 horas y administración se entera.',
    ],
    en: [
      'Your sessions were ended',
      '{who} ended all your sessions of Cuadre. Sign in again. If you did not expect it, stop it with the link: the account is stopped for 72 hours and administration is told.',
    ],
  },
  soporte: {
    es: ['Soporte: {subject}', '{name} ({from}) escribe:\n\n{message}'],
    en: ['Support: {subject}', '{name} ({from}) writes:\n\n{message}'],
  },
  por_vencer: {
    es: ['Por vencer: análisis de {period}', 'Análisis de {period} que esperan por {level} y vencen el {due}: {n}.'],
    en: ['Due soon: analyses of {period}', 'Analyses of {period} that wait for {level} and are due {due}: {n}.'],
  },
  vencido: {
    es: ['Vencidos: análisis de {period}', 'Análisis de {period} que esperan por {level} y vencieron el {due}: {n}.'],
    en: ['Overdue: analyses of {period}', 'Analyses of {period} that wait for {level} and were due {due}: {n}.'],
  },
  limite_de_estado: {
    es: [
      'Fuera de tiempo en «{status}»',
      'Análisis de {period} que llevan más de {hours} {hours:hora hábil|horas hábiles} en «{status}»: {n}.',
    ],
    en: [
      'Past the time limit of “{status}”',
      'Analyses of {period} that have been in “{status}” for more than {hours} working {hours:hour|hours}: {n}.',
    ],
  },
  material_sin_explicar: {
    es: ['Movimientos materiales sin explicar', 'Análisis de {period} con movimiento material y sin comentario: {n}.'],
    en: ['Material movements not explained', 'Analyses of {period} with a material movement and no comment: {n}.'],
  },
  diferencia_antigua: {
    es: ['Diferencias antiguas', 'Cuentas de {business} con una diferencia de más de {days} {days:día|días}: {n}.'],
    en: ['Old differences', 'Accounts of {business} with a difference older than {days} {days:day|days}: {n}.'],
  },
  cuenta_sin_asignar: {
    es: ['Cuentas sin analista: {business}', 'Cuentas de {business} con saldo en {period} y sin analista: {n}.'],
    en: ['Accounts without an analyst: {business}', 'Accounts of {business} with a balance in {period} and no analyst: {n}.'],
  },
  riesgo_por_revisar: {
    es: [
      'Riesgos por calificar de nuevo: {business}',
      'Cuentas de {business} cuyo riesgo se calificó hace más de un año: {n}. Escriba por qué sigue igual, o cámbielo.',
    ],
    en: [
      'Risks to be rated again: {business}',
      'Accounts of {business} whose risk was rated more than a year ago: {n}. Say why it still holds, or change it.',
    ],
  },
  cola_detenida: {
    es: [
      'Aprobaciones detenidas: {period}',
      'Análisis de {period} que esperan por {level} desde hace más de {hours} {hours:hora hábil|horas hábiles}: {n}.',
    ],
    en: [
      'Approvals at a standstill: {period}',
      'Analyses of {period} that wait for {level} for more than {hours} working {hours:hour|hours}: {n}.',
    ],
  },
  cierre_proximo: {
    es: ['Cierre próximo: {period}', 'El período {period} cierra el {due}. Análisis sin aprobar: {n}.'],
    en: ['Close is near: {period}', 'Period {period} closes {due}. Analyses not approved: {n}.'],
  },
  contrasena_por_vencer: {
    es: ['Su contraseña vence pronto', 'Su contraseña vence pronto. Días que quedan: {days}. Cámbiela en su perfil.'],
    en: ['Your password expires soon', 'Your password expires soon. Days left: {days}. Change it in your profile.'],
  },
  acceso_auditor_por_vencer: {
    es: ['Acceso por vencer: {who}', 'El acceso de {who} termina pronto. Días que quedan: {days}.'],
    en: ['Access ends soon: {who}', 'The access of {who} ends soon. Days left: {days}.'],
  },
  ticket_nuevo: {
    es: ['Solicitud nueva: {subject}', '{who} abrió la solicitud {id}: «{subject}».'],
    en: ['New request: {subject}', '{who} opened request {id}: “{subject}”.'],
  },
  ticket_estado: {
    es: ['Solicitud {id}: {state}', '{who} cambió la solicitud «{subject}»: {state}.'],
    en: ['Request {id}: {state}', '{who} changed the request “{subject}”: {state}.'],
  },
  ticket_asignado: {
    es: ['Solicitud asignada: {subject}', '{who} le asignó la solicitud {id}: «{subject}».'],
    en: ['Request assigned: {subject}', '{who} assigned request {id} to you: “{subject}”.'],
  },
  ticket_asignado_a: {
    es: ['Solicitud asignada: {subject}', '{who} asignó la solicitud {id} a {name}: «{subject}».'],
    en: ['Request assigned: {subject}', '{who} assigned request {id} to {name}: “{subject}”.'],
  },
  ticket_comentario: {
    es: ['Respuesta en la solicitud {id}', '{who} comentó «{subject}»: «{comment}»'],
    en: ['Answer to request {id}', '{who} commented on “{subject}”: “{comment}”'],
  },
  faq_revisar: {
    es: ['Revise una pregunta frecuente', 'Venció la revisión de «{subject}». Confirme que sigue siendo válida o corríjala.'],
    en: ['Review a frequent question', 'The review of “{subject}” is due. Confirm that it still holds, or correct it.'],
  },
  ticket_unida: {
    es: [
      'Solicitud {id} unida a la {target}',
      '{who} unió «{subject}» a la solicitud {target}, que trata de lo mismo: la respuesta llegará allí.',
    ],
    en: [
      'Request {id} merged into {target}',
      '{who} merged “{subject}” into request {target}, about the same matter: the answer will come there.',
    ],
  },
  ticket_vencido: {
    es: ['Solicitud fuera de plazo: {subject}', 'La solicitud {id} debía resolverse el {due}.'],
    en: ['Request is late: {subject}', 'Request {id} was to be solved by {due}.'],
  },
  observacion_nueva: {
    es: ['Observación de auditoría: {account}', '{who} pregunta por {account} de {period} («{subject}»): «{comment}»{by}'],
    en: ['Audit observation: {account}', '{who} asks about {account} for {period} (“{subject}”): “{comment}”{by}'],
  },
  observacion_respondida: {
    es: ['Observación respondida: {account}', '{who} respondió «{subject}» sobre {account} de {period}: «{comment}»'],
    en: ['Observation answered: {account}', '{who} answered “{subject}” about {account} for {period}: “{comment}”'],
  },
  observacion_cerrada: {
    es: ['Observación cerrada: {account}', '{who} cerró la observación «{subject}» sobre {account} de {period}.'],
    en: ['Observation closed: {account}', '{who} closed the observation “{subject}” about {account} for {period}.'],
  },
  anuncio: { es: ['{title}', '{message}'], en: ['{title}', '{message}'] },
  resumen: {
    es: ['Su resumen de Cuadre', 'Lo que pasó desde el último resumen: {n}.'],
    en: ['Your digest of Cuadre', 'What has happened since the last digest: {n}.'],
  },
} satisfies Record<string, Record<Locale, [title: string, text: string]>>

export type Template = keyof typeof templates
export type TemplateParams = Record<string, string | number>

/**
 * The title and sentence of a template. `period` (YYYY-MM) and `due` (an ISO timestamp) are formatted in the language, `due` in the
 * zone that is given with it, else in that of the deadlines.
 */
export function renderTemplate(template: string, locale: Locale, params: TemplateParams, zone = 'utc'): { title: string; text: string } {
  const pair = templates[template as Template]?.[locale] ?? [template, '']
  // What people have named in both languages has a value for each.
  const given = (name: string) => params[`${name}_${locale}`] ?? params[name] ?? ''
  const filled = (text: string) => fill(text, (name) => formatParam(name, given(name), locale, String(params.zone ?? zone)))
  // Whoever hears of it in the place of somebody who is away is told so, whatever the message.
  const instead = params.insteadOf === undefined ? '' : ` ${INSTEAD_OF[locale].replace('{who}', String(params.insteadOf))}`
  // What differs between the countries of its reader says its own.
  const where = params.country === undefined ? '' : ` (${params.country})`
  return { title: filled(pair[0]) + where, text: filled(pair[1]) + instead }
}

const INSTEAD_OF: Record<Locale, string> = {
  es: 'Le llega a usted porque {who} está ausente.',
  en: 'It comes to you because {who} is away.',
}

/** Values that are translated. */
const TRANSLATED_VALUES: Record<string, Record<string, Record<Locale, string>>> = {
  level: {
    analista: { es: 'el analista', en: 'the analyst' },
    jefatura: { es: 'la jefatura', en: 'the head' },
    control: { es: 'control', en: 'control' },
  },
  /** What a backup receives is not theirs to prepare. */
  as: {
    JEFE: { es: ' como jefatura', en: ' as head' },
    RESPALDO: { es: ' como respaldo', en: ' as backup' },
  },
  state: {
    '1': { es: 'abierta', en: 'open' },
    '2': { es: 'en proceso', en: 'in progress' },
    '3': { es: 'en espera de respuesta', en: 'waiting for an answer' },
    '4': { es: 'resuelta', en: 'solved' },
    '5': { es: 'cerrada', en: 'closed' },
  },
}

function formatParam(name: string, value: string | number, locale: Locale, zone: string): string {
  const word = TRANSLATED_VALUES[name]?.[value]
  if (word) return word[locale]
  if (name === 'period') return periodText(String(value), locale)
  if (name !== 'due') return String(value)
  const moment = DateTime.fromISO(String(value), { zone }).setLocale(locale)
  // Anything that is not a date stays as it was given.
  if (!moment.isValid) return String(value)
  return moment.toFormat(locale === 'es' ? "d 'de' LLLL 'de' yyyy, HH:mm" : 'LLLL d, yyyy, HH:mm')
}
