import { readFile } from 'node:fs/promises'
import { HeadBucketCommand, PutObjectCommand, type PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import { Upload as Multipart } from '@aws-sdk/lib-storage'
import { NamedError } from '../errors.ts'
import { plain } from '../plain.ts'

/** As in `settings.ts`. */
export type BucketSettings = {
  S3_BUCKET: string
  S3_REGION: string
  S3_ENDPOINT?: string | undefined
  S3_ENCRYPTION?: 'AES256' | 'aws:kms' | undefined
  S3_KMS_KEY?: string | undefined
  S3_DOWNLOADS?: 'server' | 'presigned'
}
/** `presigned`: files are fetched from the service itself. */
export type Bucket = {
  client: S3Client
  bucket: string
  presigned: boolean
  encrypted: Pick<PutObjectCommandInput, 'ServerSideEncryption' | 'SSEKMSKeyId'>
}

/** Told of every call, with what was tried again in it. */
export type OnCall = (call: { ms: number; failed: boolean }) => void

/** Keys come as every program of Amazon's finds them: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a credentials file, or the machine's role. */
export function openBucket(
  { S3_BUCKET: bucket, S3_REGION: region, S3_ENDPOINT: endpoint, ...rest }: BucketSettings,
  { timeoutMs = 10_000, onCall = () => {} }: { timeoutMs?: number; onCall?: OnCall | undefined } = {},
): Bucket {
  const client = new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
  })
  // The outermost step: what is thrown here was tried again already.
  client.middlewareStack.add(
    (next) => async (args) => {
      const began = performance.now()
      const called = (failed: boolean) => onCall({ ms: performance.now() - began, failed })
      try {
        const answer = await next(args)
        called(false)
        return answer
      } catch (error) {
        called(!isAnswer(error))
        throw isAnswer(error) ? error : Object.assign(new NamedError(503, 'storage_away'), { cause: error })
      }
    },
    { step: 'initialize', priority: 'high', name: 'storageAway' },
  )
  return {
    client,
    bucket,
    presigned: rest.S3_DOWNLOADS === 'presigned',
    encrypted: {
      ...(rest.S3_ENCRYPTION && { ServerSideEncryption: rest.S3_ENCRYPTION }),
      ...(rest.S3_KMS_KEY && { SSEKMSKeyId: rest.S3_KMS_KEY }),
    },
  }
}

const statusOf = (error: unknown) => (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode
export const isAbsent = (error: unknown) => statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
/** The name was there, or another call is taking it. */
export const isTaken = (error: unknown) => [409, 412].includes(statusOf(error) ?? 0)
/** Answers that mean something to the caller. */
const isAnswer = (error: unknown) => isAbsent(error) || isTaken(error)

/** From this size on a file is sent in parts, several at a time. */
const PARTS_FROM = 16 * 1024 * 1024

/** Sends a file; the service compares it with its SHA-256 and keeps it only if it came whole. */
export async function putFile(
  { client, bucket: Bucket, encrypted }: Bucket,
  Key: string,
  { path, size, sha256 }: { path: string; size: number; sha256?: string },
  more: Pick<PutObjectCommandInput, 'IfNoneMatch'> = {},
) {
  const params = { Bucket, Key, ...encrypted, ...more, ChecksumAlgorithm: 'SHA256' as const }
  // In memory, so that it can be sent again.
  const Body = await readFile(path)
  if (size < PARTS_FROM)
    await client.send(
      new PutObjectCommand({ ...params, Body, ...(sha256 && { ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64') }) }),
    )
  else await new Multipart({ client, params: { ...params, Body }, partSize: 8 * 1024 * 1024, queueSize: 3 }).done()
}

const SENTENCES: [RegExp, string][] = [
  [/^(NotFound|NoSuchBucket|404)$/, 'S3_BUCKET: no existe ese depósito.'],
  [
    /^(CredentialsProviderError)$/,
    'S3_BUCKET: faltan las claves del depósito (AWS_ACCESS_KEY_ID y AWS_SECRET_ACCESS_KEY, o un archivo de claves).',
  ],
  [
    /^(403|Forbidden|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch)$/,
    'S3_BUCKET: el depósito no admite las claves de este proceso.',
  ],
  [/^(301|PermanentRedirect|AuthorizationHeaderMalformed)$/, 'S3_REGION: no es la región del depósito.'],
]
/** @throws one sentence if the settings are wrong; a service that does not answer may come back */
export async function checkBucket({ client, bucket }: Bucket): Promise<void> {
  const error = await client.send(new HeadBucketCommand({ Bucket: bucket })).then(
    () => undefined,
    (error: unknown) => error,
  )
  const cause = (error as { cause?: unknown } | undefined)?.cause ?? error
  const names = [String((cause as Error | undefined)?.name), String(statusOf(cause))]
  const sentence = SENTENCES.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1]
  if (sentence) throw plain(sentence)
}
