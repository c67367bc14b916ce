// A mail worker in its own process, which `smtp.test.ts` kills while it works.
import { openDatabase } from '../database/index.ts'
import { smtpTransport } from './transport.ts'
import { deliverDue } from './worker.ts'

const { url, dataDir, smtp } = JSON.parse(process.argv[2]!) as { url?: string; dataDir?: string; smtp: string }
const { db } = await openDatabase({ url, dataDir })
await deliverDue({ db, transport: smtpTransport(smtp, 'Cuadre <no-responder@corporacion.example>') })
process.exit(0)
