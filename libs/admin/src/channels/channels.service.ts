import { randomUUID } from 'node:crypto';
import { describeChanges } from '#audit';
import {
  type Channel,
  type ChannelEntity,
  ChannelListRepository,
  ChannelRepository,
  type ChannelSettings,
  openStoredChannel,
} from '#catalog';
import { IdentityRules } from '#credentials';
import { Database, type Page, type Transaction } from '#database';
import { authorizeChange } from '#rights';
import { SecretBox } from '#secrets';
import { Injectable } from '@nestjs/common';
import { ConfigOverrideRepository } from '#settings';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { switchFileEntry } from '../config-file/entry-override.js';
import { notFound } from '../input/id-param.js';
import { refuseFileEntry } from '../refuse-file-entry.js';
import { type ChannelChangesInput, type ChannelListQuery, type NewChannelInput } from './channel.dto.js';
import { ChannelFactsLoader } from './channel-facts.service.js';
import { applyChannelSettings } from './channel-settings.js';
import { viewChannel } from './channel-view.js';
import { type ChannelView } from './channel-view.dto.js';
import { TRAFFIC_SORTS, orderByTraffic } from './traffic-order.js';

@Injectable()
export class ChannelsService {
  private readonly overrides: ConfigOverrideRepository;
  private readonly channels: ChannelListRepository;

  constructor(
    private readonly database: Database,
    private readonly facts: ChannelFactsLoader,
    private readonly secretBox: SecretBox,
    private readonly audit: AuditTrail,
    private readonly rules: IdentityRules,
  ) {
    this.overrides = new ConfigOverrideRepository(database.manager);
    this.channels = new ChannelListRepository(database);
  }

  async list(query: ChannelListQuery): Promise<Page<ChannelView>> {
    const { data, next_cursor } = await (TRAFFIC_SORTS.includes(query.sort)
      ? this.listByTraffic(query)
      : this.channels.list(query));
    return { data: await this.view(data), next_cursor };
  }

  /** Sorts in memory, because the table of channels does not have the sums of usage. */
  private async listByTraffic(query: ChannelListQuery): Promise<Page<ChannelEntity>> {
    const [matching, traffic] = await Promise.all([
      this.channels.findMatching(query),
      this.facts.loadTraffic(),
    ]);
    const page = orderByTraffic(matching, ({ name }) => traffic.get(name), query);
    return { ...page, data: await this.channels.findMany(page.data) };
  }

  async show(id: string): Promise<ChannelView> {
    const entity = await this.channels.find(id);
    if (entity === null) throw notFound('channel');
    return this.viewOne(entity);
  }

  /** The channel with its secrets, for sending requests. Must not be returned to clients. */
  async open(id: string): Promise<Channel> {
    const entity = await this.channels.find(id);
    if (entity === null) throw notFound('channel');
    return openStoredChannel(entity, this.secretBox);
  }

  async create(caller: Caller, input: NewChannelInput): Promise<ChannelView> {
    const channel = applyChannelSettings(input, this.rules);
    const { settings } = channel;
    const id = randomUUID();
    const after = channel.toStored({ id, origin: 'console' });
    const change = authorizeChange(caller.principal, { kind: 'channel', before: undefined, after });
    const entity = await this.database.transaction(async (transaction) => {
      const created = await new ChannelRepository(transaction, this.secretBox).create(change);
      await this.record(transaction, caller, 'channel.create', { id, after: settings });
      return created;
    });
    return this.viewOne(entity);
  }

  async change(caller: Caller, id: string, input: ChannelChangesInput): Promise<ChannelView> {
    const entity = await this.database.transaction(async (transaction) => {
      const { entity: stored, channel } = await this.lock(transaction, id);
      if (typeof input.enabled !== 'boolean' || !isSwitch(input))
        refuseFileEntry(stored, `The channel "${stored.name}"`);
      const judged = applyChannelSettings(input, this.rules, channel);
      const after = judged.settings;
      const before = getSettings(channel);
      const { origin } = stored;
      const wanted = { kind: 'channel', before: channel, after: judged.toStored({ id, origin }) } as const;
      const change = authorizeChange(caller.principal, wanted);
      if (origin === 'file') await switchFileEntry(transaction, caller, change);
      const isChange = Object.keys(getChanges(before, after)).length > 0;
      const repository = new ChannelRepository(transaction, this.secretBox);
      const changed = isChange ? await repository.update(change) : stored;
      await this.record(transaction, caller, 'channel.change', { id, before, after });
      return changed;
    });
    return this.viewOne(entity);
  }

  /** Running tasks continue, because they have a copy of the account. */
  async remove(caller: Caller, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { entity, channel } = await this.lock(transaction, id);
      refuseFileEntry(entity, `The channel "${entity.name}"`);
      const change = authorizeChange(caller.principal, {
        kind: 'channel',
        before: channel,
        after: undefined,
      });
      await new ChannelRepository(transaction, this.secretBox).delete(change);
      await this.record(transaction, caller, 'channel.delete', { id, before: getSettings(channel) });
    });
  }

  private async lock(
    transaction: Transaction,
    id: string,
  ): Promise<{ entity: ChannelEntity; channel: Channel }> {
    const entity = await this.channels.lock(transaction, id);
    if (entity === null) throw notFound('channel');
    return { entity, channel: openStoredChannel(entity, this.secretBox) };
  }

  private async viewOne(entity: ChannelEntity): Promise<ChannelView> {
    const [view] = await this.view([entity]);
    if (view === undefined) throw new Error('one channel has one view');
    return view;
  }

  private async view(entities: readonly ChannelEntity[]): Promise<ChannelView[]> {
    const opened = entities.map((entity) => ({
      entity,
      channel: openStoredChannel(entity, this.secretBox),
    }));
    const facts = await this.facts.load(opened.map(({ channel }) => channel));
    const overrides = await this.overrides.findByIds(entities.map(({ id }) => id));
    return opened.map(({ entity, channel }) => {
      const ownFacts = facts.get(channel.id) ?? { states: [] };
      return viewChannel(entity, channel, { ...ownFacts, override: overrides.get(channel.id) });
    });
  }

  private async record(
    transaction: Transaction,
    caller: Caller,
    action: `channel.${string}`,
    { id, before, after }: { id: string; before?: ChannelSettings; after?: ChannelSettings },
  ): Promise<void> {
    const name = (after ?? before)?.name ?? '';
    await this.audit.record(transaction, caller, {
      action,
      subject: { type: 'channel', id, name },
      changes: getChanges(before, after),
    });
  }
}

/** Whether the change only enables or disables the channel, which is also allowed for channels of the config file. */
function isSwitch({ enabled: _enabled, ...others }: ChannelChangesInput): boolean {
  return Object.values(others).every((value) => value === undefined);
}

function getChanges(before: ChannelSettings | undefined, after: ChannelSettings | undefined) {
  return describeChanges(before, after, { secret: ['apiKeys', 'headers', 'auth'] });
}

function getSettings({
  id: _id,
  origin: _origin,
  declaredBy: _declaredBy,
  createdAt: _createdAt,
  ...settings
}: Channel): ChannelSettings {
  return settings;
}
