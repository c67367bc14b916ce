export { CompiledQuery, sql } from 'kysely'
export { grantDefaults } from './access/permissions.ts'
export { tokenVerifier } from './access/token.ts'
export { startTransferReturns } from './account/transfer.worker.ts'
export { type AppOptions, createApp } from './app.ts'
export { passwordDays, secondFactorCompulsory } from './config/config.repository.ts'
export { type Database, type Db, openDatabase } from './database/index.ts'
export { createDemo, type DemoPerson, demoPeople } from './demo/index.ts'

export type { Credentials } from './identity/provider.ts'

export { startClock } from './jobs/clock.ts'

export { fileTransport, smtpTransport } from './mail/transport.ts'
export { startMailWorker } from './mail/worker.ts'
export { seedBase } from './seed/index.ts'
export { folderStorage } from './storage/index.ts'
export type { IdentityAdmin } from './user/identity.ts'
