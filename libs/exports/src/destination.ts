import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Config } from '#config';
import { type PublicFetcher, type Transport } from '#egress';
import { S3Client, S3Objects } from '#media';
import { sendSigned } from '#webhooks';
import { type ExportBatch, type ExportKey } from './export-state.repository.js';

export type ExportSettings = NonNullable<NonNullable<Config['file']>['exports']>[number];

const compress = promisify(gzip);
const MEDIA_TYPE = 'application/x-ndjson';
/** Longer than for events, because the receiver has to store the batch. */
const WEBHOOK_TIMEOUT_MS = 60_000;
const POSITION_DIGITS = 19;

/** Why a batch was not delivered, for admins. */
export class DeliveryFailure extends Error {
  override readonly name = 'DeliveryFailure';

  constructor(
    reason: string,
    readonly retryAfterMs = 0,
  ) {
    super(reason);
  }
}

/** Resolves when the destination has stored the batch; rejects with a DeliveryFailure. */
export type Deliver = (key: ExportKey, batch: ExportBatch, text: string) => Promise<void>;

export interface DestinationOptions {
  transport: Transport;
  sender: Pick<PublicFetcher, 'post'>;
}

export function createDestination(
  settings: Pick<ExportSettings, 's3' | 'webhook'>,
  { transport, sender }: DestinationOptions,
): Deliver {
  const { s3, webhook } = settings;
  if (webhook !== undefined) return createWebhookDestination(webhook, sender);
  if (s3 !== undefined) return createBucketDestination(s3, transport);
  throw new Error('an export requires a bucket or a webhook');
}

function createBucketDestination(settings: NonNullable<ExportSettings['s3']>, transport: Transport): Deliver {
  // Without a logger, because the timer logs failures.
  const client = new S3Client({ settings, transport, use: { section: 's3', needs: 'write' } });
  const objects = new S3Objects(client);
  return async (key, batch, text) => {
    try {
      await objects.put(getObjectKey(settings.prefix, key, batch), await compress(text), {
        'content-type': 'application/gzip',
      });
    } catch (error) {
      throw new DeliveryFailure(client.describe(error));
    }
  };
}

/** Identical for the same batch, so that a repetition overwrites the object. */
function getObjectKey(prefix: string, { name, kind }: ExportKey, { after, madeAt }: ExportBatch): string {
  const moment = madeAt.toISOString();
  const file = `${moment.replace(/[-:.]/g, '')}-${after.padStart(POSITION_DIGITS, '0')}.ndjson.gz`;
  return `${prefix}/${name}/${kind}/date=${moment.slice(0, 10)}/${file}`;
}

/** Not compressed: receivers verify the signature of the body, and many of them get only the decompressed body. */
function createWebhookDestination(
  { url, secret }: NonNullable<ExportSettings['webhook']>,
  sender: Pick<PublicFetcher, 'post'>,
): Deliver {
  return async ({ name, kind }, { after, madeAt }, body) => {
    const outcome = await sendSigned(
      {
        id: `export_${name}_${kind}_${madeAt.getTime()}_${after}`,
        url,
        contentType: MEDIA_TYPE,
        body,
        secrets: [secret],
      },
      { sender, timeoutMs: WEBHOOK_TIMEOUT_MS },
    );
    if (outcome.kind === 'delivered') return;
    if (outcome.kind === 'gone')
      throw new DeliveryFailure('the receiver rejects further batches (status 410)');
    throw new DeliveryFailure(outcome.reason, outcome.retryAfterMs);
  };
}
