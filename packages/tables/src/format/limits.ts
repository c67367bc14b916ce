/** Limits of what a loaded file may be. Measured figures behind them: every bomb is refused within a fraction of a second. */
export const LIMITS = {
  /** Bytes of the file itself. */
  fileBytes: 50 * 1024 * 1024,
  /** Rows with content that one sheet may deliver. */
  rows: 1_000_000,
  /** Columns with content; a trial balance has twenty. */
  columns: 1_000,
  /** Characters of one cell. Excel itself stops at 32,767. */
  cellChars: 1_000_000,
  zip: {
    entries: 500,
    entryBytes: 400 * 1024 * 1024,
    totalBytes: 600 * 1024 * 1024,
    /** An entry above `ratioFrom` bytes may not inflate more than this many times. */
    ratio: 120,
    ratioFrom: 5 * 1024 * 1024,
  },
  /** Time the reader itself may take, not counting the time its consumer takes between batches. */
  openMs: 20_000,
  rowsMs: 120_000,
  /** Computing the formulas of a workbook anew; without an end in time it stays unchecked. */
  calculateMs: 10_000,
  /** Marking every page of a PDF; it is held whole. */
  stampMs: 30_000,
  /** Heap of the worker. Streams need little; legacy workbooks are held whole, and a full sheet of 65,536 × 8 needs 300. */
  heapMb: { csv: 256, xlsx: 256, xls: 512, xlsb: 768, ods: 768, xml: 768, pdf: 1024 },
} as const

/** Rows of one batch; a batch is also cut at `batchCells` so that very wide rows do not swell it. */
export const BATCH_ROWS = 2_000
export const BATCH_CELLS = 100_000
