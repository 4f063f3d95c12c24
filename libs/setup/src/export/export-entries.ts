import {
  OwnerRepository,
  TokenRepository,
  type TokenEntity,
  openWebhookSecret,
  toSettingValues,
} from '#access';
import { ChannelRepository, type FileOnlyModelKey, ModelRepository, type ModelEntity } from '#catalog';
import { type Config, type ConfigAdditions, type ModelConfig } from '#config';
import { LIMIT_SETTINGS, TOKEN_SETTINGS } from '#declarations';
import { type Database } from '#database';
import { type SecretBox } from '#secrets';
import { SettingRepository, resolveSettings } from '#settings';
import { buildChannelEntry } from './channel-entry.js';
import { Placeholders } from './placeholders.js';
import { buildSettingEntries } from './setting-entries.js';

interface ExportScope {
  /** Whether entries of the config file are exported, too. */
  isWhole: boolean;
  /** The config file, whose settings replace those of the console. */
  settings: Config['file'];
}

interface ExportedEntries {
  additions: ConfigAdditions;
  /** The values of the variables in the entries. */
  secrets: Readonly<Record<string, string>>;
}

/**
 * The entries and settings that a config file must contain to declare what is stored but not declared yet. Revoked tokens
 * and disabled models and owners are left out: a file cannot declare them as disabled and would enable them.
 */
export async function exportEntries(
  database: Database,
  secretBox: SecretBox,
  { isWhole, settings }: ExportScope,
): Promise<ExportedEntries> {
  const placeholders = new Placeholders();
  const channels = await new ChannelRepository(database, secretBox).findAll();
  const tokens = await new TokenRepository(database).findAll();
  const owners = await new OwnerRepository(database).findAll();
  const models = await new ModelRepository(database).findAll();
  const isIncluded = ({ origin }: { origin: string }): boolean => isWhole || origin !== 'file';
  const additions = {
    channels: channels
      .filter(isIncluded)
      .toSorted(compareBy(({ name }) => name))
      .map((channel) => buildChannelEntry(channel, placeholders)),
    tokens: tokens
      .filter((token) => token.enabled && isIncluded(token))
      .toSorted(compareBy(({ name }) => name))
      .map((token) => buildTokenEntry(token, secretBox, placeholders)),
    owners: owners
      .filter((owner) => owner.enabled && isIncluded(owner))
      .toSorted(compareBy(({ id }) => id))
      .map((owner) =>
        placeholders.guard({ name: owner.id, ...toSettingValues(LIMIT_SETTINGS, owner) }, 'OWNER', owner.id),
      ),
    models: models
      .filter((model) => model.enabled && isIncluded(model))
      .toSorted(compareBy(({ id }) => id))
      .map((model) => buildModelEntry(model, placeholders)),
    settings: buildSettingEntries(
      resolveSettings(settings, await new SettingRepository(database.manager).findAll()),
    ),
  };
  return { additions, secrets: placeholders.values };
}

function compareBy<Entry>(getName: (entry: Entry) => string): (one: Entry, other: Entry) => number {
  return (one, other) => (getName(one) < getName(other) ? -1 : 1);
}

/** The entry of a model in the config file. */
function buildModelEntry(model: ModelEntity, placeholders: Placeholders): object {
  const { id, price, fallbacks, capabilities, strategy, hedgeMs, timeouts, deadlineMinutes, realtime } =
    model;
  return placeholders.guard(
    {
      id,
      price: price ?? undefined,
      fallbacks: fallbacks ?? undefined,
      capabilities: capabilities ?? undefined,
      strategy: strategy ?? undefined,
      hedgeMs: hedgeMs ?? undefined,
      timeouts: timeouts ?? undefined,
      deadlineMinutes: deadlineMinutes ?? undefined,
      realtime: realtime ?? undefined,
    } satisfies Record<Exclude<keyof ModelConfig, FileOnlyModelKey>, unknown>,
    'MODEL',
    id,
  );
}

/**
 * The entry of a token in the config file. It has no key, because only its hash is stored: an existing token keeps its
 * key, and on another gateway it gets a new one.
 */
function buildTokenEntry(token: TokenEntity, secretBox: SecretBox, placeholders: Placeholders): object {
  const { name } = token;
  const plain = placeholders.guard({ name, ...toSettingValues(TOKEN_SETTINGS, token) }, 'TOKEN', name);
  return { ...plain, ...buildWebhook(token, secretBox, placeholders) };
}

function buildWebhook(
  { id, name, webhookUrl, webhookSecret }: TokenEntity,
  secretBox: SecretBox,
  placeholders: Placeholders,
): object {
  if (webhookUrl === null) return {};
  const url = placeholders.guard(webhookUrl, 'TOKEN', name);
  if (webhookSecret === null) return { webhook: { url } };
  const { secret } = openWebhookSecret(secretBox, id, webhookSecret);
  return { webhook: { url, secret: placeholders.secret(secret, 'TOKEN', name, 'WEBHOOK_SECRET') } };
}
