import type { PagePath } from './pagePaths.ts'

export type { PagePath }

type ParamOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<More>
    : Rest
  : never
type Filled<Path extends string> = Path extends `${infer Before}:${string}/${infer After}`
  ? `${Before}${string}/${Filled<After>}`
  : Path extends `${infer Before}:${string}`
    ? `${Before}${string}`
    : Path

/** What stands after the question mark; what is null, undefined or false is left out. */
export type Search = URLSearchParams | Readonly<Record<string, string | number | boolean | null | undefined>>
/** A value for each parameter of the path, where it has any, then the search parameters. */
export type LinkInput<Path extends string> = [ParamOf<Path>] extends [never]
  ? [search?: Search]
  : [params: Readonly<Record<ParamOf<Path>, string | number>>, search?: Search]
/** An address of a page: its path with parameters filled in, and whatever follows it. For tests and for what only passes an address on. */
export type PageAddress<Path extends string = PagePath> = Path extends string
  ? Filled<Path> | `${Filled<Path>}?${string}` | `${Filled<Path>}#${string}`
  : never

/** The address of the page at a path. */
export function addressOf<const Path extends string>(path: Path, ...input: LinkInput<Path>): PageAddress<Path> {
  const [params, search] = (path.includes(':') ? input : [{}, ...input]) as [Record<string, string | number>, Search?]
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name]!))
  const after = new URLSearchParams(search instanceof URLSearchParams ? search : {})
  if (!(search instanceof URLSearchParams))
    for (const [name, value] of Object.entries(search ?? {}))
      if (value !== null && value !== undefined && value !== false) after.set(name, String(value))
  // Filling a path in gives what its type says.
  return (after.size > 0 ? `${filled}?${after}` : filled) as PageAddress<Path>
}

/** A link to a page of any area or of the host, from where that area's own page values cannot be imported. */
export const pageLink: <const Path extends PagePath>(path: Path, ...input: LinkInput<Path>) => PageAddress<Path> = addressOf
