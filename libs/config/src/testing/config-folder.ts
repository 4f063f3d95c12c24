import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { ConfigError } from '../config-error.js';
import { loadConfig } from '../load-config.js';
import { PROVIDERS } from './providers.js';

/** A working directory for specs, removed by `remove`. */
export class ConfigFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'config-'));

  write(name: string, content: string | Uint8Array): string {
    const path = join(this.path, name);
    writeFileSync(path, content);
    return path;
  }

  load(yaml: string, environment: NodeJS.ProcessEnv = {}): Config {
    this.write('modelgate.yaml', yaml);
    return loadConfig(environment, this.path, PROVIDERS);
  }

  /** The message of the ConfigError. Throws if loading succeeds or fails with another error. */
  getError(yaml: string, environment: NodeJS.ProcessEnv = {}): string {
    return getMessage(() => this.load(yaml, environment));
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

export function getMessage(load: () => unknown): string {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('loaded without an error');
}
