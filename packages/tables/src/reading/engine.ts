import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { initSync } from '@ironcalc/wasm'

// The engine that computes formulas, in WebAssembly: it sees neither disk nor network. Only the limited worker imports it.
initSync({ module: readFileSync(createRequire(import.meta.url).resolve('@ironcalc/wasm/wasm_bg.wasm')) })

export { getTokens, Model } from '@ironcalc/wasm'
