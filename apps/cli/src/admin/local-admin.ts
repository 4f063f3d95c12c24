import { startAdminInProcess } from '#admin';
import { BUILT_IN_CHANNEL } from '#catalog';
import { DATABASE_OPTIONS, type DatabaseModuleOptions } from '#database';
import { MEDIA_OPTIONS, type MediaOptions } from '#media';
import { builtInChannel } from '#setup';
import { createLogger } from '#telemetry';
import { VIDEO_TASKS_OPTIONS, type VideoTasksOptions } from '#video-tasks';
import { withKeyedConfig } from '../with-storage.js';
import { type AdminClient } from './admin-client.js';
import { ResponseParsingAdmin } from './response-parsing-admin.js';

const DATABASE: DatabaseModuleOptions = { poolSize: 2, migrationsRun: false };
/** A command does not notify workers: they also poll. */
const VIDEO_TASKS: VideoTasksOptions = { wakesWorkers: false };

/** The media folder of a command is not served to clients. */
const MEDIA: MediaOptions = { usesFolder: false };

const OPTIONS = [
  { provide: BUILT_IN_CHANNEL, useFactory: builtInChannel },
  { provide: DATABASE_OPTIONS, useValue: DATABASE },
  { provide: VIDEO_TASKS_OPTIONS, useValue: VIDEO_TASKS },
  { provide: MEDIA_OPTIONS, useValue: MEDIA },
];

/** The admin API in this process, on the database of this installation. */
export async function withLocalAdmin<T>(
  note: (line: string) => void,
  work: (admin: AdminClient) => Promise<T>,
): Promise<T> {
  const logger = createLogger('cli');
  logger.level = 'error';
  return withKeyedConfig(note, async (config) => {
    const admin = await startAdminInProcess({ config, logger, options: OPTIONS });
    try {
      return await work(new ResponseParsingAdmin((method, path, body) => admin.ask({ method, path, body })));
    } finally {
      await admin.close();
    }
  });
}
