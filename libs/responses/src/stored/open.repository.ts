import { type SecretBox } from '#secrets';
import { type DataSource } from 'typeorm';
import { ResponseStore, type ResponseQuota, type StoreSettings } from './response-store.js';
import { StoredResponseRepository } from './stored-response.repository.js';

const USUAL: StoreSettings = { isEnabled: true, retentionDays: 30 };

export interface ResponseStoreOptions {
  /** Also a transaction, for what is to be stored together with something else. */
  dataSource: Pick<DataSource, 'getRepository'>;
  secretBox: SecretBox;
  /** Asked for whenever it matters: they may change. */
  settings?: () => StoreSettings;
  /** Hears of what is stored; without it nobody makes room. */
  quota?: ResponseQuota;
}

export function openResponseStore({
  dataSource,
  secretBox,
  settings = () => USUAL,
  quota,
}: ResponseStoreOptions): ResponseStore {
  return new ResponseStore(new StoredResponseRepository(dataSource, secretBox), settings, quota);
}
