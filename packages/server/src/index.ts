export { tokenVerifier } from './access/token.ts'
export { type AppOptions, createApp } from './app.ts'
export { type Database, type Db, openDatabase } from './database/index.ts'
export { folderStorage } from './storage/index.ts'
