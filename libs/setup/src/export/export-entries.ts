import {
  OwnerRepository,
  TokenRepository,
  type TokenEntity,
  openWebhookSecret,
  type OwnerEntity,
} from '#access';
import { ChannelRepository, ModelRepository, type ModelEntity } from '#catalog';
import { type Config, type ConfigAdditions } from '#config';
import { type Database } from '#database';
import { type SecretBox } from '#secrets';
import { SettingRepository, resolveSettings } from '#settings';
import { MICRO_USD_PER_USD } from '#canonical';
import { channelEntry } from './channel-entry.js';
import { Placeholders } from './placeholders.js';
import { settingEntries } from './setting-entries.js';

type Limited = Pick<OwnerEntity, 'rpm' | 'tpm' | 'concurrency' | 'requestsPerDay' | 'budget'>;

interface ExportScope {
  /** Whether what a config file declares is exported, too. */
  isWhole: boolean;
  /** What the config file says, which settings of the console are beside. */
  settings: Config['file'];
}

interface ExportedEntries {
  additions: ConfigAdditions;
  /** What the variables that they name have to hold. */
  secrets: Readonly<Record<string, string>>;
}

/**
 * What a config file has to say to declare what is there and it does not declare yet. What is turned off and cannot be
 * declared so (a revoked token, a disabled model or owner) is left out: a file would turn it on again.
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
  const isMeant = ({ origin }: { origin: string }): boolean => isWhole || origin !== 'file';
  const additions = {
    channels: channels
      .filter(isMeant)
      .toSorted(by(({ name }) => name))
      .map((channel) => channelEntry(channel, placeholders)),
    tokens: tokens
      .filter((token) => token.enabled && isMeant(token))
      .toSorted(by(({ name }) => name))
      .map((token) => tokenEntry(token, secretBox, placeholders)),
    owners: owners
      .filter((owner) => owner.enabled && isMeant(owner))
      .toSorted(by(({ id }) => id))
      .map((owner) => placeholders.guard({ name: owner.id, ...limitEntries(owner) }, 'OWNER', owner.id)),
    models: models
      .filter((model) => model.enabled && isMeant(model))
      .toSorted(by(({ id }) => id))
      .map((model) => modelEntry(model, placeholders)),
    settings: settingEntries(
      resolveSettings(settings, await new SettingRepository(database.manager).findAll()),
    ),
  };
  return { additions, secrets: placeholders.values };
}

function by<Entry>(getName: (entry: Entry) => string): (one: Entry, other: Entry) => number {
  return (one, other) => (getName(one) < getName(other) ? -1 : 1);
}

/** A model as the config file would declare it. */
function modelEntry(model: ModelEntity, placeholders: Placeholders): object {
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
    },
    'MODEL',
    id,
  );
}

/**
 * A token as the config file would declare it. Nobody knows its key any more: where the token exists it keeps the one
 * it has, and elsewhere it is given a new one.
 */
function tokenEntry(token: TokenEntity, secretBox: SecretBox, placeholders: Placeholders): object {
  const { name, owner, models, expiresAt, allowedIps, cacheTtlSeconds, contentDays } = token;
  const plain = placeholders.guard(
    {
      name,
      owner: owner ?? undefined,
      models: models ?? undefined,
      ...limitEntries(token),
      expiresAt: expiresAt?.toISOString(),
      allowedIps: allowedIps ?? undefined,
      cacheTtlSeconds: cacheTtlSeconds ?? undefined,
      storeContent: contentDays === null ? undefined : { ttlDays: contentDays },
    },
    'TOKEN',
    name,
  );
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

/** What may be used and spent, in the words of the config file. */
function limitEntries({ rpm, tpm, concurrency, requestsPerDay, budget }: Limited) {
  return {
    rpm: rpm ?? undefined,
    tpm: tpm ?? undefined,
    concurrency: concurrency ?? undefined,
    requestsPerDay: requestsPerDay ?? undefined,
    budget: budget === null ? undefined : { usd: budget.microUsd / MICRO_USD_PER_USD, period: budget.period },
  };
}
