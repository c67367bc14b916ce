import type { Messages } from './text.ts'

export const account = {
  account_template: ['Esa plantilla no es de análisis o no está publicada.', 'That template is not for analyses or is not published.'],
  account_risk_reason: ['Escriba por qué cambia el riesgo.', 'Say why the risk changes.'],
  backup_same: ['El respaldo debe ser otra persona que el analista.', 'The backup must be somebody else than the analyst.'],
  account_exists: ['El negocio ya tiene la cuenta {code}.', 'The business has account {code} already.'],
  account_alike: [
    'El negocio ya tiene la cuenta {code}, que solo se distingue por ceros a la izquierda o por mayúsculas.',
    'The business has account {code} already, which differs only by leading zeros or by capitals.',
  ],
  analyst_wrong: ['La persona elegida no está activa o no es analista.', 'The person chosen is not active or is not an analyst.'],
  assigned_head: [
    '{name} es la jefatura de {department} y no podría decidir lo que prepare: elija a otra persona, u otra jefatura antes.',
    '{name} is the head of {department} and could not decide what they prepare: choose somebody else, or another head first.',
  ],
  account_department_inactive: [
    'El departamento de la cuenta {code} ya no está activo: elija otro para activarla.',
    'The department of account {code} is not active any more: choose another one to activate it.',
  ],
  account_analyst_gone: [
    'El analista de la cuenta {code} ya no está activo o ya no es analista: elija a otra persona para activarla.',
    'The analyst of account {code} is not active or not an analyst any more: choose somebody else to activate it.',
  ],
  accounts_none: ['Elija al menos una cuenta.', 'Choose at least one account.'],
  accounts_unknown: [
    '{n} de las cuentas elegidas no {n:existe o no está|existen o no están} a su alcance.',
    '{n} of the accounts chosen {n:does not exist or is|do not exist or are} out of your reach.',
  ],
  accounts_moved: [
    'Ahora {n:es|son} {n} {n:cuenta|cuentas}, no {expected}. Revise la selección.',
    'There {n:is|are} {n} {n:account|accounts} now, not {expected}. Check the selection.',
  ],
  accounts_too_many: ['Se asignan a lo sumo {max} cuentas a la vez.', 'At most {max} accounts are assigned at once.'],
  assigned_in_progress: [
    'La cuenta {code} tiene un análisis enviado en {period}: no cambia de analista hasta que se decida.',
    'Account {code} has a submitted analysis in {period}: its analyst does not change until it is decided.',
  ],
  account_currency_used: [
    'La cuenta {code} tiene saldos en {currency}: su moneda no cambia.',
    'Account {code} has balances in {currency}: its currency does not change.',
  ],
  assigned_open: [
    'La cuenta {code} tiene un análisis abierto en {period}: asígnela a otra persona en vez de dejarla sin analista.',
    'Account {code} has an open analysis in {period}: assign it to somebody else instead of leaving it without an analyst.',
  ],
  accounts_wrong: [
    '{n} {n:cuenta no se puede|cuentas no se pueden} asignar; no se asignó ninguna.',
    '{n} {n:account|accounts} cannot be assigned; none was.',
  ],
} satisfies Messages
