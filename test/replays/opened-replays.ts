import { createDataSource } from '#database';
import { createReplays, type Replays, type ReplaysOptions } from '#replays';
import { SecretBox } from '#secrets';
import { pino } from 'pino';

export const SECRET_KEY = Buffer.alloc(32, 7);

type DataSource = ReturnType<typeof createDataSource>;

export interface OpenedReplays extends Replays {
  dataSource: DataSource;
}

/** As one process of a gateway opens them. */
export async function openProcess(
  url: string,
  options: Partial<Omit<ReplaysOptions, 'dataSource'>> = {},
): Promise<OpenedReplays> {
  const dataSource = await createDataSource({ url, entities: [] }).initialize();
  const replays = createReplays({
    dataSource,
    secretBox: new SecretBox(SECRET_KEY),
    logger: pino({ level: 'silent' }),
    ...options,
  });
  return {
    ...replays,
    dataSource,
    close: async () => {
      await replays.close();
      if (dataSource.isInitialized) await dataSource.destroy();
    },
  };
}
