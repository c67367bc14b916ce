import pg from 'pg'
import { CHANNEL } from './live.ts'

const RETRY_MS = 1000

/**
 * A dedicated connection for LISTEN, reopened when it is lost. What is announced in between is lost; browsers load the current state when
 * they reconnect.
 */
export function listenTo(url: string, onMessage: (payload: string) => void) {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let announced: Promise<unknown> = Promise.resolve()
  const open = async () => {
    const own = new pg.Client({ connectionString: url, application_name: CHANNEL })
    client = own
    const lost = () => {
      if (closed || client !== own) return
      client = undefined
      own.end().catch(() => {})
      retry = setTimeout(() => void open(), RETRY_MS).unref()
    }
    own.on('error', lost)
    own.on('end', lost)
    own.on('notification', ({ payload }) => payload && onMessage(payload))
    await own
      .connect()
      .then(() => own.query(`listen ${CHANNEL}`))
      .catch(lost)
  }
  const opened = open()
  return {
    announce(payload: string) {
      announced = announced.then(() => client?.query('select pg_notify($1, $2)', [CHANNEL, payload])).catch(() => {})
    },
    close: async () => {
      closed = true
      clearTimeout(retry)
      await opened
      await announced
      await client?.end().catch(() => {})
    },
  }
}
