import { KeyFile } from './key-file.js';
import { SecretBox } from './secret-box.js';
import { fixedKeys } from './secret-keys.js';

export interface SecretBoxSettings {
  secretKey: Uint8Array;
  formerSecretKeys: readonly Uint8Array[];
  /** The file that has the keys, if any. Keys in a file can be rotated while a process runs. */
  secretKeyFile?: string | undefined;
}

export function openSecretBox(
  { secretKey, formerSecretKeys, secretKeyFile }: SecretBoxSettings,
  readKeyFile: (path: string) => readonly Uint8Array[],
): SecretBox {
  const keys = [secretKey, ...formerSecretKeys];
  return new SecretBox(
    secretKeyFile === undefined ? fixedKeys(...keys) : new KeyFile(secretKeyFile, readKeyFile, keys),
  );
}
