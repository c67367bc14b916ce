import type { AxiosInstance, AxiosProgressEvent, AxiosRequestConfig } from 'axios'
import type { Answer, Endpoint, Input } from './endpoint.ts'

export type Options = { signal?: AbortSignal | undefined; onUpload?: ((sent: number, total: number) => void) | undefined }
/** Of a call that may be repeated, the key by which it is known again: 8 to 100 letters, digits and signs. */
type OptionsOf<E extends Endpoint> = Options & (E extends { idempotent: true } ? { idempotencyKey?: string | undefined } : unknown)
type NoKeys<T> = keyof T extends never ? true : false
/** A call without params, query or body takes no input. */
export type Args<E extends Endpoint> =
  NoKeys<Input<E>> extends true ? [] : Partial<Input<E>> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

/** The contract's way to the server. `http` is the shell's one axios instance, which knows the address and the token. */
export function createClient(http: AxiosInstance) {
  async function send(
    endpoint: Endpoint,
    input: unknown,
    { signal, onUpload, idempotencyKey }: Options & { idempotencyKey?: string | undefined },
    how: AxiosRequestConfig,
  ) {
    const {
      params = {},
      query,
      body,
    } = (input ?? {}) as { params?: Record<string, unknown>; query?: object; body?: Record<string, unknown> }
    const { data } = await http.request({
      method: endpoint.method,
      url: endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name]))),
      params: query,
      data: endpoint.multipart ? toForm(body ?? {}) : body,
      headers: {
        ...(endpoint.octets && { 'content-type': 'application/octet-stream' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      signal,
      onUploadProgress: onUpload && ((event: AxiosProgressEvent) => onUpload(event.loaded, event.total ?? event.loaded)),
      ...how,
    })
    return data
  }
  const call = async <E extends Endpoint>(endpoint: E, input?: Input<E>, options: OptionsOf<E> = {} as OptionsOf<E>): Promise<Answer<E>> =>
    await send(endpoint, input, options, { responseType: endpoint.bytes ? 'blob' : 'json' })

  /** The bytes of an answer as they come. */
  const stream = async <E extends Endpoint & { bytes: true }>(
    endpoint: E,
    input?: Input<E>,
    options: Options = {},
  ): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> => await send(endpoint, input, options, { responseType: 'stream', adapter: 'fetch' })

  /** Options for `useQuery`. Keys start with the noun, so that `invalidateQueries({ queryKey: ['analysis'] })` refreshes all of it. */
  const query = <E extends Endpoint>(endpoint: E, ...[input]: Args<E>) => ({
    queryKey: [...endpoint.path.split('/').slice(1), input ?? {}] as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  })

  /** The workbook of an `exportable` list: everything that the filters let through. */
  const download = <E extends Endpoint & { exportable: true }>(endpoint: E, input?: Input<E>, options?: Options): Promise<Blob> => {
    const { query, ...rest } = (input ?? {}) as { query?: object }
    return call(
      { ...endpoint, bytes: true } as Endpoint,
      { ...rest, query: { ...query, format: 'excel' } } as never,
      options,
    ) as Promise<Blob>
  }

  return { call, stream, query, download }
}

function toForm(body: Record<string, unknown>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(body))
    if (value !== undefined) form.append(name, value instanceof Blob ? value : String(value))
  return form
}
