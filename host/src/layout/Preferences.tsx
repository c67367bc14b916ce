import { type Locale, switchLocale, useTranslation } from '@cuadre/shell'
import { type Appearance, accents, applyAppearance, defaultAppearance, sizes } from '@cuadre/ui'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Popover } from './Popover.tsx'

const KEY = 'cuadre:apariencia'
const kept = (): Appearance => {
  try {
    return { ...defaultAppearance, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') }
  } catch {
    return defaultAppearance
  }
}

/** Theme, colour, size, direction and language: attributes of <html>, at once, without drawing the page again. */
export function Preferences() {
  const { t, i18n } = useTranslation()
  const [appearance, setAppearance] = useState(kept)
  const change = (part: Partial<Appearance>) => {
    const next = { ...appearance, ...part }
    setAppearance(next)
    applyAppearance(next)
    localStorage.setItem(KEY, JSON.stringify(next))
  }
  return (
    <Popover label={t('preferences.title')} icon={<SlidersHorizontal aria-hidden />}>
      {() => (
        <div className="prefs">
          <Options
            name="theme"
            label={t('preferences.theme')}
            value={appearance.theme}
            options={[
              ['light', t('preferences.light')],
              ['dark', t('preferences.dark')],
            ]}
            onChange={(theme) => change({ theme: theme as Appearance['theme'] })}
          />
          <Options
            name="language"
            label={t('preferences.language')}
            value={i18n.language}
            options={[
              ['es', 'Español'],
              ['en', 'English'],
            ]}
            onChange={(locale) => void switchLocale(locale as Locale)}
          />
          <Options
            name="size"
            label={t('preferences.size')}
            value={appearance.size}
            options={sizes.map((size) => [size, size])}
            onChange={(size) => change({ size: size as Appearance['size'] })}
          />
          <Options
            name="accent"
            label={t('preferences.accent')}
            value={appearance.accent}
            options={accents.map((accent) => [accent, t(`preferences.accents.${accent}`)])}
            onChange={(accent) => change({ accent: accent as Appearance['accent'] })}
          />
          <Options
            name="dir"
            label={t('preferences.direction')}
            value={appearance.dir}
            options={[
              ['ltr', t('preferences.ltr')],
              ['rtl', t('preferences.rtl')],
            ]}
            onChange={(dir) => change({ dir: dir as Appearance['dir'] })}
          />
        </div>
      )}
    </Popover>
  )
}

function Options({
  name,
  label,
  value,
  options,
  onChange,
}: {
  name: string
  label: string
  value: string
  options: (readonly [string, string])[]
  onChange: (value: string) => void
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map(([id, text]) => (
        <label key={id}>
          <input type="radio" name={name} checked={value === id} onChange={() => onChange(id)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
