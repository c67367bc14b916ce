import { CircleAlert, CircleDot } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, FormProvider, get, type Path, type PathValue, type UseFormReturn, useFormState } from 'react-hook-form'
import { useUnsavedWarning } from '../notify/unsaved.ts'
import { Button } from '../parts/Button.tsx'
import { useTexts } from '../uiContext.ts'
import { type FieldRegistry, FieldRegistryContext } from './context.ts'
import { useDraft } from './draft.ts'
import { issuesOf, pathName } from './issues.ts'

export interface FormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /**
   * May throw: the error's `issues: [{path, message}]` are shown at the fields, other errors in the summary. False where the person was asked and
   * said no: nothing is saved, and nothing failed.
   */
  onSubmit: (values: Values) => unknown
  /** The verb of the submit button: "Crear usuario". */
  submit: string
  onCancel?: () => void
  /** What would be lost by leaving; all that was changed, unless the page keeps some of it. */
  unsaved?: boolean
  /** A second submit button: "Guardar y crear otro". */
  secondary?: { label: string; onSubmit: (values: Values) => unknown }
  /** In the action bar before the buttons, instead of the mark of unsaved changes. */
  note?: ReactNode
  /** What belongs to the page and not to the form: between its fields and the action bar, which stays the last of the page. */
  after?: ReactNode
  children: ReactNode
}

/** The form of every page: error summary, fields, fixed action bar. Enter submits; what was typed stays when saving fails. */
export const Form = <Values extends FieldValues>({
  form,
  onSubmit,
  submit,
  onCancel,
  unsaved,
  secondary,
  note,
  after,
  children,
}: FormProps<Values>) => {
  const texts = useTexts()
  const id = useId()
  const { isDirty, isSubmitting, defaultValues } = useFormState({ control: form.control })
  const element = useRef<HTMLFormElement>(null)
  const [fieldRegistry] = useState<FieldRegistry>(() => new Map())
  const [failures, setFailures] = useState(0)
  const [messages, setMessages] = useState<readonly string[]>([])
  useUnsavedWarning((unsaved ?? isDirty) && !isSubmitting)
  const restored = useDraft(form, isDirty, defaultValues, element, (field, file) =>
    form.setError(field as Path<Values>, { type: 'lost', message: texts.fileLost(file) }),
  )

  useEffect(() => {
    if (failures === 0) return
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const target = wrong?.matches('input, select, textarea') ? wrong : wrong?.querySelector<HTMLElement>('input, select, textarea, button')
    const first = target ?? element.current?.querySelector<HTMLElement>('.form-summary')
    first?.focus()
    // A file's input lies hidden in its frame: the focus alone brings neither that nor what is wrong with it into view.
    first?.closest('.field')?.scrollIntoView?.({ block: 'nearest' })
  }, [failures])

  const report = (error: unknown) => {
    const loose: string[] = []
    for (const issue of issuesOf(error)) {
      const name = pathName(issue.path)
      // The server may name an item of a list (roles.0): its field shows the error.
      const field = [...fieldRegistry.keys()].find((key) => name === key || name.startsWith(`${key}.`))
      if (field) form.setError(field as Path<Values>, { type: 'server', message: issue.message })
      else loose.push(issue.message)
    }
    if (issuesOf(error).length === 0) loose.push(refusal(error) ?? (isUnanswered(error) ? texts.saveUnknown : texts.saveFailed))
    setMessages(loose)
  }

  const save = (how: FormProps<Values>['onSubmit']) => async (event?: SubmitEvent | KeyboardEvent) => {
    let failed = false
    setMessages([])
    /** What is typed while it is on its way: it was not sent. */
    const since = new Map<Path<Values>, unknown>()
    const following = form.watch((values, { name, type }) => {
      if (name && type === 'change') since.set(name, get(values, name))
    })
    await form.handleSubmit(
      async (values) => {
        try {
          if ((await how(values as Values)) === false) return
          // Resetting to the saved values makes the form clean again.
          form.reset(form.getValues(), { keepSubmitCount: true })
          // After a page that is left once it is saved has been left: there it asks nothing.
          setTimeout(() => {
            for (const [name, value] of since) {
              const typed = value as PathValue<Values, Path<Values>>
              // The reset above took it for saved, unless the page itself has put what was saved.
              if (form.getValues(name) === typed) form.resetField(name, { defaultValue: get(values, name) })
              form.setValue(name, typed, { shouldDirty: true })
            }
          })
        } catch (error) {
          failed = true
          report(error)
        }
      },
      () => {
        failed = true
      },
    )(event)
    following.unsubscribe()
    if (failed) setFailures((n) => n + 1)
  }

  const bar = (
    <footer className="form-actions">
      <span className="unsaved" role="status">
        {note ??
          (isDirty && (
            <>
              <CircleDot aria-hidden />
              {restored ? texts.draftRestored : texts.unsaved}
            </>
          ))}
      </span>
      {onCancel && <Button onClick={onCancel}>{texts.cancel}</Button>}
      {secondary && (
        <Button disabled={isSubmitting} onClick={() => save(secondary.onSubmit)()}>
          {secondary.label}
        </Button>
      )}
      <Button type="submit" form={id} variant="solid" busy={isSubmitting}>
        {submit}
        <kbd aria-hidden>{texts.enterKey}</kbd>
      </Button>
    </footer>
  )
  return (
    <FormProvider {...form}>
      <FieldRegistryContext value={fieldRegistry}>
        <form
          ref={element}
          id={id}
          className="form"
          data-followed={after ? '' : undefined}
          noValidate
          onSubmit={(event) => {
            event.stopPropagation()
            if (!isSubmitting) save(onSubmit)(event)
            else event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target instanceof HTMLTextAreaElement) {
              event.preventDefault()
              element.current?.requestSubmit()
            }
          }}
        >
          <div className="form-body">
            <Summary form={form} fieldRegistry={fieldRegistry} messages={messages} attempt={failures} />
            {children}
          </div>
          {!after && bar}
        </form>
        {after}
        {after && bar}
      </FieldRegistryContext>
    </FormProvider>
  )
}

