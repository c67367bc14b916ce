import type { Messages } from './text.ts'

export const group = {
  group_of_others: ['El análisis de {account} no es suyo.', 'The analysis of {account} is not yours.'],
  group_not_open: [
    '{account} está {state}: solo se agrupa lo que no se ha enviado.',
    '{account} is {state}: only what was not submitted can be grouped.',
  ],
  group_other: ['{account} ya está en el grupo «{group}».', '{account} is in the group “{group}” already.'],
  group_mixed: [
    'Un grupo es de un solo período, negocio, departamento y moneda: {account} ({own}) no va con {first} ({other}).',
    'A group is of one period, business, department and currency: {account} ({own}) does not go with {first} ({other}).',
  ],
  group_too_large: ['Un grupo tiene a lo sumo {max} cuentas.', 'A group has at most {max} accounts.'],
  group_too_small: ['Un grupo tiene al menos dos cuentas: disuélvalo.', 'A group has at least two accounts: dissolve it.'],
  group_not_changeable: ['El grupo está {state}: sus cuentas ya no cambian.', 'The group is {state}: its accounts do not change any more.'],
  group_out_of_step: ['El grupo cambió mientras tanto. Vuelva a intentarlo.', 'The group changed in the meantime. Try again.'],
  group_values_json: ['VALORES no es una lista JSON de valores.', 'VALORES is not a JSON list of values.'],
  group_value_unknown: ['El análisis {id} no está en el grupo o está repetido.', 'Analysis {id} is not in the group or is repeated.'],
  group_balance_moved: [
    'El saldo de {account} es ahora {balance}: revise su saldo sustentado y su diferencia, y envíe de nuevo.',
    'The balance of {account} is {balance} now: check its supported balance and difference, and send again.',
  ],
  group_value_missing: ['Falta el saldo sustentado de {account}.', 'The supported balance of {account} is missing.'],
  group_comment_required: [
    'El movimiento de {account} es material: explique la variación.',
    'The movement of {account} is material: explain the variation.',
  ],
  group_difference_unexplained: [
    'La diferencia de {account}, {difference}, pasa el umbral ({threshold}): explíquela.',
    'The difference of {account}, {difference}, is above the threshold ({threshold}): explain it.',
  ],
} satisfies Messages
