import { randomUUID } from 'node:crypto';
import { type Channel } from '#catalog';
import { IdentityRules } from '#credentials';
import { Database } from '#database';
import { findProvider } from '#providers';
import { authorizeChange } from '#rights';
import { Injectable } from '@nestjs/common';
import { type Caller } from '../../access/caller.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { CalledAddresses } from '../../channel-probe/called-addresses.js';
import { ChannelProbe } from '../../channel-probe/channel-probe.js';
import { type ProbeResult } from '../../channel-probe/probe-channel.js';
import { UpstreamFault } from '../../channel-probe/upstream-fault.js';
import { applyChannelSettings, findChannelProblems } from '../channel-settings.js';
import { viewTest } from '../channel-test-view.js';
import { type ChannelCheckInput, type NewChannelInput } from '../channel.dto.js';
import { type AccountModels, AccountModelsService } from './account-models.service.js';
import { type ChannelCheckView } from './channel-check.dto.js';

/** Used for settings without a name or models, so that the rules for channels can be checked. */
const ANY_NAME = 'unnamed';
const ANY_MODELS = ['*'];

const NO_MODELS: AccountModels = { models: [], total: 0, first: undefined };

type ModelListResult = { ids: readonly string[] } | { fault: UpstreamFault } | undefined;
type Outcome = ChannelCheckView['outcome'];

/** The channel under test, and the addresses that the test has called. */
interface Draft {
  channel: Channel;
  called: CalledAddresses;
}

/** Checks whether an account works before there is a channel for it. Stores nothing but an audit entry. */
@Injectable()
export class ChannelDraftChecks {
  constructor(
    private readonly database: Database,
    private readonly probe: ChannelProbe,
    private readonly models: AccountModelsService,
    private readonly audit: AuditTrail,
    private readonly rules: IdentityRules,
  ) {}

  async check(caller: Caller, input: ChannelCheckInput): Promise<ChannelCheckView> {
    const given = { ...input, name: input.name ?? ANY_NAME, models: input.models ?? ANY_MODELS };
    const problems = findChannelProblems(given, this.rules);
    if (problems.length > 0) return { ...toView('invalid', NO_MODELS), problems };
    const channel = toDraft(given, this.rules);
    authorizeChange(caller.principal, { kind: 'channel', before: undefined, after: channel });
    const called = new CalledAddresses();
    return this.checkDraft({ channel, called }, input.models !== undefined).finally(() =>
      this.record(caller, channel, called),
    );
  }

  private async checkDraft(draft: Draft, hasModels: boolean): Promise<ChannelCheckView> {
    const { channel, called } = draft;
    const startedAt = performance.now();
    const listed = await this.listModels(draft);
    if (listed !== undefined && 'fault' in listed) {
      const { message, advice, status, field } = listed.fault;
      // Many servers have no model list, and some accounts are not allowed to read it.
      if (hasModels && status !== undefined) return this.testModel(draft, NO_MODELS);
      const durationMs = Math.round(performance.now() - startedAt);
      const result = { isOk: false, format: 'models', message, advice, status, field, durationMs };
      return toView('fails', NO_MODELS, result);
    }
    const account = listed === undefined ? NO_MODELS : await this.models.describe(channel, listed.ids);
    const tested = hasModels ? channel : withModel(channel, account.first);
    return this.testModel({ channel: tested, called }, account);
  }

  /** Sends a request to a model: some services return their model list without checking the key. */
  private async testModel({ channel, called }: Draft, account: AccountModels): Promise<ChannelCheckView> {
    const capabilities = new Map(account.models.map((model) => [model.id, model.capabilities]));
    const getCapabilities = (model: string): readonly string[] | undefined => capabilities.get(model);
    const result = await this.probe.probe({ channel, getCapabilities }, called);
    if (result.isUntestable === true) return toView('unknown', account, result);
    if (result.isOk || result.isRequestFault !== true || account.total === 0) {
      return toView(result.isOk ? 'works' : 'fails', account, result);
    }
    const message = `The provider listed ${account.total} models, but a first request failed. ${result.message}`;
    return toView('works', account, { ...result, message });
  }

  private async listModels({ channel, called }: Draft): Promise<ModelListResult> {
    if (findProvider(channel.provider)?.listModels === undefined) return undefined;
    try {
      return { ids: await this.probe.listModels(channel, called) };
    } catch (fault) {
      if (fault instanceof UpstreamFault) return { fault };
      throw fault;
    }
  }

  /** A check stores nothing else, but uses the account. */
  private async record(caller: Caller, channel: Channel, called: CalledAddresses): Promise<void> {
    const { id, name, provider } = channel;
    const subject = { type: 'new-channel', id, name: name === ANY_NAME ? provider : name };
    const changes = { addresses: { from: null, to: called.list() } };
    await this.database.transaction((transaction) =>
      this.audit.record(transaction, caller, { action: 'channel.check', subject, changes }),
    );
  }
}

function toDraft(input: NewChannelInput, rules: IdentityRules): Channel {
  const { settings, declaredBy } = applyChannelSettings(input, rules);
  return { ...settings, declaredBy, id: randomUUID(), origin: 'console', createdAt: new Date() };
}

/** Replaces the pattern, which cannot be tested, by one model. Without a model, only the model list is tested. */
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
