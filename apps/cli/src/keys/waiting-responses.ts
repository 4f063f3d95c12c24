import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Database } from '#database';

/** The machines with stored responses on their disks, as far as they could announce them, and this one. */
export async function findWaitingResponses(dataDir: string, database: Database): Promise<string[]> {
  const announced = await database.query<{ host: string }[]>(
    'SELECT host FROM response_spools ORDER BY host',
  );
  const hosts = new Set(announced.map(({ host }) => host));
  if (await hasFiles(join(dataDir, 'responses'))) hosts.add(hostname());
  return [...hosts];
}

async function hasFiles(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).some((name) => name.endsWith('.response'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
