import { type Locale, switchLocale, useTranslation } from '@cuadre/shell'
import { accents, layouts, levels, sizes } from '@cuadre/ui'
import { SegmentedControl } from '@cuadre/ui/overlay'
import { Moon, Sun } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { changeAppearance, useAppearance } from './appearance.ts'
import './appearance.css'

/** Layout, theme, colour and level, size, direction, shortcuts and language: applied at once and saved for the user. */
export function AppearanceOptions() {
  const { t, i18n } = useTranslation()
  const { layout, theme, accent, level, size, dir, shortcuts } = useAppearance()
  return (
    <div className="prefs">
      <Pictures
        legend={t('preferences.layout')}
        className="prefs-layouts"
        options={layouts}
        value={layout}
        name={(one) => t(`preferences.layouts.${one}`)}
        onChange={(next) => changeAppearance({ layout: next })}
        picture={(one) => <i className={`layout-picture layout-${one}`} aria-hidden />}
        named
      />
      <Option label={t('preferences.theme')}>
        <SegmentedControl
          stretch
          label={t('preferences.theme')}
          value={theme}
          onChange={(next) => changeAppearance({ theme: next })}
          options={[
            { value: 'light', label: t('preferences.light'), icon: <Sun aria-hidden /> },
            { value: 'dark', label: t('preferences.dark'), icon: <Moon aria-hidden /> },
          ]}
        />
      </Option>
      <Pictures
        legend={t('preferences.accent')}
        className="prefs-accents"
        options={accents}
        value={accent}
        name={(one) => t(`preferences.accents.${one}`)}
        onChange={(next) => changeAppearance({ accent: next })}
        picture={(one) => <i className="swatch" data-of={one} aria-hidden />}
      />
      <Option label={t('preferences.level')}>
        <SegmentedControl
          stretch
          label={t('preferences.level')}
          value={String(level) as `${typeof level}`}
          onChange={(next) => changeAppearance({ level: Number(next) as typeof level })}
          options={levels.map((one) => ({ value: `${one}` as const, label: one }))}
        />
      </Option>
      <Option label={t('preferences.size')}>
        <SegmentedControl
          stretch
          label={t('preferences.size')}
          value={size}
          onChange={(next) => changeAppearance({ size: next })}
          options={sizes.map((one) => ({ value: one, label: one }))}
        />
      </Option>
      <Option label={t('preferences.direction')}>
        <SegmentedControl
          stretch
          label={t('preferences.direction')}
          value={dir}
          onChange={(next) => changeAppearance({ dir: next })}
          options={[
            { value: 'ltr', label: t('preferences.ltr') },
            { value: 'rtl', label: t('preferences.rtl') },
          ]}
        />
      </Option>
      <Option label={t('preferences.shortcuts')}>
        <SegmentedControl
          stretch
          label={t('preferences.shortcuts')}
          value={shortcuts === false ? 'off' : 'on'}
          onChange={(next) => changeAppearance({ shortcuts: next === 'on' })}
          options={[
            { value: 'on', label: t('preferences.shortcutsOn') },
            { value: 'off', label: t('preferences.shortcutsOff') },
          ]}
        />
      </Option>
      <Option label={t('preferences.language')}>
        <SegmentedControl
          stretch
          label={t('preferences.language')}
          value={i18n.language as Locale}
          onChange={(next) => void switchLocale(next)}
          options={[
            { value: 'es', label: <span lang="es">Español</span> },
            { value: 'en', label: <span lang="en">English</span> },
          ]}
        />
      </Option>
    </div>
  )
}

const Option = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="prefs-option">
    <span className="strong small" aria-hidden>
      {label}
    </span>
    {children}
  </div>
)

type PicturesProps<V extends string> = {
  legend: string
  className: string
  options: readonly V[]
  value: V
  name: (value: V) => string
  picture: (value: V) => ReactNode
  onChange: (value: V) => void
  /** The label is also shown below. */
  named?: boolean
}

/** Radio buttons that look like pictures; the browser handles the arrow keys. */
function Pictures<V extends string>({ legend, className, options, value, name, picture, onChange, named }: PicturesProps<V>) {
  const group = useId()
  return (
    <fieldset className={className}>
      <legend className="strong small">{legend}</legend>
      {options.map((one) => (
        <label key={one} title={name(one)}>
          <input type="radio" name={group} aria-label={name(one)} checked={one === value} onChange={() => onChange(one)} />
          {picture(one)}
          {named && <span className="xsmall">{name(one)}</span>}
        </label>
      ))}
    </fieldset>
  )
}
