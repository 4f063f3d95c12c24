import { type Token } from '#access';
import { type Form, GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { findProvider } from '#providers';
import { Injectable } from '@nestjs/common';
import { estimateTokens } from '../billing/request-size.js';
import { Dispatcher } from '../dispatcher.js';
import { PolicyService } from '../policies/policy-service.js';
import { RelayTools } from '../relay-tools.js';
import { type RelayCall, RelayedRequest } from '../relayed-request.js';
import { Router, notServed } from '../router.js';
import { ShownModels } from '../shown-models.js';
import { OperationAttempt } from './operation-attempt.js';
import { type OperationCandidate } from './operation-candidate.js';
import { OPERATIONS, type OperationId } from './operations.js';
import { type OpenRequest, type ServedOperation } from './served-operation.js';

export type OperationCall = RelayCall;

/** One request that is no conversation: read, routed, and served by the first target that can. */
@Injectable()
export class OperationRelay {
  constructor(
    private readonly models: ShownModels,
    private readonly router: Router,
    private readonly policies: PolicyService,
    private readonly dispatcher: Dispatcher,
    private readonly tools: RelayTools,
  ) {}

  async serve(id: OperationId, call: OperationCall): Promise<void> {
    const operation: ServedOperation = OPERATIONS[id];
    const request = new RelayedRequest(call, operation.capability, id);
    const { token, record } = request;
    const received = await operation.open(request);
    const named = received.model ?? this.chooseModel(operation, token);
    requireModelName(named);
    record.model = named;
    record.isStreamed = received.isStreamed;
    const candidates = this.findCandidates(request, received, named);
    const reserving = call.admitted.reserve(toSize(request.body));
    if (reserving !== undefined) await reserving;
    // Now, since what has been made and paid for is kept whatever its owner has.
    if (received.needsRoom === true) await this.tools.media.requireRoom(token.owner);
    const opened = this.policies.isEmpty ? received : await this.keepToPolicies(request, operation, received);
    request.isStreamed = opened.isStreamed;
    request.size = { inputTokens: toSize(request.body), ...opened.size };
    request.priceContext = opened.priceContext ?? {};
    await this.dispatcher.dispatch(request, candidates, (attempt, bill) => {
      attempt.warnings = request.warnings;
      return opened.serve(new OperationAttempt(request, { attempt, bill }, this.tools));
    });
  }

  /** The request as it may go on. */
  private async keepToPolicies(
    request: RelayedRequest,
    operation: ServedOperation,
    received: OpenRequest,
  ): Promise<OpenRequest> {
    const { body, warnings } = await this.policies.keep(request.format as OperationId, request.body, request);
    request.warnings = warnings;
    if (body === request.body) return received;
    request.body = body;
    return operation.open(request);
  }

  private findCandidates(
    request: RelayedRequest,
    received: OpenRequest,
    named: string,
  ): OperationCandidate[] {
    const { token, operation: capability } = request;
    const { targets, model, hedgeMs } = this.router.routesFor(token, { model: named, capability });
    request.model = model;
    request.hedgeMs = hedgeMs;
    const candidates = targets.flatMap((target) => {
      const provider = findProvider(target.channel.provider);
      if (provider === undefined) return [];
      return received.candidatesAt(target, provider).map((candidate) => ({ ...candidate, target, provider }));
    });
    if (candidates.length === 0) throw notServed(named, capability);
    return candidates;
  }

  /**
   * The usual one where it is served, else the first that is made for it, else the first that can be called for it; a
   * built-in one is the last resort.
   */
  private chooseModel({ capability, usualModel }: ServedOperation, token: Token): string {
    const usual = usualModel === undefined ? undefined : this.models.find(token, usualModel);
    const able = [...(usual === undefined ? [] : [usual]), ...this.models.list(token)].filter(
      ({ capabilities }) => capabilities.includes(capability),
    );
    const others = able.filter(({ ownedBy }) => findProvider(ownedBy)?.isBuiltIn !== true);
    const chosen = others.find(({ shown }) => shown.includes(capability)) ?? others[0] ?? able[0];
    if (chosen !== undefined) return chosen.id;
    throw new GatewayError(
      'missing-parameter',
      `"model" is required: no model serves ${capability} requests by itself.`,
      {
        param: 'model',
      },
    );
  }
}

/** Of a form, only its words count: what audio and images make of tokens is the upstream's secret. */
function toSize(body: Buffer | Form): number {
  if (Buffer.isBuffer(body)) return estimateTokens(body.length);
  return estimateTokens(
    body.reduce((total, entry) => total + ('value' in entry ? entry.value.length : 0), 0),
  );
}
