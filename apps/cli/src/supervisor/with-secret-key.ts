import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_EXIT_CODE, type Config } from '#config';
import { hasEmbeddedPostgres } from '#embedded-postgres';
import { CommandFailure } from '../command-failure.js';

/** Creates a key file for an embedded database. For other databases the key must be configured. */
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
 * Creates the file with the key that encrypts provider keys, if it does not exist. Fails if the database exists without
 * the file, because its content was encrypted with another key.
 */
export function ensureSecretKeyFile(dataDir: string, hasDatabase: boolean): string {
  const path = join(dataDir, 'secret.key');
  if (existsSync(path)) return path;
  if (hasDatabase) {
    throw new CommandFailure(
      `${path} is missing, but it is required to decrypt the provider keys in the database. ` +
        `Restore it, set MODELGATE_SECRET_KEY, or delete ${dataDir} to start with an empty installation.`,
      CONFIG_EXIT_CODE,
    );
  }
  createOnce(path, `${randomBytes(keyBytes).toString('base64')}\n`);
  return path;
}

/** Creates the file atomically. A file that another process has created in the meantime is not replaced. */
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
