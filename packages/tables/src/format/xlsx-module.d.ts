// SheetJS as a module, of which only what is used is bundled, and its code pages: its types describe neither.
declare module 'xlsx/xlsx.mjs' {
  import type { ParsingOptions, WorkBook } from 'xlsx'

  export { CFB, utils } from 'xlsx'
  export const SSF: { get_table(): Record<number, string> }
  export function parse_xlscfb(stream: Uint8Array, options: ParsingOptions): WorkBook
  export function read(bytes: Uint8Array, options: ParsingOptions): WorkBook
  export function set_cptable(pages: object): void
}
declare module 'xlsx/dist/cpexcel.full.mjs' {
  export const utils: object
}
