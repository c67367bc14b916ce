/** A validation error of the server, with the path of the field. */
export interface Issue {
  path: string | readonly (string | number)[]
  message: string
}

export const pathName = (path: Issue['path']) => (typeof path === 'string' ? path : path.join('.'))

const isIssue = (value: unknown): value is Issue =>
  typeof value === 'object' && value !== null && 'path' in value && 'message' in value && typeof value.message === 'string'

/** The issues of a failed call, from the error itself or from one of its properties. */
export const issuesOf = (error: unknown): readonly Issue[] => {
  if (typeof error !== 'object' || error === null) return []
  for (const holder of [error, ...Object.values(error)]) {
    const issues: unknown = typeof holder === 'object' && holder !== null ? Reflect.get(holder, 'issues') : undefined
    if (Array.isArray(issues)) return issues.filter(isIssue)
  }
  return []
}