interface SummaryProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  fieldRegistry: FieldRegistry
  messages: readonly string[]
  attempt: number
}

/** The server's message when it refused the whole request (409); network and code errors have no message for users. */
const refusal = (error: unknown) => (error instanceof Error && 'issues' in error && error.message ? error.message : undefined)

/** The call may have arrived all the same: the shell says so of one that had no answer by status 0. */
const isUnanswered = (error: unknown) => error instanceof Error && 'status' in error && error.status === 0

/** "Revise 3 campos antes de guardar. Usuario, Roles y Firma." with a link to each. */
const Summary = <Values extends FieldValues>({ form, fieldRegistry, messages, attempt }: SummaryProps<Values>) => {
  const texts = useTexts()
  const id = useId()
  const { errors } = useFormState({ control: form.control })
  if (attempt === 0) return null
  const wrong = [...fieldRegistry].filter(([name]) => get(errors, name))
  if (wrong.length === 0 && messages.length === 0) return null
  // The registry is in mounting order; a field that was mounted later is sorted to its position on the page.
  wrong.sort(([, a], [, b]) => {
    const [one, two] = [document.getElementById(a.id), document.getElementById(b.id)]
    return one && two && one.compareDocumentPosition(two) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1
  })
  return (
    <div className="note state-rechazado form-summary" role="alert" tabIndex={-1} aria-labelledby={id}>
      <CircleAlert aria-hidden />
      <div id={id}>
        {messages.map((message) => (
          <div key={message} className="medium">
            {message}
          </div>
        ))}
        {wrong.length > 0 && (
          <>
            <b className="strong">{texts.fieldsToReview(wrong.length)}</b>{' '}
            {wrong.map(([name, field], i) => (
              <span key={name}>
                {i > 0 && (i === wrong.length - 1 ? ` ${texts.and} ` : ', ')}
                <a
                  className="link"
                  href={`#${field.id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    const at = document.getElementById(field.id)
                    ;(at?.matches('input, select, textarea') ? at : at?.querySelector<HTMLElement>('input, select'))?.focus()
                  }}
                >
                  {field.label}
                </a>
              </span>
            ))}
            .
          </>
        )}
      </div>
    </div>
  )
}

interface FormSectionProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A description beside its fields, which are in two columns. */
export const FormSection = ({ title, description, children }: FormSectionProps) => {
  const id = useId()
  return (
    <section className="form-section" aria-labelledby={id}>
      <header>
        <h2 className="h2" id={id}>
          {title}
        </h2>
        {description && <p>{description}</p>}
      </header>
      <div className="fields">{children}</div>
    </section>
  )
}
