/** Sums and differences of decimal strings, to the cent; no float touches them. */
const cents = (amount: string) => {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return BigInt(`${whole ?? 0}${fraction.padEnd(2, '0')}`) * (sign ? -1n : 1n)
}
const text = (value: bigint) => {
  const digits = (value < 0n ? -value : value).toString().padStart(3, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** after − before */
export const changeOf = (before: string, after: string) => text(cents(after) - cents(before))
