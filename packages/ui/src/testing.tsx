import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Locale } from './format/money.ts'
import { UiProvider } from './UiProvider.tsx'

// A busy machine takes longer than a second to show what was asked for.
configure({ asyncUtilTimeout: 5000 })

/** Tests only: draws inside the provider, with a person to act. */
export const draw = (page: ReactNode, locale: Locale = 'es') => {
  cleanup()
  const user = userEvent.setup()
  return { user, ...render(<UiProvider locale={locale}>{page}</UiProvider>) }
}
