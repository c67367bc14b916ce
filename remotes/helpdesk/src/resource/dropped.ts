/** A file that was dropped, with the folders that it lay in. */
export type Dropped = { file: File; path: string[] }

/** Files and whole folders of a drop. Hidden files of the system are left out. */
export async function droppedFiles(data: DataTransfer): Promise<Dropped[]> {
  // The list is emptied as soon as the event is over.
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return [...data.files].map((file) => ({ file, path: [] }))
  return (await Promise.all(entries.map((entry) => within(entry, [])))).flat().filter(({ file }) => !file.name.startsWith('.'))
}
/** Of an `<input webkitdirectory>`. */
export const chosenFolder = (list: FileList): Dropped[] =>
  [...list].filter(({ name }) => !name.startsWith('.')).map((file) => ({ file, path: file.webkitRelativePath.split('/').slice(0, -1) }))

async function within(entry: FileSystemEntry, path: string[]): Promise<Dropped[]> {
  if (isFile(entry)) return [{ file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)), path }]
  const inside = [...path, entry.name]
  return (await Promise.all((await childrenOf(entry as FileSystemDirectoryEntry)).map((child) => within(child, inside)))).flat()
}
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** A reader answers at most a hundred at a time. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return found
    found.push(...some)
  }
}
