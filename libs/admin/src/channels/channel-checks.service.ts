import { GatewayError } from '#canonical';
import { type Channel, ChannelResultRepository, ModelRepository, targetsAt } from '#catalog';
import { Database } from '#database';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../access/caller.js';
import { AuditTrail } from '../audit/audit-trail.js';
import { CalledAddresses } from '../channel-probe/called-addresses.js';
import { ChannelProbe } from '../channel-probe/channel-probe.js';
import { type ProbeResult } from '../channel-probe/probe-channel.js';
import { UpstreamFault } from '../channel-probe/upstream-fault.js';
import { viewTest } from './channel-test-view.js';
import { type ChannelTestInput } from './channel.dto.js';
import { type ChannelTestView, type UpstreamModelsView } from './channel-view.dto.js';
import { ChannelsService } from './channels.service.js';

/** Tests stored channels, without routing, limits and billing. */
@Injectable()
export class ChannelChecks {
  private readonly results: ChannelResultRepository;

  constructor(
    private readonly database: Database,
    private readonly channels: ChannelsService,
    private readonly models: ModelRepository,
    private readonly probe: ChannelProbe,
    private readonly audit: AuditTrail,
  ) {
    this.results = new ChannelResultRepository(database);
  }

  async test(caller: Caller, id: string, { model }: ChannelTestInput): Promise<ChannelTestView> {
    const channel = await this.channels.open(id);
    refuseUnserved(channel, model);
    const settings = new Map((await this.models.findEnabled()).map((row) => [row.id, row]));
    const called = new CalledAddresses();
    const getCapabilities = (name: string): readonly string[] | undefined =>
      settings.get(name)?.capabilities ?? undefined;
    const result = await this.probe
      .probe({ channel, model, getCapabilities }, called)
      .finally(() => this.record(caller, 'channel.test', channel, called));
    await this.storeResult(channel, result);
    return viewTest(result);
  }

  async upstreamModels(caller: Caller, id: string): Promise<UpstreamModelsView> {
    const channel = await this.channels.open(id);
    const ids = await this.listModels(caller, channel);
    const served = new Set(channel.models.map(({ upstream }) => upstream));
    return {
      data: ids.map((name) => ({ id: name, already_served: served.has(name) || serves(channel, name) })),
    };
  }

  private async listModels(caller: Caller, channel: Channel): Promise<string[]> {
    const called = new CalledAddresses();
    try {
      return await this.probe.listModels(channel, called);
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      throw new GatewayError('upstream-error', `${error.message} ${error.advice}`, {
        upstreamStatus: error.status,
      });
    } finally {
      // Some providers have no model list, and nothing is called.
      if (called.list().length > 0) await this.record(caller, 'channel.list-models', channel, called);
    }
  }

  /** The result of a test shows the state of a channel like the result of a request. */
  private async storeResult({ id }: Channel, { isOk, message, advice, status }: ProbeResult): Promise<void> {
    if (isOk) return this.results.saveSuccess(id);
    return this.results.saveFailure(id, { source: 'test', message, advice, upstreamStatus: status });
  }

  /** These calls change nothing in the gateway, but use the account of the channel. */
  private async record(
    caller: Caller,
    action: 'channel.test' | 'channel.list-models',
    { id, name }: Channel,
    called: CalledAddresses,
  ): Promise<void> {
    const subject = { type: 'channel', id, name };
    const changes = { addresses: { from: null, to: called.list() } };
    await this.database.transaction((transaction) =>
      this.audit.record(transaction, caller, { action, subject, changes }),
    );
  }
}

function refuseUnserved(channel: Channel, model: string | undefined): void {
  if (model === undefined || serves(channel, model)) return;
  throw new GatewayError(
    'invalid-value',
    `"model": the channel "${channel.name}" does not have the model "${model}".`,
    {
      param: 'model',
    },
  );
}

function serves(channel: Channel, model: string): boolean {
  return targetsAt([{ ...channel, enabled: true }], model).length > 0;
}
