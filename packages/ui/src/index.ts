/** Core entry point: provider, layout, buttons, states, amounts, page, toasts, formats. */

export { MAX_SEARCH, tableStateFromParams } from './data/tableState.ts'
export {
  dayAt,
  formatDate,
  formatDateTime,
  formatDue,
  formatLongDate,
  formatMonth,
  formatRemaining,
  formatShortMonth,
  formatTime,
  hourOn,
  parseDate,
  sameTimeOn,
} from './format/dates.ts'
export { formatBytes, formatCompact, formatCount, formatMoney, formatPercent, formatRate, type Locale, NONE } from './format/money.ts'
export { withoutAccents } from './format/text.ts'
export { useClock, useNow } from './format/useClock.ts'
export { longZoneName, zoneName } from './format/zone.ts'
export { notify } from './notify/toaster.ts'
export { hasUnsavedWork, useUnsavedWarning } from './notify/unsaved.ts'
export { type Crumb, LinkProvider, TextLink } from './page/Breadcrumbs.tsx'
export { EmptyState, ErrorState, type ErrorStateProps } from './page/EmptyState.tsx'
export { Page, Section } from './page/Page.tsx'
export { Avatar } from './parts/Avatar.tsx'
export { Code, DateText, Delta, FileName, Money, Percent } from './parts/amounts.tsx'
export { Button, buttonClass, IconButton } from './parts/Button.tsx'
export { CalendarButton } from './parts/CalendarButton.tsx'
export { ImageTile } from './parts/ImageTile.tsx'
export { InlineSelect } from './parts/InlineSelect.tsx'
export { Kbd } from './parts/Kbd.tsx'
export { Note } from './parts/Note.tsx'
export { Progress } from './parts/Progress.tsx'
export { SearchInput } from './parts/SearchInput.tsx'
export { Skeleton, TableSkeleton } from './parts/Skeleton.tsx'
export { Sparkline } from './parts/Sparkline.tsx'
export { Loader, Overlay, Spinner } from './parts/Spinner.tsx'
export { useObjectUrl } from './parts/useObjectUrl.ts'
export { ColorMark } from './state/ColorMark.tsx'
export { Marks, type MarksProps, StateBadge, StateGlyph } from './state/StateBadge.tsx'
export { heatClass, LIGHT, LightGlyph, TrafficLight } from './state/TrafficLight.tsx'
export { type StateName, uiTexts } from './texts.ts'
export { type Appearance, accents, applyAppearance, defaultAppearance, type Level, layouts, levels, sizes } from './theme/appearance.ts'
export { UiProvider } from './UiProvider.tsx'
export { useLocale, useTexts, useUi } from './uiContext.ts'
export { useKeys } from './useKeys.ts'
