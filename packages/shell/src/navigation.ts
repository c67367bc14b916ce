import { useCallback, useEffect, useRef } from 'react'
import {
  type NavigateFunction,
  type NavigateOptions,
  type To,
  useNavigate as useRouterNavigate,
  useSearchParams as useRouterSearchParams,
} from 'react-router-dom'

/** Whether the page of a component was left for another: an answer that comes late belongs to nothing that is shown. */
function useLeft(): () => boolean {
  const at = useRef({ isShown: true, pathname: location.pathname })
  useEffect(() => {
    at.current = { isShown: true, pathname: location.pathname }
  })
  useEffect(
    () => () => {
      at.current.isShown = false
    },
    [],
  )
  return useCallback(() => !at.current.isShown && at.current.pathname !== location.pathname, [])
}

/** The router's; what was left while it waited for an answer leads nobody away from where they are since. */
export function useNavigate(): NavigateFunction {
  const navigate = useRouterNavigate()
  const isLeft = useLeft()
  return useCallback(
    (to: To | number, options?: NavigateOptions) => {
      if (isLeft()) return undefined
      return typeof to === 'number' ? navigate(to) : navigate(to, options)
    },
    [navigate, isLeft],
  )
}

/** The router's; what was left changes no address of another page. */
export function useSearchParams(...initial: Parameters<typeof useRouterSearchParams>): ReturnType<typeof useRouterSearchParams> {
  const [params, setParams] = useRouterSearchParams(...initial)
  const isLeft = useLeft()
  const set = useCallback<typeof setParams>((...change) => (isLeft() ? undefined : setParams(...change)), [setParams, isLeft])
  return [params, set]
}
