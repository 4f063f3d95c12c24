import { type SecretBox } from '#secrets';
import { type DataSource } from 'typeorm';
import { ResponseStore } from './response-store.js';
import { StoredResponseRepository } from './stored-response.repository.js';

const RETENTION_DAYS = 30;

export interface ResponseStoreOptions {
  /** Also a transaction, for what is to be stored together with something else. */
  dataSource: Pick<DataSource, 'getRepository'>;
  secretBox: SecretBox;
  /** What the config file says of responses. */
  settings?: { store?: boolean; retentionDays?: number };
}

export function openResponseStore({
  dataSource,
  secretBox,
  settings = {},
}: ResponseStoreOptions): ResponseStore {
  const { store: isEnabled = true, retentionDays = RETENTION_DAYS } = settings;
  return new ResponseStore(new StoredResponseRepository(dataSource, secretBox), { isEnabled, retentionDays });
}
