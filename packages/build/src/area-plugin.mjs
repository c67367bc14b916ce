import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import webpack from 'webpack'

/**
 * By page (with what it asks first), widget and language what comes with it; under `area` what comes with any. `texts` stands for those of the language that not every page needs.
 * @throws when a widget, or a page that is not planned, is imported nowhere
 */
function needsOf(compilation, code, { pages, widgets = {} }) {
  const text = readFileSync(code, 'utf8')
  const of = (from) => {
    const groups = compilation.chunkGroups.filter(({ origins }) => origins.some(from))
    const chunks = groups.flatMap(({ chunks }) => chunks)
    const files = groups.flatMap((group) => group.getFiles())
    const consumed = chunks
      .flatMap((chunk) => [...compilation.chunkGraph.getChunkModulesIterable(chunk)])
      .flatMap(({ type, options }) => (type === 'consume-shared-module' ? [options.shareKey] : []))
    return [...new Set([...files, ...consumed.filter((key) => /^@cuadre\/ui\/./.test(key))])]
  }
  const imported = (isMeant) => of(({ module, request }) => module?.resource === code && isMeant(request))
  const firsts = text.match(/\bfirsts: \{([^}]*)\}/)?.[1] ?? ''
  const built = Object.keys(pages).filter((name) => !pages[name].planned)
  const named = [...built, ...Object.keys(widgets)].map((name) => {
    const [, more, path] = text.match(new RegExp(`\\b${name}: (with\\w*Texts)?.*import\\('(.+?)'\\)`)) ?? []
    const files = imported((request) => request === path)
    if (files.length === 0) throw new Error(`${code}: where is ${name} imported?`)
    const [, first] = firsts.match(new RegExp(`\\b${name}: .*?import\\('(.+?)'\\)`)) ?? []
    const all = [...(more ? ['texts'] : []), ...(first ? imported((request) => request === first) : []), ...files]
    return [name, [...new Set(all)]]
  })
  const texts = ['es', 'en'].flatMap((locale) => [
    [locale, imported((request) => request.startsWith(`./locales/${locale}.json`) && !/\?(but|also)=/.test(request))],
    [`${locale} texts`, imported((request) => request.startsWith(`./locales/${locale}.json?but=`))],
  ])
  return Object.fromEntries([['area', of(({ module }) => module?.type === 'javascript/dynamic')], ...texts, ...named])
}

/**
 * Emits an area's plain data (src/area.ts) as area.json: the host builds routes and menu from it before any code is loaded. With it goes
 * which file is the area's entry, the digest that the browser holds it to, and what each page and widget needs: files, and shared kits by name.
 */
export class AreaPlugin {
  constructor(file, code, entry) {
    Object.assign(this, { file, code, entry })
  }
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('AreaPlugin', (compilation) => {
      compilation.fileDependencies.add(this.file)
      // Last: the entry has its final name and content.
      compilation.hooks.processAssets.tapPromise(
        { name: 'AreaPlugin', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_REPORT },
        async () => {
          const { area } = await import(`${pathToFileURL(this.file).href}?t=${Date.now()}`)
          const [entry] = compilation.entrypoints.get(this.entry).getFiles()
          const integrity = `sha384-${createHash('sha384').update(compilation.getAsset(entry).source.buffer()).digest('base64')}`
          const said = { ...area, entry, integrity, needs: needsOf(compilation, this.code, area) }
          compilation.emitAsset('area.json', new webpack.sources.RawSource(JSON.stringify(said)))
        },
      )
    })
  }
}
