import { randomUUID } from 'node:crypto';
import { type Channel } from '#catalog';
import { Database } from '#database';
import { findProvider } from '#providers';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../../access/caller.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { ChannelProbe } from '../../channel-probe/channel-probe.js';
import { type ProbeResult } from '../../channel-probe/probe-channel.js';
import { UpstreamFault } from '../../channel-probe/upstream-fault.js';
import { applyChannelSettings, findChannelProblems } from '../channel-settings.js';
import { viewTest } from '../channel-test-view.js';
import { type ChannelCheckInput, type NewChannelInput } from '../channel.dto.js';
import { type AccountModels, AccountModelsService } from './account-models.service.js';
import { type ChannelCheckView } from './channel-check.dto.js';

/** For settings that do not name any, so that the rules for channels can be held against them. */
const ANY_NAME = 'unnamed';
const ANY_MODELS = ['*'];

const NO_MODELS: AccountModels = { models: [], total: 0, first: undefined };

type Listed = { ids: readonly string[] } | { fault: UpstreamFault } | undefined;
type Outcome = ChannelCheckView['outcome'];

/** Finds out whether an account works before there is a channel for it. Nothing of it is stored. */
@Injectable()
export class ChannelDraftChecks {
  constructor(
    private readonly database: Database,
    private readonly upstreams: ChannelProbe,
    private readonly models: AccountModelsService,
    private readonly audit: AuditTrail,
  ) {}

  async check(caller: Caller, input: ChannelCheckInput): Promise<ChannelCheckView> {
    const given = { ...input, name: input.name ?? ANY_NAME, models: input.models ?? ANY_MODELS };
    const problems = findChannelProblems(given);
    if (problems.length > 0) return { ...toView('invalid', NO_MODELS), problems };
    const channel = toDraft(given);
    authorizeChange(caller.principal, { kind: 'channel', before: undefined, after: channel });
    await this.record(caller, channel);
    const startedAt = performance.now();
    const listed = await this.list(channel);
    const hasModels = input.models !== undefined;
    if (listed !== undefined && 'fault' in listed) {
      const { message, advice, status, field } = listed.fault;
      // Many servers have no such list, and some accounts may not read it.
      if (hasModels && status !== undefined) return this.askFor(channel, NO_MODELS);
      const durationMs = Math.round(performance.now() - startedAt);
      const result = { isOk: false, format: 'models', message, advice, status, field, durationMs };
      return toView('fails', NO_MODELS, result);
    }
    const account = listed === undefined ? NO_MODELS : await this.models.describe(channel, listed.ids);
    return this.askFor(hasModels ? channel : withModel(channel, account.first), account);
  }

  /** Whether a model answers: some services tell everybody which they have, whatever the key. */
  private async askFor(channel: Channel, account: AccountModels): Promise<ChannelCheckView> {
    const capabilities = new Map(account.models.map((model) => [model.id, model.capabilities]));
    const result = await this.upstreams.probe({
      channel,
      getCapabilities: (model) => capabilities.get(model),
    });
    if (result.isUnasked === true) return toView('unknown', account, result);
    if (result.isOk || result.isOfRequest !== true || account.total === 0) {
      return toView(result.isOk ? 'works' : 'fails', account, result);
    }
    const message = `The service listed ${account.total} models, but a first request failed. ${result.message}`;
    return toView('works', account, { ...result, message });
  }

  private async list(channel: Channel): Promise<Listed> {
    if (findProvider(channel.provider)?.listModels === undefined) return undefined;
    try {
      return { ids: await this.upstreams.listModels(channel) };
    } catch (fault) {
      if (fault instanceof UpstreamFault) return { fault };
      throw fault;
    }
  }

  /** It changes nothing here, but it uses the account. */
  private async record(caller: Caller, { id, name, provider }: Channel): Promise<void> {
    const subject = { type: 'new-channel', id, name: name === ANY_NAME ? provider : name };
    await this.database.transaction((transaction) =>
      this.audit.record(transaction, caller, { action: 'channel.check', subject }),
    );
  }
}

function toDraft(input: NewChannelInput): Channel {
  return { ...applyChannelSettings(input), id: randomUUID(), origin: 'console', createdAt: new Date() };
}

/** Of a pattern no model can be asked for; without any, the list of the service is all there is to ask for. */
function withModel(channel: Channel, id: string | undefined): Channel {
  return { ...channel, models: id === undefined ? [] : [{ id, upstream: id }] };
}

function toView(outcome: Outcome, account: AccountModels, result?: ProbeResult): ChannelCheckView {
  return {
    outcome,
    problems: [],
    test: result === undefined ? null : viewTest(result),
    models: account.models,
    total_models: account.total,
    first_model: account.first ?? null,
  };
}
