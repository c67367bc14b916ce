import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react'

/**
 * Chakra gets the names (tokens, breakpoints, style props), tokens.css has the values. Every token is a CSS variable,
 * so that theme, accent and size change without rendering. Components are styled by the classes of styles/, not by recipes.
 */
const refs = (names: Record<string, string>) =>
  Object.fromEntries(Object.entries(names).map(([name, variable]) => [name, { value: `var(--${variable})` }]))
const pixels = (steps: number[]) => Object.fromEntries(steps.map((n) => [String(n), { value: `${n * 4}px` }]))

const spacing = pixels([0, 0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 20])
const state = (name: string) => ({
  fg: { value: `var(--${name})` },
  bg: { value: `var(--${name}-bg)` },
  line: { value: `var(--${name}-line)` },
})

const config = defineConfig({
  preflight: false,
  cssVarsPrefix: 'c',
  theme: {
    breakpoints: { sm: '640px', md: '768px', lg: '1024px', xl: '1280px', '2xl': '1680px' },
    tokens: {
      fonts: refs({ body: 'font', heading: 'font' }),
      fontSizes: refs({
        '2xs': 't-2xs',
        xs: 't-xs',
        sm: 't-sm',
        md: 't-md',
        lg: 't-lg',
        xl: 't-xl',
        '2xl': 't-2xl',
        '3xl': 't-3xl',
      }),
      radii: refs({ sm: 'r-sm', md: 'r-md', lg: 'r-lg', xl: 'r-xl', full: 'r-full' }),
      shadows: refs({ xs: 'shadow-1', md: 'shadow-2', lg: 'shadow-3' }),
      spacing,
      sizes: { ...spacing, full: { value: '100%' }, ...refs({ ctl: 'ctl', row: 'row' }) },
      colors: {
        ...refs({
          canvas: 'canvas',
          surface: 'surface',
          raised: 'raised',
          hover: 'hover',
          press: 'press',
          selected: 'selected',
          muted: 'muted',
          faint: 'faint',
          line: 'line',
          danger: 'rechazado',
        }),
        bg: {
          DEFAULT: { value: 'var(--surface)' },
          ...refs({ subtle: 'canvas', muted: 'press', panel: 'raised', emphasized: 'press' }),
        },
        fg: { DEFAULT: { value: 'var(--fg)' }, ...refs({ soft: 'fg-2', muted: 'muted', subtle: 'faint', error: 'rechazado' }) },
        border: { DEFAULT: { value: 'var(--line)' }, ...refs({ emphasized: 'line-2', control: 'line-ctl', error: 'rechazado' }) },
        accent: {
          DEFAULT: { value: 'var(--accent)' },
          ...refs({
            solid: 'accent',
            contrast: 'on-accent',
            fg: 'accent-fg',
            muted: 'accent-line',
            subtle: 'accent-soft',
            emphasized: 'accent-line',
            focusRing: 'focus',
          }),
        },
        state: {
          pendiente: state('pendiente'),
          revision: state('revision'),
          rechazado: state('rechazado'),
          aprobado: state('aprobado'),
          tarde: state('tarde'),
          material: state('material'),
          automatico: state('automatico'),
        },
        heat: refs({ 1: 'heat-1', 2: 'heat-2', 3: 'heat-3', 4: 'heat-4', 5: 'heat-5', 6: 'heat-6' }),
      },
    },
  },
})

export const system = createSystem(defaultBaseConfig, config)
