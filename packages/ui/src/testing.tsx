import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Locale } from './format/money.ts'
import { UiProvider } from './UiProvider.tsx'

// A busy machine may need more than the default second to render.
configure({ asyncUtilTimeout: 5000 })

/** Tests only: renders inside the provider, with a simulated user. */
export const draw = (page: ReactNode, locale: Locale = 'es') => {
  cleanup()
  const user = userEvent.setup()
  return { user, ...render(<UiProvider locale={locale}>{page}</UiProvider>) }
}
