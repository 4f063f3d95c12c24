import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_EXIT_CODE, type Config } from '#config';
import { hasEmbeddedPostgres } from '#embedded-postgres';
import { CommandFailure } from '../command-failure.js';

/** The key beside an embedded database is ours to make; beside any other it has to be given. */
export function withSecretKey(
  config: Pick<Config, 'dataDir' | 'database' | 'secretKey'>,
  environment: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  if (config.secretKey !== undefined || config.database.kind !== 'embedded') return environment;
  const keyFile = ensureSecretKeyFile(config.dataDir, hasEmbeddedPostgres(config.dataDir));
  return { ...environment, MODELGATE_SECRET_KEY_FILE: keyFile };
}

const keyBytes = 32;

/**
 * The file with the key that encrypts provider keys at rest, made once for each embedded database.
 * It is never made for a database that exists: what that holds was encrypted with another key.
 */
export function ensureSecretKeyFile(dataDir: string, databaseExists: boolean): string {
  const path = join(dataDir, 'secret.key');
  if (existsSync(path)) return path;
  if (databaseExists) {
    throw new CommandFailure(
      `${path} is missing: without it the provider keys in the database cannot be decrypted. ` +
        `Put it back, set MODELGATE_SECRET_KEY, or remove ${dataDir} to start afresh.`,
      CONFIG_EXIT_CODE,
    );
  }
  createOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`);
  return path;
}

/** Whole and on disk, or not at all; a key that someone else has made meanwhile stays. */
function createOnce(path: string, content: string): void {
  const temporary = `${path}.${process.pid}`;
  rmSync(temporary, { force: true });
  writeDurably(temporary, content);
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function writeDurably(path: string, content: string): void {
  const descriptor = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
