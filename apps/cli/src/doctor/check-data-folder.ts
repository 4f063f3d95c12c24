import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config } from '#config';
import { type Check, fail, ok, warn } from './finding.js';

const BYTES_PER_MB = 1024 * 1024;
const COMFORTABLE_MB = 2_048;
const TOO_LITTLE_MB = 200;

export const checkDataFolder: Check<Config> = {
  name: 'data folder',
  async look({ dataDir }) {
    if (!(await exists(dataDir))) {
      return [
        warn(`${dataDir} does not exist yet`, 'The first start makes it.'),
        await freeSpace(nearest(dataDir)),
      ];
    }
    const probe = join(dataDir, `.doctor-${randomUUID()}`);
    try {
      await mkdir(probe);
      await writeFile(join(probe, 'probe'), 'written');
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return [fail(`${dataDir} cannot be written to (${code})`, 'Let the user that runs Modelgate own it.')];
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
    return [ok(`${dataDir} can be written to`), await freeSpace(dataDir)];
  },
};

async function freeSpace(folder: string) {
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB);
  const said = `${(freeMb / 1024).toFixed(1)} GB of disk are free`;
  const advice = 'Make room: the database and generated media live there.';
  if (freeMb < TOO_LITTLE_MB) return fail(said, advice);
  return freeMb < COMFORTABLE_MB ? warn(said, advice) : ok(said);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** The folder that the data folder would be made in is near enough for its disk. */
function nearest(dataDir: string): string {
  return dirname(dataDir);
}
