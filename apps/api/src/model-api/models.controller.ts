import { Controller, Get, Req } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { Access, callersDialect } from '#http-edge';
import { PriceBook } from '#metering';
import { type ShownModel, ShownModels } from '#relay';
import { type ListedModel, encodeModel, encodeModelList } from '#wire';
import { type FastifyRequest } from 'fastify';
import { getToken } from './get-token.js';

/** What the caller's token may use, in the shape that the caller's library expects. */
@Controller()
@Access('token')
export class ModelsController {
  constructor(
    private readonly models: ShownModels,
    private readonly prices: PriceBook,
  ) {}

  @Get(['/v1/models', '/v1beta/models', '/v1alpha/models'])
  list(@Req() request: FastifyRequest): object {
    const models = this.models.list(getToken(request)).map((model) => this.describe(model));
    return encodeModelList(models, callersDialect(request), request.query as Record<string, unknown>);
  }

  /** An id may hold slashes: it is the rest of the path. */
  @Get(['/v1/models/*', '/v1beta/models/*', '/v1alpha/models/*'])
  retrieve(@Req() request: FastifyRequest): object {
    const id = (request.params as { '*': string })['*'];
    requireModelName(id);
    const model = this.models.find(getToken(request), id);
    if (model === undefined) {
      throw new GatewayError('model-not-found', `The model "${id}" does not exist.`, { param: 'model' });
    }
    return encodeModel(this.describe(model), callersDialect(request));
  }

  /** With what it is for and costs here, and what is known of the model that the first of its channels calls. */
  private describe(model: ShownModel): ListedModel {
    const { id, service: provider, baseUrl, upstreamModel, shown: capabilities } = model;
    const price = this.prices.getPrice({ model: id, provider, baseUrl, upstreamModel })?.price;
    const { label, ...known } = this.models.findKnown({ model: id, provider, baseUrl, upstreamModel }) ?? {};
    // Whoever gives a model another name does not want it shown under its own.
    const isOwnName = label !== undefined && id === upstreamModel;
    return {
      ...model,
      capabilities,
      ...(price && { price }),
      known: { ...known, ...(isOwnName && { label }) },
    };
  }
}
