import { pageLink } from '@cuadre/api/pages'
import { sql } from 'kysely'
import { type Db, rows } from '../../platform/database/index.ts'
import { notifyOnly } from '../../platform/mail/notify.ts'

/** Reminds the owner of each question whose review is due, once; the question stays published. @returns how many */
export async function remindOfReviews(tx: Db, today: string): Promise<number> {
  const due = await rows(
    tx,
    sql<{ id: number; question: string; english: string; owner: number }>`update faq set reminded_on = review_on
      where review_on <= ${today}::date and owner_id is not null and reminded_on is distinct from review_on
      returning id, question_es as question, question_en as english, owner_id as owner`,
  )
  for (const { id, question, english, owner } of due)
    await notifyOnly(tx, [owner], 'faq_revisar', { subject: question, subject_en: english }, pageLink('/faq', { editar: id }))
  return due.length
}
