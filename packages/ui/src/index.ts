/** Core entry point: provider, layout, buttons, states, amounts, page, toasts, formats. */
export {
  Box,
  Center,
  chakra,
  Flex,
  Grid,
  GridItem,
  Heading,
  HStack,
  SimpleGrid,
  Spacer,
  Stack,
  Text,
  VisuallyHidden,
  VStack,
  Wrap,
} from '@chakra-ui/react'
export {
  type DateInput,
  formatDate,
  formatDateTime,
  formatDue,
  formatLongDate,
  formatMonth,
  formatRemaining,
  formatShortMonth,
  formatTime,
  parseDate,
} from './format/dates.ts'
export {
  type Amount,
  type AmountOptions,
  formatBytes,
  formatCompact,
  formatCount,
  formatMoney,
  formatPercent,
  type Locale,
  MINUS,
  NONE,
  parseMoney,
} from './format/money.ts'
export { withoutAccents } from './format/text.ts'
export { notify, type ToastKind, type ToastOptions, toaster } from './notify/toaster.ts'
export { hasUnsavedWork, useUnsavedWarning, useUnsavedWork } from './notify/unsaved.ts'
export { Breadcrumbs, type Crumb, type LinkProps, LinkProvider, TextLink, type TextLinkProps } from './page/Breadcrumbs.tsx'
export { EmptyState, type EmptyStateProps, ErrorState, type ErrorStateProps } from './page/EmptyState.tsx'
export { Page, PageHeader, type PageHeaderProps, type PageProps, Section, type SectionProps } from './page/Page.tsx'
export { Avatar, initials } from './parts/Avatar.tsx'
export { Code, DateText, Delta, FileName, Money, type MoneyProps, Percent } from './parts/amounts.tsx'
export { Button, type ButtonProps, buttonClass, IconButton, type IconButtonProps } from './parts/Button.tsx'
export { CalendarButton } from './parts/CalendarButton.tsx'
export { InlineSelect, type InlineSelectProps } from './parts/InlineSelect.tsx'
export { Kbd } from './parts/Kbd.tsx'
export { Note } from './parts/Note.tsx'
export { Progress, type ProgressProps } from './parts/Progress.tsx'
export { Skeleton, TableSkeleton } from './parts/Skeleton.tsx'
export { Sparkline, type SparklineProps } from './parts/Sparkline.tsx'
export { Loader, Overlay, Spinner } from './parts/Spinner.tsx'
export { Marks, type MarksProps, StateBadge, type StateBadgeProps, StateGlyph } from './state/StateBadge.tsx'
export { heatClass, LightGlyph, lightOf, TrafficLight } from './state/TrafficLight.tsx'
export { type LightName, type StateName, type UiTexts, uiTexts } from './texts.ts'
export {
  type Accent,
  type Appearance,
  accents,
  applyAppearance,
  type ControlSize,
  defaultAppearance,
  type LayoutName,
  type Level,
  layouts,
  levels,
  sizes,
  solidLevel,
} from './theme/appearance.ts'
export { system } from './theme/system.ts'
export { UiProvider, type UiProviderProps } from './UiProvider.tsx'
export { useLocale, useTexts, useUi } from './uiContext.ts'
