import { type Calendar, updateCalendar } from '@cuadre/api/calendar'
import { call, Failure, useKept, useTranslation } from '@cuadre/shell'
import { Button, DateText, formatDate, IconButton, longZoneName, Note, useLocale, useUnsavedWarning } from '@cuadre/ui'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Confirm } from './Confirm.tsx'
import { monthsDueIn } from './days.ts'
import { merged, onTopOf } from './holidays.ts'
import { Import } from './Import.tsx'
import { DUE, dueDays, useDates } from './useDates.ts'
import { YearCalendar } from './YearCalendar.tsx'

const WEEK = [1, 2, 3, 4, 5, 6, 7]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

interface Props {
  calendar: Calendar
  year: number
  /** Whose deadlines are marked; '' is everybody's. */
  business: string
  choose: ReactNode
  write: boolean
}

/** Working days, cut-off and holidays of a country; a day of the year is a holiday or not with a click, and gets its name beside. */
export function CalendarEditor({ calendar, year, business, choose, write }: Props) {
  const { t } = useTranslation('parameters')
  const locale = useLocale()
  const [base, setBase] = useState(calendar)
  const [draft, setDraft] = useState(calendar)
  const [moved, setMoved] = useState(false)
  const [motivo, setMotivo] = useState('')
  const [looking, setLooking] = useState(false)
  // What is due in January is of December, and what is due in December of November.
  const { may, dates } = useDates(monthsDueIn(year), { country: calendar.ID_PAIS, business })
  const due = dueDays(dates, calendar.ZONA)
  const dirty = JSON.stringify(draft) !== JSON.stringify(base)
  /** Somebody has saved it meanwhile: what was changed here stands on theirs, and they say so. */
  const rebase = (now: Calendar) => {
    setBase(now)
    setDraft(dirty ? onTopOf(now, base, draft) : now)
    setMoved(dirty)
  }
  if ((calendar.FECHA ?? '') > (base.FECHA ?? '') && !looking) rebase(calendar)
  useUnsavedWarning(dirty && !looking)
  useKept(
    `calendario ${calendar.ID_PAIS}`,
    () => (dirty ? { base, draft, motivo } : undefined),
    (kept) => {
      setBase(kept.base)
      setDraft(kept.draft)
      setMotivo(kept.motivo)
    },
  )
  const change = (part: Partial<Calendar>) => setDraft({ ...draft, ...part })
  const weekday = (day: number, weekday: 'long' | 'short') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, day)))
  const here = draft.FERIADOS.filter(({ FECHA }) => FECHA.startsWith(`${year}-`))
  const unnamed = draft.FERIADOS.filter(({ NOMBRE }) => NOMBRE.trim().length < 2).length
  const rename = (day: string, NOMBRE: string) =>
    change({ FERIADOS: draft.FERIADOS.map((one) => (one.FECHA === day ? { FECHA: day, NOMBRE } : one)) })
  /** The day that was toggled last: a new holiday gets its name next, and what is typed at once is that. */
  const toggled = useRef<string>(undefined)
  useLayoutEffect(() => {
    if (toggled.current) document.getElementById(`feriado-${toggled.current}`)?.focus()
    toggled.current = undefined
  })
  const toggle = (day: string) =>
    change({
      FERIADOS: draft.FERIADOS.some(({ FECHA }) => FECHA === day)
        ? draft.FERIADOS.filter(({ FECHA }) => FECHA !== day)
        : merged(draft.FERIADOS, [{ FECHA: day, NOMBRE: '' }]),
    })
  const body = { FECHA: base.FECHA, LABORABLES: draft.LABORABLES, HORA_CORTE: draft.HORA_CORTE, FERIADOS: draft.FERIADOS, motivo }
  const send = async (how: { simular: true } | { huella: string }) => {
    try {
      return await call(updateCalendar, { params: { id: calendar.ID_PAIS }, body: { ...body, ...how } })
    } catch (error) {
      if (error instanceof Failure && error.code === 'row_moved') {
        setLooking(false)
        rebase(error.current as Calendar)
      }
      throw error
    }
  }
  return (
    <div className="calendar">
      {moved && dirty && (
        <div className="calendar-moved" role="alert">
          <Note kind="warning">{t('calendar.savedMeanwhile', { who: calendar.POR })}</Note>
        </div>
      )}
      <div>
        <YearLegend shown={may} choose={choose} />
        <YearCalendar
          year={year}
          due={due}
          working={draft.LABORABLES}
          holidays={draft.FERIADOS}
          onToggle={
            write
              ? (day) => {
                  toggle(day)
                  toggled.current = day
                }
              : undefined
          }
        />
      </div>
      <aside className="calendar-side">
        <fieldset className="field" disabled={!write}>
          <legend className="label">{t('calendar.workingDays')}</legend>
          <div className="weekdays">
            {WEEK.map((day) => (
              <label key={day} title={weekday(day, 'long')}>
                <input
                  type="checkbox"
                  className="checkbox"
                  aria-label={weekday(day, 'long')}
                  checked={draft.LABORABLES.includes(day)}
                  onChange={(event) =>
                    change({
                      LABORABLES: event.target.checked
                        ? [...draft.LABORABLES, day].sort((a, b) => a - b)
                        : draft.LABORABLES.filter((one) => one !== day),
                    })
                  }
                />
                {weekday(day, 'short')}
              </label>
            ))}
          </div>
        </fieldset>
        <label className="field">
          <span className="label">{t('calendar.cutoff')}</span>
          <select
            className="input"
            disabled={!write}
            value={draft.HORA_CORTE}
            onChange={(event) => change({ HORA_CORTE: Number(event.target.value) })}
          >
            {HOURS.map((hour) => (
              <option key={hour} value={hour}>{`${String(hour).padStart(2, '0')}:00`}</option>
            ))}
          </select>
          <span className="help">
            {draft.ZONA ? t('calendar.zone', { zone: longZoneName(draft.ZONA, locale) }) : t('calendar.zoneServer')}
          </span>
        </label>
        <div>
          <h2 className="medium">{t('calendar.holidays', { count: here.length, year })}</h2>
          {here.length === 0 && draft.FERIADOS.length > 0 && <Note kind="warning">{t('calendar.missing', { year })}</Note>}
          {here.length === 0 && <p className="small muted">{t('calendar.noHolidays')}</p>}
          <ul className="holidays">
            {here.map(({ FECHA, NOMBRE }) => (
              <li key={FECHA}>
                <DateText value={FECHA} />
                <input
                  id={`feriado-${FECHA}`}
                  className="input"
                  aria-label={t('calendar.holidayName', { day: formatDate(FECHA, locale) })}
                  aria-invalid={NOMBRE.trim().length < 2 || undefined}
                  maxLength={80}
                  disabled={!write}
                  value={NOMBRE}
                  onChange={(event) => rename(FECHA, event.target.value)}
                />
                {write && (
                  <IconButton
                    size="sm"
                    label={t('calendar.removeHoliday', { name: NOMBRE || formatDate(FECHA, locale) })}
                    icon={<Trash2 aria-hidden />}
                    onClick={() => toggle(FECHA)}
                  />
                )}
              </li>
            ))}
          </ul>
        </div>
        {write && <Import year={year} onRead={(more) => change({ FERIADOS: merged(draft.FERIADOS, more) })} />}
        {calendar.FECHA && (
          <p className="small muted">
            {t('calendar.saved')} {calendar.POR}, <DateText value={calendar.FECHA} as="datetime" />
          </p>
        )}
      </aside>
      {write && dirty && (
        <footer className="calendar-actions">
          <label className="field grow">
            <span className="label">{t('config.reason')}</span>
            <input className="input" minLength={10} maxLength={500} value={motivo} onChange={(event) => setMotivo(event.target.value)} />
            <span className="help">{unnamed > 0 ? t('calendar.unnamed', { count: unnamed }) : t('calendar.reasonHint')}</span>
          </label>
          <Button onClick={() => setDraft(base)}>{t('alert.discard')}</Button>
          <Button
            variant="solid"
            disabled={motivo.trim().length < 10 || unnamed > 0 || draft.LABORABLES.length === 0}
            onClick={() => setLooking(true)}
          >
            {t('calendar.look')}
          </Button>
        </footer>
      )}
      {draft.LABORABLES.length === 0 && <Note kind="danger">{t('calendar.noWorkingDay')}</Note>}
      {looking && (
        <Confirm
          title={t('calendar.confirmTitle', { country: calendar.PAIS })}
          simulate={async () => (await send({ simular: true })).impacto}
          apply={async (huella) => {
            const { calendario } = await send({ huella })
            if (calendario) setBase(calendario)
            setDraft(calendario ?? draft)
          }}
          saved={t('calendar.done', { country: calendar.PAIS })}
          onClose={() => setLooking(false)}
        />
      )}
    </div>
  )
}

/** What the marks of the year say, and whose deadlines they are. */
function YearLegend({ shown, choose }: { shown: boolean; choose: ReactNode }) {
  const { t } = useTranslation('parameters')
  return (
    <p className="year-legend small muted">
      <span data-mark="holiday">{t('calendar.legend.holiday')}</span>
      <span data-mark="off">{t('calendar.legend.off')}</span>
      {shown &&
        DUE.map((due) => (
          <span key={due}>
            <b className="due-letter" data-due={due}>
              {t(`calendar.letter.${due}`)}
            </b>
            {t(`calendar.due.${due}`)}
          </span>
        ))}
      {shown && (
        <span>
          {t('calendar.deadlinesOf')} {choose}
        </span>
      )}
    </p>
  )
}
