import { LIMITS } from '../format/limits.ts'
import { resultFromWorker } from '../reading/limited-worker.ts'

/**
 * A copy of a PDF with `mark` across every page and `foot` at the bottom of each, as the page is shown. The file itself stays as it is. Runs in
 * the limited worker. Throws FileRefused: 'danado' also for one that asks for a password.
 */
export const stampPdf = (path: string, texts: { mark: string; foot: string }): Promise<Uint8Array> =>
  resultFromWorker<Uint8Array>({ task: 'stamp', path, kind: 'pdf', ...texts }, LIMITS.stampMs)

/** Whether a PDF asks for a password before anybody can read it; false where that takes too long to find out. */
export const isLockedPdf = (path: string): Promise<boolean> =>
  resultFromWorker<boolean>({ task: 'locked', path, kind: 'pdf' }, LIMITS.stampMs).catch(() => false)
