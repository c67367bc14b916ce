import { useTranslation } from '@cuadre/shell'
import { Note, useUi } from '@cuadre/ui'
import { Dialog } from '@cuadre/ui/overlay'

/** The keys of the review. */
export function HelpDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('accounts-analysis')
  const { shortcuts } = useUi()
  const keys: [string[], string][] = [
    [['J'], t('review.keys.next')],
    [['K'], t('review.keys.previous')],
    [['A'], t('review.keys.approve')],
    [['R'], t('review.keys.reject')],
    [[t('review.keys.enter')], t('review.keys.send')],
    [['Ctrl', t('review.keys.enter')], t('review.keys.sendAny')],
    [['C'], t('review.keys.comment')],
    [['Esc'], t('review.keys.leave')],
    [['Z'], t('review.keys.undo')],
    [['X'], t('review.keys.select')],
    [['F'], t('review.keys.expand')],
    [['/'], t('review.keys.search')],
    [['Ctrl', 'K'], t('review.keys.goTo')],
    [['?'], t('review.keys.help')],
  ]
  return (
    <Dialog open={open} onClose={onClose} title={t('review.keys.title')} description={t('review.keys.pause')}>
      {!shortcuts && <Note>{t('review.keys.off')}</Note>}
      <dl className="review-keys">
        {keys.map(([combination, meaning]) => (
          <div key={meaning}>
            <dt>
              {combination.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
