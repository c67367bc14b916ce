import { z } from 'zod'
import type { Permission } from './permissions.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

type Spec = {
  /** One sentence of what the call does, for OpenAPI and for the next reader. */
  summary: string
  /**
   * Who may call: a permission key, 'signed-in' for anyone with a session,
   * 'public' for nobody in particular. There is no default: closed unless said.
   */
  allow: Permission | readonly [Permission, ...Permission[]] | 'signed-in' | 'public'
  params?: z.ZodType
  query?: z.ZodType
  /** With a `file()` in it the body travels as multipart/form-data. */
  body?: z.ZodType
  /** `binary()` answers bytes. */
  response: z.ZodType
  /** The body carries a file: multipart/form-data. A large file may have gone ahead (`upload.ts`). */
  multipart?: true
  /** The body is bytes as they are: application/octet-stream. */
  octets?: true
  /** The answer is bytes, not JSON. */
  bytes?: true
  /** A list that answers a workbook of all its rows when its query says `format=excel`. */
  exportable?: true
  /**
   * What an auditor needs a permission of their own for: a submitted document, or data to take away. Bytes behind a permission key are
   * a document unless said. `look`: the call says that a document was looked at, which needs the same permission.
   */
  carries?: 'document' | 'export' | 'look'
  /** The answer has an ETag of the caller's own: who has it already gets 304 and no body. */
  etag?: true
  /** Another system takes part: 502 when it does not answer. */
  outside?: true
  /** May be called by whoever still lacks the second factor that they need; everything else answers 403 `2fa_required` until then. */
  beforeSecondFactor?: true
  /** The answer stays open: server-sent events, each with `response` as its data. */
  stream?: true
  /** May be repeated with the header `Idempotency-Key`: what was done the first time is answered. */
  idempotent?: true
  /** At most so many kilobytes of JSON; 64 unless said. A body is refused by its size before it is read. */
  kilobytes?: number
  /** At most so many calls a minute of one caller: sign-in, mail, uploads (these have a limit without saying so). */
  rate?: number
}
export type Endpoint<S extends Spec = Spec> = Readonly<S & { method: Method; path: string }>

type Part = 'params' | 'query' | 'body'
type PartInput<E extends Endpoint, P extends Part> = E[P] extends z.ZodType ? z.input<E[P]> : never
type Parts<E extends Endpoint> = { [P in keyof E & Part]: E[P] extends z.ZodType ? P : never }[keyof E & Part]
/** Parts in which nothing must be said. */
type Optional<E extends Endpoint> = { [P in Parts<E>]: Record<never, never> extends PartInput<E, P> ? P : never }[Parts<E>]
/** What a caller passes: defaults may be left out, and so may a part in which nothing is required. */
export type Input<E extends Endpoint> = { [P in Exclude<Parts<E>, Optional<E>>]: PartInput<E, P> } & {
  [P in Optional<E>]?: PartInput<E, P>
}
/** What a handler receives: checked, with defaults filled in. */
export type Parsed<E extends Endpoint> = {
  [P in keyof E & Part as E[P] extends z.ZodType ? P : never]: E[P] extends z.ZodType ? z.output<E[P]> : never
}
/** What a handler returns. */
export type Output<E extends Endpoint> = E extends { bytes: true }
  ? Bytes
  : E extends { stream: true }
    ? AsyncIterable<Sent<z.input<E['response']>>>
    : E extends { exportable: true }
      ? z.input<E['response']> | Bytes
      : z.input<E['response']>
/** The keys that a list's query orders by, without '-'. */
export type SortKeyOf<Query> = Query extends { sort?: infer S } ? Exclude<S, undefined | `-${string}`> & string : never
/** The keys that a list is ordered by, without '-'. */
export type SortKey<E extends { query: z.ZodType }> = SortKeyOf<z.output<E['query']>>
/** The names by which a list's query narrows it: all but its page, order, search and format. */
export type FilterKey<E extends { query: z.ZodType }> = Exclude<
  keyof z.input<E['query']>,
  'page' | 'limit' | 'sort' | 'search' | 'format'
> &
  string
/** What narrows a list, without its page, order and format; a literal of this type has no name that the list does not know. */
export type Narrowing<E extends { query: z.ZodType }> = Omit<z.input<E['query']>, 'page' | 'limit' | 'sort' | 'format'>
/** An event of a `stream`; its id is what a reader that lost the line says it has seen last. */
export type Sent<Data> = { id?: number; data: Data }
/** What a caller gets: defaults filled in, bytes as a Blob. */
export type Answer<E extends Endpoint> = E extends { bytes: true } ? Blob : z.output<E['response']>

export const endpoint = <const S extends Spec>(method: Method, path: `/${string}`, spec: S): Endpoint<S> => ({ method, path, ...spec })

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value

/** An uploaded file: a Blob where it is sent, a path on the server's disk where it arrives (streamed, never held in memory). */
export type Upload = { path: string; name: string; size: number; sha256: string }
/** A file on the way in; text in its place is none. */
export const file = () =>
  // A browser sends a Blob; the server's multipart reader has turned it into an Upload before it is parsed.
  z
    .custom<Blob | Upload>((value) => value === undefined || typeof value === 'object')
    .meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<Upload, Blob>

/** Bytes on the way in, of an `octets` call: a Blob where they are sent, a stream where they arrive. */
export const octets = () =>
  z.custom<Blob>().meta({ type: 'string', format: 'binary' }) as unknown as z.ZodType<AsyncIterable<Uint8Array>, Blob>

/** A file on the way out: where its bytes come from, and what it is called. */
export type Bytes = {
  name: string
  type: string
  body: AsyncIterable<unknown> | Uint8Array | Elsewhere
  inline?: boolean
  /** A name of this very content: a browser that has it already gets 304 and no bytes. */
  etag?: string
}
/** A file that whoever asked fetches from another address, which serves for a minute. */
export type Elsewhere = { addressFor: (file: Pick<Bytes, 'name' | 'type' | 'inline'>) => Promise<string> }
export const binary = () => z.custom<Bytes>().meta({ type: 'string', format: 'binary' })
