import { OwnerRepository, TokenRepository } from '#access';
import { ChannelRepository, ModelRepository } from '#catalog';
import { type Config, composeConfigFile } from '#config';
import { type Database } from '#database';
import { type SecretBox } from '#secrets';
import { SettingRepository, resolveSettings } from '#settings';
import { channelEntry } from './channel-entry.js';
import { limitEntries } from './limit-entries.js';
import { modelEntry } from './model-entry.js';
import { Placeholders } from './placeholders.js';
import { settingEntries } from './setting-entries.js';
import { tokenEntry } from './token-entry.js';

export interface ExistingFile {
  text: string;
  settings: Config['file'];
}

export interface ExportedConfig {
  text: string;
  /** What the variables that it names have to hold. */
  secrets: Readonly<Record<string, string>>;
}

/**
 * A config file that says what the file says that there is, and all that was declared elsewhere. What is turned off and
 * cannot be declared so (a revoked token, a disabled model or owner) is left out: a file would turn it on again.
 */
export async function exportConfig(
  database: Database,
  secretBox: SecretBox,
  existing: ExistingFile | undefined,
): Promise<ExportedConfig> {
  const placeholders = new Placeholders();
  const channels = await new ChannelRepository(database, secretBox).findAll();
  const tokens = await new TokenRepository(database).findAll();
  const owners = await new OwnerRepository(database).findAll();
  const models = await new ModelRepository(database).findAll();
  const text = composeConfigFile(existing?.text, {
    channels: channels
      .filter(isDeclaredElsewhere)
      .toSorted(by(({ name }) => name))
      .map((channel) => channelEntry(channel, placeholders)),
    tokens: declared(tokens)
      .toSorted(by(({ name }) => name))
      .map((token) => tokenEntry(token, secretBox, placeholders)),
    owners: declared(owners)
      .toSorted(by(({ id }) => id))
      .map((owner) => placeholders.guard({ name: owner.id, ...limitEntries(owner) }, 'OWNER', owner.id)),
    models: declared(models)
      .toSorted(by(({ id }) => id))
      .map((model) => modelEntry(model, placeholders)),
    settings: settingEntries(
      resolveSettings(existing?.settings, await new SettingRepository(database.manager).findAll()),
    ),
  });
  return { text, secrets: placeholders.values };
}

function declared<Entry extends { enabled: boolean; origin: string }>(entries: readonly Entry[]): Entry[] {
  return entries.filter((entry) => entry.enabled && isDeclaredElsewhere(entry));
}

function isDeclaredElsewhere({ origin }: { origin: string }): boolean {
  return origin !== 'file';
}

function by<Entry>(getName: (entry: Entry) => string): (one: Entry, other: Entry) => number {
  return (one, other) => (getName(one) < getName(other) ? -1 : 1);
}
