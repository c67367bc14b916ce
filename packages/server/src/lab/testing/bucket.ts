import { randomUUID } from 'node:crypto'
import { CreateBucketCommand } from '@aws-sdk/client-s3'
import { openBucket } from '../../platform/storage/s3.client.ts'

/** Of an S3 server for tests; `.ci/run` starts one where it can be had. */
export const s3Url = process.env.TEST_S3_URL
if (!s3Url) console.log('No S3 server (TEST_S3_URL): files in a bucket are not tested here.')

/** Of one that looks at when an address was signed, which moto does not, but knows no encryption. `.ci/run` starts it, too. */
export const expiringS3Url = process.env.TEST_S3_EXPIRING_URL

/** The settings of a new bucket on an S3 server for tests. */
export async function testBucket(url = s3Url) {
  process.env.AWS_ACCESS_KEY_ID ??= 'test'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'test'
  const settings = { S3_BUCKET: `cuadre-${randomUUID()}`, S3_REGION: 'us-east-1', S3_ENDPOINT: url, S3_ENCRYPTION: 'AES256' as const }
  const opened = openBucket(settings)
  await opened.client.send(new CreateBucketCommand({ Bucket: settings.S3_BUCKET }))
  return { ...opened, settings }
}
