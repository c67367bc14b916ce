import { cleanup, configure, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Locale } from './format/money.ts'
import { UiProvider } from './UiProvider.tsx'

// A busy machine may need more than the default second to render.
configure({ asyncUtilTimeout: 5000 })

const forms = new Set<() => void>()
const onSaveDrafts = (save: () => void) => {
  forms.add(save)
  return () => void forms.delete(save)
}
/** Tests only: what the shell does before the session ends. */
export const saveDrafts = () => {
  for (const save of forms) save()
}

/** Tests only: renders inside the provider, with a simulated user. */
export const draw = (page: ReactNode, locale: Locale = 'es') => {
  cleanup()
  const user = userEvent.setup()
  return {
    user,
    ...render(
      <UiProvider locale={locale} onSaveDrafts={onSaveDrafts}>
        {page}
      </UiProvider>,
    ),
  }
}
