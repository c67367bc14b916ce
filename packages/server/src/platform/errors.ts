import type { MessageKey, Params } from './messages/index.ts'

/**
 * Named errors: services throw them, and only `http/error-handler.ts` turns them into an answer. `code` is a key of `messages/`, whose
 * sentence `params` complete.
 */
export type Issue = { path: string; code: MessageKey; params?: Params }

export class NamedError extends Error {
  status: number
  code: MessageKey
  params: Params
  issues: Issue[] | undefined
  current: unknown
  constructor(status: number, code: MessageKey, more: { params?: Params; issues?: Issue[]; current?: unknown } = {}) {
    super(code)
    this.status = status
    this.code = code
    this.params = more.params ?? {}
    this.issues = more.issues
    this.current = more.current
  }
}

/** Not signed in, or the token is no longer valid. A 401 signs the browser out, so it must not be used for anything else. */
export const Unauthorized = (code: MessageKey = 'unauthorized') => new NamedError(401, code)
export const Forbidden = (code: MessageKey = 'forbidden', params?: Params) => new NamedError(403, code, params ? { params } : {})
/** Also for what is outside the caller's scope (decisions §5). */
export const NotFound = (code: MessageKey = 'not_found', params: Params = {}) => new NamedError(404, code, { params })
/** The state has changed meanwhile; `current` is the current one. */
export const Conflict = (code: MessageKey, params: Params = {}, current?: unknown) => new NamedError(409, code, { params, current })
/** A field is invalid. */
export const Invalid = (path: string, code: MessageKey, params: Params = {}) =>
  new NamedError(422, code, { params, issues: [{ path, code, params }] })
export const InvalidMany = (code: MessageKey, issues: Issue[], params: Params = {}) => new NamedError(422, code, { params, issues })
/** A file cannot be used; the sentence comes from the package that reads files. */
export const Refused = (code: MessageKey, params: Params = {}) =>
  new NamedError(422, code, { params, issues: [{ path: 'file', code, params }] })
