import { useSearchParams } from '@cuadre/shell'

/** The choices of a page in its address, with a function that sets one of them or takes it away. */
export function useAddress(options?: { replace: boolean }) {
  const [params, setParams] = useSearchParams()
  const put = (name: string, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next, options)
  }
  return [params, put] as const
}
