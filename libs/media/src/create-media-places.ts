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
 * The folder and, if the config file has one, the bucket. New files are stored in the first. Both are always
 * read, so that links to existing files work after it changes, until the files are moved.
 */
export function createMediaPlaces(options: MediaPlaceOptions): [MediaPlace, ...MediaPlace[]] {
  const { config, ...clientOptions } = options;
  const { store, s3 } = config.file?.media ?? {};
  const folder = new FolderPlace(getMediaFolder(config.dataDir));
  if (s3 === undefined) return [folder];
  const bucket = new S3Place({ settings: s3, ...clientOptions });
  return store === 's3' ? [bucket, folder] : [folder, bucket];
}
