// The federation boundary: everything shared is ready before the application's first line runs.
import('./bootstrap.tsx')
