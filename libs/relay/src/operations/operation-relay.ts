import { type Form, GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { findProvider } from '#providers';
import { REQUEST_FORMATS } from '#wire';
import { Injectable } from '@nestjs/common';
import { estimateTokens } from '../billing/request-size.js';
import { Dispatcher } from '../dispatcher.js';
import { PolicyService } from '../policies/policy-service.js';
import { RelayServices } from '../relay-services.js';
import { type RelayCall, RelayedRequest } from '../relayed-request.js';
import { Router, notServed } from '../router.js';
import { ShownModels } from '../shown-models.js';
import { OperationAttempt } from './operation-attempt.js';
import { type OperationCandidate } from './operation-candidate.js';
import { OPERATIONS, type OperationId } from './operations.js';
import { type OperationRequest, type OperationDefinition } from './operation-definition.js';

export type OperationCall = RelayCall;

/** Serves requests that are not conversations: reads and routes them, and applies the policies. */
@Injectable()
export class OperationRelay {
  constructor(
    private readonly models: ShownModels,
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly dispatcher: Dispatcher,
    private readonly services: RelayServices,
  ) {}

  async serve(id: OperationId, call: OperationCall): Promise<void> {
    const operation = OPERATIONS[id];
    const request = new RelayedRequest(call, REQUEST_FORMATS[id].operation, id);
    const { token, record } = request;
    const received = await operation.decode(request);
    const named = received.model ?? this.chooseModel(request, operation);
    requireModelName(named);
    record.model = named;
    record.isStreamed = received.isStreamed;
    const candidates = this.findCandidates(request, received, named);
    const reserving = call.admitted.reserve(estimateInputTokens(request.body));
    if (reserving !== undefined) await reserving;
    // Checked before the upstream is called: files that were paid for are stored even above the quota.
    if (received.storesFiles === true) await this.services.media.requireRoom(token.owner);
    const opened = this.policies.isEmpty ? received : await this.applyPolicies(request, operation, received);
    request.isStreamed = opened.isStreamed;
    request.size = { inputTokens: estimateInputTokens(request.body), ...opened.size };
    request.priceContext = opened.priceContext ?? {};
    await this.dispatcher.dispatch(request, candidates, (attemptWithBill) => {
      attemptWithBill.attempt.warnings = request.warnings;
      return opened.serve(new OperationAttempt(request, attemptWithBill, this.services));
    });
  }

  /** Returns the request as the policies changed it. */
  private async applyPolicies(
    request: RelayedRequest,
    operation: OperationDefinition,
    received: OperationRequest,
  ): Promise<OperationRequest> {
    const { body, warnings } = await this.policies.apply(
      request.format as OperationId,
      request.body,
      request,
    );
    request.warnings = warnings;
    if (body === request.body) return received;
    request.body = body;
    return operation.decode(request);
  }

  private findCandidates(
    request: RelayedRequest,
    received: OperationRequest,
    named: string,
  ): OperationCandidate[] {
    const { token, operation: capability } = request;
    const { targets, model, hedgeMs } = this.router.findTargets(token, { model: named, capability });
    request.model = model;
    request.hedgeMs = hedgeMs;
    const candidates = targets.flatMap((target) => {
      const provider = findProvider(target.channel.provider);
      if (provider === undefined) return [];
      return received
        .listCandidates(target, provider)
        .map((candidate) => ({ ...candidate, target, provider }));
    });
    if (candidates.length === 0) throw notServed(named, capability);
    return candidates;
  }

  /**
   * The default model if it is served, else the first model that was made for the operation, else the first that
   * supports it. Built-in models are last.
   */
  private chooseModel(
    { operation: capability, token }: RelayedRequest,
    { defaultModel }: OperationDefinition,
  ): string {
    const usual = defaultModel === undefined ? undefined : this.models.find(token, defaultModel);
    const able = [...(usual === undefined ? [] : [usual]), ...this.models.list(token)].filter(
      ({ capabilities }) => capabilities.includes(capability),
    );
    const others = able.filter(({ ownedBy }) => findProvider(ownedBy)?.isBuiltIn !== true);
    const chosen = others.find(({ shown }) => shown.includes(capability)) ?? others[0] ?? able[0];
    if (chosen !== undefined) return chosen.id;
    throw new GatewayError(
      'missing-parameter',
      `"model" is required: there is no default model for ${capability} requests.`,
      {
        param: 'model',
      },
    );
  }
}

/** Of a form, only text fields count, because the tokens of audio and images depend on the upstream. */
function estimateInputTokens(body: Buffer | Form): number {
  if (Buffer.isBuffer(body)) return estimateTokens(body.length);
  return estimateTokens(
    body.reduce((total, entry) => total + ('value' in entry ? entry.value.length : 0), 0),
  );
}
