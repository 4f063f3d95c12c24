import { ClientSecretRepository, type TokenDirectory } from '#access';
import { type Config } from '#config';
import { type Database } from '#database';
import { ClientSecrets, RealtimeRelay } from '#realtime';
import { type SecretBox } from '#secrets';
import { spoolFolderIn } from '../http/form/spool-folder.js';
import { storeFile } from '../http/form/store-file.js';

type RelayParts = ConstructorParameters<typeof RealtimeRelay>[0];

export interface RealtimeSettings extends Omit<RelayParts, 'bridge' | 'storeFile' | 'policies'> {
  config: Config;
  dataSource: Database;
  secretBox: SecretBox;
  tokens: TokenDirectory;
  relay: RelayParts['relay'] & { policies: RelayParts['policies'] };
}

/** Sessions, and the secrets with which browsers open them. */
export function openRealtime(settings: RealtimeSettings): {
  realtime: RealtimeRelay;
  clientSecrets: ClientSecrets;
} {
  const { config, dataSource, secretBox, tokens, ...parts } = settings;
  const realtime = new RealtimeRelay({
    ...parts,
    policies: parts.relay.policies,
    bridge: config.file?.realtime ?? {},
    storeFile: (content) => storeFile(spoolFolderIn(config.dataDir), content),
  });
  const secrets = new ClientSecretRepository(dataSource, secretBox);
  return { realtime, clientSecrets: new ClientSecrets({ secrets, tokens, relay: realtime }) };
}
