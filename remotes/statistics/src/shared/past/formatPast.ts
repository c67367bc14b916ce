import type { Locale } from '@cuadre/ui'

/** 06-11-2026, 18:00:00 of a zone, with the zone's name; of seconds nothing where there are none. */
export function formatPast(moment: string, zone: string | undefined, locale: Locale): { moment: string; zone: string } {
  const parts = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'es', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'long',
  }).formatToParts(new Date(moment))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const seconds = of('second') === '00' ? '' : `:${of('second')}`
  return { moment: `${of('day')}-${of('month')}-${of('year')} ${of('hour')}:${of('minute')}${seconds}`, zone: of('timeZoneName') }
}
