import type { Messages } from './text.ts'

export const transfer = {
  transfer_same: ['Elija a una persona distinta de la de origen.', 'Choose somebody else than the origin.'],
  transfer_origin: ['La persona de origen no existe.', 'The origin does not exist.'],
  transfer_destination_ANALISTA: ['El destino no está activo o no es analista.', 'The destination is not active or is not an analyst.'],
  transfer_destination_RESPALDO: ['El destino no está activo o no es analista.', 'The destination is not active or is not an analyst.'],
  transfer_destination_JEFE: [
    'El destino no está activo o no es jefatura de área.',
    'The destination is not active or is not a head of area.',
  ],
  transfer_period_closed: ['El período de {period} está cerrado: elija uno abierto.', '{period} is closed: choose an open one.'],
  transfer_until_past: ['La fecha de devolución ya pasó.', 'The day of return is over already.'],
  transfer_too_many: ['Se traspasan a lo sumo {max} cuentas a la vez.', 'At most {max} accounts are transferred at once.'],
  transfer_reason: ['Escriba un motivo de {min} caracteres o más.', 'Write a reason of {min} characters or more.'],
  transfer_unseen: [
    'Vea primero lo que se movería (simular) y confirme con su huella.',
    'Look first at what would move (simular) and confirm with its fingerprint.',
  ],
  transfer_moved: [
    'Las cuentas o sus análisis cambiaron desde la revisión. Revíselos de nuevo.',
    'Accounts or their analyses changed since the preview. Look at them again.',
  ],
  transfer_conflicts: [
    '{n} {n:cuenta no puede|cuentas no pueden} traspasarse; no se movió ninguna.',
    '{n} {n:account|accounts} cannot be transferred; none was moved.',
  ],
  transfer_nothing: ['No queda ninguna cuenta por traspasar.', 'No account is left to transfer.'],
  transfer_key_used: ['Esa clave de idempotencia ya se usó para otro traspaso.', 'That idempotency key was used for another transfer.'],
  transfer_undone: ['El traspaso ya se deshizo o ya se devolvió.', 'The transfer is undone or returned already.'],
  transfer_old: ['Un traspaso se deshace dentro de las 24 horas.', 'A transfer is undone within 24 hours.'],
  transfer_lost: [
    'No se puede deshacer: {name} ya no puede recibirlas de vuelta. Haga otro traspaso a quien corresponda.',
    'This cannot be undone: {name} cannot have them back any more. Make another transfer to whoever it concerns.',
  ],
  transfer_acted: ['Ya se actuó sobre lo traspasado: {accounts}.', 'Somebody has acted on what was transferred: {accounts}.'],
  transfer_omitida: ['{code}: la dejó fuera usted.', '{code}: you left it out.'],
  transfer_no_es_del_origen: ['{code}: no es de la persona de origen.', '{code}: it is not of the origin.'],
  transfer_fuera_de_alcance: [
    '{code}: el destino no tiene ese país o negocio.',
    '{code}: the destination does not have that country or business.',
  ],
  transfer_destino_aprueba: [
    '{code}: el destino la aprueba como jefatura o control.',
    '{code}: the destination approves it as head or control.',
  ],
  transfer_destino_decidio: [
    '{code}: el destino ya decidió un análisis en curso.',
    '{code}: the destination has decided an analysis in progress.',
  ],
  transfer_destino_envio: [
    '{code}: el destino envió un análisis que tendría que aprobar.',
    '{code}: the destination submitted an analysis that they would have to approve.',
  ],
  transfer_destino_es_analista: ['{code}: el destino es su analista.', '{code}: the destination is its analyst.'],
  transfer_sin_departamento: [
    '{code}: el destino no dirige un departamento de ese negocio.',
    '{code}: the destination heads no department of that business.',
  ],
  transfer_varios_departamentos: [
    '{code}: el destino dirige varios departamentos; elija uno.',
    '{code}: the destination heads several departments; choose one.',
  ],
  transfer_agrupada: ['{code}: su grupo no se traspasa entero.', '{code}: its group is not transferred as a whole.'],
} satisfies Messages
