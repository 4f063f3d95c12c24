import { openAdminInProcess } from '#admin';
import { createLogger } from '#telemetry';
import { withStorage } from '../with-storage.js';
import { type AdminClient } from './admin-client.js';
import { AnsweringAdmin } from './answering-admin.js';
import { openLocalParts } from './local-parts.js';

/** The admin API in this process, on the database of this installation. */
export async function withLocalAdmin<T>(
  note: (line: string) => void,
  work: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const logger = createLogger('cli');
  logger.level = 'error';
  return withStorage(note, async (storage) => {
    const local = await openLocalParts(storage, logger);
    const admin = await openAdminInProcess(local.parts, logger);
    try {
      return await work(new AnsweringAdmin((method, path, body) => admin.ask({ method, path, body })));
    } finally {
      await admin.close();
      await local.close();
    }
  });
}
