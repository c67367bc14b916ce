// Before the first paint: light or dark as the application, which is light to whoever comes for the first time. Where that is of another origin,
// nothing is known of it, and it is light too.
try {
  const kept = localStorage.getItem('cuadre:apariencia')
  document.documentElement.dataset.theme = JSON.parse(kept ?? '{}').theme ?? 'light'
} catch {}
