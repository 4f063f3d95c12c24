import { type Token } from '#access';
import { GatewayError } from '#canonical';
import { findProvider } from '#providers';
import { tryInTurn } from '../attempts.js';
import { type ClientSide } from '../client-side.js';
import { findOfferedModel, listOfferedModels } from '../offered-models.js';
import { notServed, permittedTargets } from '../permitted-targets.js';
import { type RelayRecord } from '../relay-record.js';
import { Attempt } from './attempt.js';
import { type OperationParts } from './operation-parts.js';
import { type OperationWay } from './operation-way.js';
import { OPERATIONS, type OperationId } from './operations.js';
import { type OpenRequest, type OperationInput, type ServedOperation } from './served-operation.js';

export interface OperationCall extends OperationInput {
  /** As they came, names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  token: Token;
  client: ClientSide;
  record: RelayRecord;
}

/** One request that is no conversation: read, routed, and served by the first target that can. */
export class OperationRelay {
  constructor(private readonly parts: OperationParts) {}

  async serve(id: OperationId, call: OperationCall): Promise<void> {
    const startedAt = performance.now();
    const operation: ServedOperation = OPERATIONS[id];
    const { record, client, requestId } = call;
    const request = await operation.open(call);
    const model = request.model ?? this.chooseModel(operation, call.token);
    record.model = model;
    record.isStreamed = request.isStreamed;
    const isStrict = call.headers['x-modelgate-strict'] === 'true';
    await tryInTurn(this.waysFor(operation, request, { model, token: call.token }), call, (way) => {
      // What one upstream would have lost, the next may understand.
      record.warnings = undefined;
      return request.serve(new Attempt(way, { client, record, requestId, isStrict, startedAt }, this.parts));
    });
    record.outcome = 'ok';
  }

  private waysFor(
    { capability }: ServedOperation,
    request: OpenRequest,
    { model, token }: { model: string; token: Token },
  ): OperationWay[] {
    const targets = permittedTargets(this.parts.catalog, token, { model, capability });
    const ways = targets.flatMap((target) => {
      const provider = findProvider(target.channel.provider);
      if (provider === undefined) return [];
      return request.waysAt(target, provider).map((way) => ({ ...way, target, provider }));
    });
    if (ways.length === 0) throw notServed(model, capability);
    return ways;
  }

  /** The usual one where it is served, else the first that can; the sandbox's is the last resort. */
  private chooseModel({ capability, usualModel }: ServedOperation, token: Token): string {
    const { catalog } = this.parts;
    const usual = usualModel === undefined ? undefined : findOfferedModel(catalog, token, usualModel);
    const able = [...(usual === undefined ? [] : [usual]), ...listOfferedModels(catalog, token)].filter(
      ({ capabilities }) => capabilities.includes(capability),
    );
    const chosen = able.find(({ ownedBy }) => ownedBy !== 'sandbox') ?? able[0];
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
