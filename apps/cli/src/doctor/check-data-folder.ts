import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Config } from '#config';
import { type Check, fail, ok, warn } from './finding.js';

const BYTES_PER_MB = 1024 * 1024;
const WARN_BELOW_MB = 2_048;
const FAIL_BELOW_MB = 200;

export const checkDataFolder: Check<Config> = {
  name: 'data folder',
  async run({ dataDir }) {
    if (!(await exists(dataDir))) {
      return [
        warn(`${dataDir} does not exist yet`, 'It is created at the first start.'),
        // The data folder is created in this folder and is usually on the same disk.
        await checkFreeSpace(dirname(dataDir)),
      ];
    }
    const probe = join(dataDir, `.doctor-${randomUUID()}`);
    try {
      await mkdir(probe);
      await writeFile(join(probe, 'probe'), 'written');
    } catch (error) {
      const { code = 'unknown' } = error as NodeJS.ErrnoException;
      return [
        fail(`${dataDir} is not writable (${code})`, 'Make it writable for the user that runs Modelgate.'),
      ];
    } finally {
      await rm(probe, { recursive: true, force: true });
    }
    return [ok(`${dataDir} is writable`), await checkFreeSpace(dataDir)];
  },
};

async function checkFreeSpace(folder: string) {
  const { bavail, bsize } = await statfs(folder);
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB);
  const message = `${(freeMb / 1024).toFixed(1)} GB of disk space free`;
  const advice = 'Free disk space: the data folder contains the database and generated media.';
  if (freeMb < FAIL_BELOW_MB) return fail(message, advice);
  return freeMb < WARN_BELOW_MB ? warn(message, advice) : ok(message);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
