import { type Config } from '#config';
import { type Transport } from '#egress';
import { type Logger } from '#telemetry';
import { getMediaFolder } from './create-media-store.js';
import { FolderPlace } from './folder-place.js';
import { type MediaPlace } from './media-place.js';
import { S3Place } from './s3/s3-place.js';

export interface MediaPlaceOptions {
  config: Pick<Config, 'dataDir' | 'file'>;
  transport: Transport;
  logger?: Pick<Logger, 'warn' | 'info'> | undefined;
  firstDelayMs?: number;
}

/**
 * The folder and, where the config file describes one, the bucket; the one that new files go to is the first. Both are
 * read from whatever the setting: so files stay where links find them when it changes, and until they are moved.
 */
export function createMediaPlaces(options: MediaPlaceOptions): [MediaPlace, ...MediaPlace[]] {
  const { config, ...clientOptions } = options;
  const { store, s3 } = config.file?.media ?? {};
  const folder = new FolderPlace(getMediaFolder(config.dataDir));
  if (s3 === undefined) return [folder];
  const bucket = new S3Place({ settings: s3, ...clientOptions });
  return store === 's3' ? [bucket, folder] : [folder, bucket];
}
