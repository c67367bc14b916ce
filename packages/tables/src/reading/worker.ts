import { parentPort } from 'node:worker_threads'
import type { Row } from '../format/cell.ts'
import { BATCH_CELLS, BATCH_ROWS } from '../format/limits.ts'
import { FileRefused } from '../format/refused.ts'
import { calculateJob, cellsJob, columnJob, gridJob, type Job, openJob, type RowsJob, rowsJob } from './jobs.ts'

// The entry of the limited worker: does one job after the other, all of one file, and answers in messages. It keeps at most two batches ahead of its reader.

const port = parentPort!
/** Batches that may be sent before the reader asks for more. */
let credit = 0
let wake: (() => void) | null = null
port.on('message', (message: Job | 'more') => {
  if (message !== 'more') return void answer(message)
  credit++
  wake?.()
})

async function send(batch: Row[]) {
  while (credit === 0)
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  credit--
  port.postMessage({ kind: 'item', item: batch })
}

async function* batchesOf(job: RowsJob): AsyncGenerator<Row[], void> {
  let batch: Row[] = []
  let cells = 0
  for await (const rows of rowsJob(job)) {
    for (const row of rows) {
      batch.push(row)
      cells += row.cells.length
      if (batch.length < BATCH_ROWS && cells < BATCH_CELLS) continue
      yield batch
      batch = []
      cells = 0
    }
  }
  if (batch.length > 0) yield batch
}

async function run(job: Job): Promise<unknown> {
  if (job.task === 'rows') {
    for await (const batch of batchesOf(job)) await send(batch)
    return
  }
  if (job.task === 'head') {
    for await (const batch of batchesOf(job)) return batch
    return []
  }
  if (job.task === 'grid') return gridJob(job)
  if (job.task === 'cells') return cellsJob(job)
  if (job.task === 'column') return columnJob(job)
  // Loaded by whoever needs it: most files are no PDF.
  if (job.task === 'stamp') return (await import('../writing/stamp-job.ts')).stampJob(job)
  if (job.task === 'locked') return (await import('../writing/stamp-job.ts')).lockedJob(job)
  if (job.task === 'calculate') return calculateJob(job)
  return openJob(job)
}

async function answer(job: Job) {
  credit = 2
  try {
    const result = await run(job)
    port.postMessage({ kind: 'done', result })
  } catch (error) {
    if (error instanceof FileRefused) port.postMessage({ kind: 'refused', code: error.code, details: error.details })
    else
      port.postMessage({
        kind: 'refused',
        code: 'danado',
        details: { motivo: error instanceof Error ? error.message.slice(0, 200) : String(error) },
      })
  }
}
