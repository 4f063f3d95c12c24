import { Controller, Get, Req } from '@nestjs/common';
import { GatewayError } from '#canonical';
import { requireModelName } from '#catalog';
import { Access, getCallerDialect } from '#http-edge';
import { PriceBook } from '#metering';
import { type ShownModel, ShownModels } from '#relay';
import { type ListedModel, encodeModel, encodeModelList } from '#wire';
import { type FastifyRequest } from 'fastify';
import { getToken } from './get-token.js';

/** Lists the models that the token of the caller can use, in the format of its client library. */
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
    return encodeModelList(models, getCallerDialect(request), request.query as Record<string, unknown>);
  }

  /** The id is the rest of the path, because it can contain slashes. */
  @Get(['/v1/models/*', '/v1beta/models/*', '/v1alpha/models/*'])
  retrieve(@Req() request: FastifyRequest): object {
    const id = (request.params as { '*': string })['*'];
    requireModelName(id);
    const model = this.models.find(getToken(request), id);
    if (model === undefined) {
      throw new GatewayError('model-not-found', `The model "${id}" does not exist.`, { param: 'model' });
    }
    return encodeModel(this.describe(model), getCallerDialect(request));
  }

  /** Adds the price, the capabilities, and the catalogue data of the upstream model of the first channel. */
  private describe(model: ShownModel): ListedModel {
    const { id, service: provider, baseUrl, upstreamModel, shown: capabilities } = model;
    const price = this.prices.getPrice({ model: id, provider, baseUrl, upstreamModel })?.price;
    const { label, ...facts } =
      this.models.findKnownModel({ model: id, provider, baseUrl, upstreamModel }) ?? {};
    // The label of the upstream model is not shown if the operator has given the model another name.
    const isOwnName = label !== undefined && id === upstreamModel;
    return {
      ...model,
      capabilities,
      ...(price && { price }),
      facts: { ...facts, ...(isOwnName && { label }) },
    };
  }
}
