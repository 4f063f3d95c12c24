import { randomUUID } from 'node:crypto';
import { ChannelHealth, type Catalog, ChannelStateRepository, RetryBudget, SharedHealth } from '#catalog';
import { type Config } from '#config';
import { type HttpTransport, type PublicFetcher } from '#egress';
import { type ByteBudget, SlotQueue } from '#limits';
import { type MediaStore } from '#media';
import { AnswerCache, Relay, type RelayParts, Router, fetchMediaWith } from '#relay';
import { type IdempotencyKeys, openReplays } from '#replays';
import { type SecretBox } from '#secrets';
import { quotaSettings } from '#settings';
import { openMemory } from './open-memory.js';
import { type BillingSettings, type OpenedBilling, openBilling } from './open-billing.js';
import { policiesIn } from './policies-in.js';

export interface RelaySettings extends BillingSettings {
  config: BillingSettings['config'] & Pick<Config, 'http'>;
  catalog: Catalog;
  http: HttpTransport;
  fetcher: PublicFetcher;
  media: MediaStore;
  secretBox: SecretBox;
  /** What requests of this process may hold in memory together, where it is not what the machine suggests. */
  memory?: ByteBudget;
  keepAliveMs: number;
}

export interface OpenedRelay extends OpenedBilling {
  relay: Relay;
  /** For what is relayed in ways of its own. */
  attempts: RelayParts['attempts'];
  router: Router;
  keys: IdempotencyKeys;
  health: ChannelHealth;
  /** For the feed of changes. */
  sharedHealth: SharedHealth;
}

/** A relay and everything behind it, the same in every process that serves model requests. */
export async function openRelay(parts: RelaySettings): Promise<OpenedRelay> {
  const { dataSource, secretBox, settings, catalog, http, fetcher, media, keepAliveMs, logger } = parts;
  const { memory = openMemory(parts.config) } = parts;
  const health = new ChannelHealth({ logger });
  const sharedHealth = new SharedHealth({
    health,
    states: new ChannelStateRepository(dataSource),
    processId: randomUUID(),
    logger,
  });
  const opened = await openBilling(parts);
  const { billing, prices } = opened;
  const router = new Router({ catalog, health, prices });
  const replays = openReplays({
    dataSource,
    secretBox,
    logger,
    answersLimit: () => quotaSettings(settings.current).answers,
  });
  const attempts = { health, budget: new RetryBudget(), slots: new SlotQueue() };
  const relay = new Relay({
    catalog,
    router,
    policies: policiesIn(settings),
    attempts,
    billing,
    answers: new AnswerCache(replays.cache, billing),
    http,
    fetchMedia: fetchMediaWith(fetcher, memory),
    memory,
    media,
    keepAliveMs,
    logger,
  });
  return {
    ...opened,
    relay,
    attempts,
    router,
    keys: replays.keys,
    health,
    sharedHealth,
    close: async () => {
      await Promise.all([opened.close(), sharedHealth.close(), replays.close()]);
    },
  };
}
