/** As the server takes them: PNG, JPEG, WebP, PDF, workbooks, CSV and plain text, up to 10 MB. */
export const ACCEPT = '.png,.jpg,.jpeg,.webp,.pdf,.xlsx,.xls,.csv,.txt'
export const MAX_FILE_BYTES = 10 * 1024 * 1024
const ENDS = ACCEPT.split(',')
export const isAccepted = ({ name, size }: File) => size <= MAX_FILE_BYTES && ENDS.some((end) => name.toLowerCase().endsWith(end))
/** Files of the clipboard. Cells of a workbook come as text and as their picture: who pastes them means the text. */
export const pastedFiles = ({ files, types }: DataTransfer): readonly File[] => (types.includes('text/plain') ? [] : [...files])
