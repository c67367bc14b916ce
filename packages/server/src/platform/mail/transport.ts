import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Mail } from './message.ts'

export type Transport = { send: (mail: Mail) => Promise<void>; close?: () => void }

/** Writes each mail as a readable .eml, never half-written. A mail that is sent again replaces its file. */
export const fileTransport = (folder: string): Transport => ({
  async send(mail) {
    // For the user of the server alone: a mail may carry a link or a temporary password.
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = join(folder, `.${mail.key}.${process.pid}`)
    await writeFile(draft, eml(mail), { mode: 0o600 })
    await rename(draft, join(folder, `${mail.key}.eml`))
  },
})

function eml({ key, to, subject, text, html }: Mail) {
  const part = (type: string, content: string) =>
    `--${key}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}\n`
  return `From: Cuadre
To: ${to}
Subject: ${subject}
Date: ${new Date().toUTCString()}
Message-ID: <${key}@cuadre>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="${key}"

${part('text/plain', text)}${part('text/html', html)}--${key}--
`
}

/** @param url smtp://user:password@host:port or smtps://…; @param from the sender's address */
export function smtpTransport(url: string, from: string): Transport {
  const smtp = nodemailer.createTransport({
    url,
    // All timeouts are far below the worker's lease, so a mail is never still being sent when it is taken again.
    connectionTimeout: 15_000,
    greetingTimeout: 15_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from
    .split('@')
    .at(-1)!
    .replace(/[^\w.-]/g, '')
  return {
    async send({ key, to, subject, text, html }) {
      await smtp.sendMail({ from, to: { name: '', address: to }, subject, text, html, messageId: `<${key}@${domain}>` })
    },
    close: () => smtp.close(),
  }
}
