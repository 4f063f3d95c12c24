import { resolve } from 'node:path';
import type { Variables } from './variables.js';

export type DatabaseConfig = { kind: 'embedded' } | { kind: 'url'; url: string };

export function readStorageSettings(variables: Variables, workingDirectory: string) {
  return {
    database: readDatabase(variables),
    redisUrl: variables.parseSecret('REDIS_URL', 'a redis:// or rediss:// URL', (text) =>
      hasScheme(text, ['redis:', 'rediss:']) ? text : undefined,
    ),
    dataDir: resolve(workingDirectory, variables.text('MODELGATE_DATA_DIR') ?? 'data'),
  };
}

function readDatabase(variables: Variables): DatabaseConfig {
  const url = variables.parseSecret('DATABASE_URL', 'a postgres:// or postgresql:// URL', (text) =>
    hasScheme(text, ['postgres:', 'postgresql:']) ? text : undefined,
  );
  return url === undefined ? { kind: 'embedded' } : { kind: 'url', url };
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return /^[a-z]+:\/\//i.test(text) && URL.canParse(text) && schemes.includes(new URL(text).protocol);
}
