const OTHER_TYPES = ['hidden', 'file', 'radio', 'checkbox']

/**
 * What gets the focus of a form that opens: its first field, because somebody without a mouse types on at once. Null where there is no form, and on a
 * touch screen, whose keyboard would cover it.
 */
export function firstField(opened: Element | null | undefined): HTMLElement | null {
  if (matchMedia('(pointer: coarse)').matches) return null
  const fields = opened?.querySelectorAll<HTMLInputElement>('form input, form select, form textarea') ?? []
  return [...fields].find(({ disabled, tabIndex, type }) => !disabled && tabIndex >= 0 && !OTHER_TYPES.includes(type)) ?? null
}
