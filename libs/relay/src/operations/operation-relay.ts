import { type Token } from '#access';
import { type Form, GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { findProvider } from '#providers';
import { estimateTokens } from '../billing/request-size.js';
import { type ClientSide } from '../client-side.js';
import { dispatch } from '../dispatch.js';
import { findOfferedModel, listOfferedModels } from '../offered-models.js';
import { type RelayRecord } from '../relay-record.js';
import { type Routes, notServed } from '../router.js';
import { OperationAttempt } from './operation-attempt.js';
import { type OperationDependencies } from './operation-dependencies.js';
import { type OperationCandidate } from './operation-candidate.js';
import { OPERATIONS, type OperationId } from './operations.js';
import { type OpenRequest, type OperationInput, type ServedOperation } from './served-operation.js';

export interface OperationCall extends OperationInput {
  /** As they came, names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  token: Token;
  client: ClientSide;
  record: RelayRecord;
  /** Whether it is made because a policy says so. */
  isByPolicy?: boolean;
}

/** One request that is no conversation: read, routed, and served by the first target that can. */
export class OperationRelay {
  constructor(private readonly parts: OperationDependencies) {}

  async serve(id: OperationId, call: OperationCall): Promise<void> {
    const startedAt = performance.now();
    const startedAtMs = Date.now();
    const operation: ServedOperation = OPERATIONS[id];
    const { token, record, client, requestId, hints, headers } = call;
    record.operation = operation.capability;
    record.format = id;
    const received = await operation.open(call);
    const named = received.model ?? this.chooseModel(operation, token);
    requireModelName(named);
    record.model = named;
    record.isStreamed = received.isStreamed;
    const { candidates, model, hedgeMs } = this.candidatesFor(operation, received, { model: named, token });
    // Now, since what has been made and paid for is kept whatever its owner has.
    if (received.needsRoom === true) await this.parts.media.requireRoom(token.owner);
    const isStrict = headers['x-modelgate-strict'] === 'true';
    const asking = { token, requestId, record, signal: client.signal, isStrict };
    const { body, warnings } = await this.parts.policies.keep(id, call.body, asking);
    const request = body === call.body ? received : await operation.open({ ...call, body });
    await dispatch(this.parts, {
      candidates,
      call: { token, client, record, startedAt, hedgeMs },
      billed: {
        token,
        requestId,
        model,
        operation: operation.capability,
        format: id,
        isStreamed: request.isStreamed,
        startedAtMs,
        size: { inputTokens: toSize(body), ...request.size },
        priceContext: request.priceContext ?? {},
        isByPolicy: call.isByPolicy,
      },
      asked: { operation: id, hints, headers, body },
      serve: (attempt, bill) => {
        attempt.warnings = warnings;
        return request.serve(
          new OperationAttempt(
            { attempt, bill, record, requestId, owner: token.owner, isStrict },
            this.parts,
          ),
        );
      },
    });
  }

  private candidatesFor(
    { capability }: ServedOperation,
    request: OpenRequest,
    { model, token }: { model: string; token: Token },
  ): { candidates: OperationCandidate[] } & Omit<Routes, 'targets'> {
    const { targets, ...routes } = this.parts.router.routesFor(token, { model, capability });
    const candidates = targets.flatMap((target) => {
      const provider = findProvider(target.channel.provider);
      if (provider === undefined) return [];
      return request.candidatesAt(target, provider).map((candidate) => ({ ...candidate, target, provider }));
    });
    if (candidates.length === 0) throw notServed(model, capability);
    return { candidates, ...routes };
  }

  /** The usual one where it is served, else the first that can; a built-in one is the last resort. */
  private chooseModel({ capability, usualModel }: ServedOperation, token: Token): string {
    const { catalog } = this.parts;
    const usual = usualModel === undefined ? undefined : findOfferedModel(catalog, token, usualModel);
    const able = [...(usual === undefined ? [] : [usual]), ...listOfferedModels(catalog, token)].filter(
      ({ capabilities }) => capabilities.includes(capability),
    );
    const chosen = able.find(({ ownedBy }) => findProvider(ownedBy)?.isBuiltIn !== true) ?? able[0];
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
