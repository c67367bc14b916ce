import type { Messages } from './text.ts'

export const business = {
  business_exists: [
    'Ya hay un negocio con ese nombre o código en el país.',
    'There is a business with that name or code in the country already.',
  ],
  business_code_exists: [
    'Ya hay un negocio en el país con el código {code}: los ceros de delante y las mayúsculas no lo hacen otro.',
    'There is a business in the country with the code {code} already: zeros in front and capitals do not make it another.',
  ],
  business_unknown: [
    'Ese negocio no existe, no está entre los suyos o no es el elegido arriba.',
    'That business does not exist, is not among yours or is not the one chosen above.',
  ],
  business_in_use: [
    'El negocio tiene activos {cuentas} {cuentas:cuenta|cuentas} y {departamentos} {departamentos:departamento|departamentos}: desde ahora no admitirá cargas. Confirme para desactivarlo.',
    'The business has {cuentas} active {cuentas:account|accounts} and {departamentos} {departamentos:department|departments}: it will take no more loads. Confirm to deactivate it.',
  ],
  business_open_work: [
    'El negocio tiene {n} análisis sin terminar: no puede desactivarse.',
    'The business has {n} unfinished {n:analysis|analyses}: it cannot be deactivated.',
  ],
  business_country_used: [
    'El negocio ya tiene cuentas, departamentos o permisos: no cambia de país.',
    'The business has accounts, departments or permissions already: its country does not change.',
  ],
  business_currency_used: [
    'El negocio ya tiene cuentas: su moneda no cambia.',
    'The business has accounts already: its currency does not change.',
  ],
} satisfies Messages
