import pg from 'pg'
import { CHANNEL } from './live.ts'

const RETRY_MS = 1000

/** A connection of its own to a PostgreSQL, made again when it is lost. What is announced meanwhile is lost; readers ask for it when they come back. */
export function listenTo(url: string, hear: (payload: string) => void) {
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
    own.on('notification', ({ payload }) => payload && hear(payload))
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
