import { randomPickFor } from '#catalog';
import { type ModelRule, type WireFormatId } from '#wire';
import { Injectable } from '@nestjs/common';
import { type ClientSide } from './client-side.js';
import { Dispatcher } from './dispatcher.js';
import { type ModelRules } from './model-rules/model-rules.js';
import { type OperationCall, OperationRelay } from './operations/operation-relay.js';
import { type OperationId } from './operations/operations.js';
import { moderateByModel } from './policies/moderate-by-model.js';
import { PolicyService } from './policies/policy-service.js';
import { RelayServices } from './relay-services.js';
import { ChatRequest, type RelayCall } from './relayed-request.js';
import { Router, notServed } from './router.js';
import { findLostParameters, findRepairs } from './chat/passthrough-request.js';
import { type ChatCandidate, planRelay } from './chat/plan-relay.js';
import { serveChat } from './chat/serve-chat.js';
import { prepareTranslation } from './chat/translation.js';

/** This much of the first messages identifies a conversation. A message may be megabytes of images. */
const MAX_OPENING_BYTES = 64 * 1024;

export interface ChatCall extends RelayCall<Buffer> {
  format: WireFormatId;
}

/** A request that is checked but not sent. */
export type CheckedCall = Omit<ChatCall, 'client'>;

/** Reads a model request, routes it, applies the policies and passes it to the dispatcher. */
@Injectable()
export class Relay {
  constructor(
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly dispatcher: Dispatcher,
    private readonly services: RelayServices,
    private readonly operations: OperationRelay,
  ) {
    policies.setModerator((model, texts, call) =>
      moderateByModel((moderation) => this.serve('openai-moderations', moderation), model, texts, call),
    );
  }

  /** Serves a request that is not a conversation. */
  serve(operation: OperationId, call: OperationCall): Promise<void> {
    return this.operations.serve(operation, call);
  }

  /** Serves a conversation. */
  async relay(call: ChatCall): Promise<void> {
    const request = new ChatRequest(call, call.format);
    const candidates = this.findCandidates(request);
    const reserving = call.admitted.reserve(request.size.inputTokens);
    if (reserving !== undefined) await reserving;
    if (!this.policies.isEmpty) await this.applyPolicies(request);
    await this.dispatcher.dispatch(request, candidates, (attemptWithBill) =>
      serveChat(this.services, request, attemptWithBill),
    );
  }

  /** Throws the errors that `relay` throws before it calls an upstream. Links are not fetched. */
  async check(call: CheckedCall): Promise<void> {
    const request = new ChatRequest({ ...call, client: DISCARDING_CLIENT }, call.format);
    const candidates = this.findCandidates(request);
    this.dispatcher.requirePayable(request, candidates);
    this.policies.check(request.clientFormat, call.body, request);
    let lastError: unknown;
    for (const candidate of candidates) {
      try {
        await checkCandidate(candidate, request, this.services.rules);
        return;
      } catch (error) {
        lastError = error;
      }
    }
    throw lastError;
  }

  /** The rule of the model with this public name, if there is one. */
  findRule(model: string, format: WireFormatId): ModelRule | undefined {
    return this.services.rules.findNamed('', model, format);
  }

  /** The candidates, best first. */
  private findCandidates(request: ChatRequest): ChatCandidate[] {
    const { targets, model, hedgeMs } = this.router.findTargets(request.token, {
      model: request.outline.model,
      capability: 'chat',
      randomPick: createStickyPick(request),
    });
    request.model = model;
    request.hedgeMs = hedgeMs;
    const candidates: ChatCandidate[] = [];
    for (const target of targets) {
      const candidate = planRelay(request.clientFormat, target);
      if (candidate !== undefined) candidates.push(candidate);
    }
    if (candidates.length === 0) throw notServed(model, 'chat');
    return candidates;
  }

  private async applyPolicies(request: ChatRequest): Promise<void> {
    const { body, warnings } = await this.policies.apply(request.clientFormat, request.body, request);
    request.replaceBody(body);
    request.warnings = warnings;
  }
}

/** For requests that are only checked: no client is connected. */
const DISCARDING_CLIENT: ClientSide = {
  signal: new AbortController().signal,
  sendWhole: () => undefined,
  openStream: () => {
    throw new Error('no client is connected');
  },
};

class LinkFound extends Error {}

/** The check ends at the first link that would have to be fetched. */
async function checkCandidate(
  candidate: ChatCandidate,
  request: ChatRequest,
  rules: ModelRules,
): Promise<void> {
  if (candidate.kind === 'passthrough') {
    return request.refuseIfStrict([
      ...(findLostParameters(request, candidate) ?? []),
      ...(findRepairs(request, candidate, rules)?.lost ?? []),
    ]);
  }
  try {
    const fetchMedia = (): Promise<never> => Promise.reject(new LinkFound());
    await prepareTranslation(request, candidate, { media: { fetchMedia }, rules });
  } catch (error) {
    if (!(error instanceof LinkFound)) throw error;
  }
}

/** Keeps a conversation on one account: reasoning signatures and prompt caches are valid only there. */
function createStickyPick({ outline, token }: ChatRequest): ReturnType<typeof randomPickFor> {
  let pick: ReturnType<typeof randomPickFor> | undefined;
  return (channelId) => {
    pick ??= randomPickFor(token.id, outline.opening.subarray(0, MAX_OPENING_BYTES));
    return pick(channelId);
  };
}
