import { type TokenEntity, TokenListRepository, mayUseModel } from '#access';
import { type Page, mapPage } from '#database';
import { Injectable } from '@nestjs/common';
import { type Principal } from '../access/principal.js';
import { type ModelView } from '../models/model-view.dto.js';
import { ModelsService } from '../models/models.service.js';
import { explainAccess } from './explain-access.js';
import { type CatalogModelView, type ModelCatalogQuery } from './model-catalog.dto.js';

/** A person has far fewer; whoever has more is told of the newest. */
const MAX_TOKENS = 200;

/** What can be called here, for whoever wants to call it. */
@Injectable()
export class ModelCatalogService {
  constructor(
    private readonly models: ModelsService,
    private readonly tokens: TokenListRepository,
  ) {}

  async list(principal: Principal, query: ModelCatalogQuery): Promise<Page<CatalogModelView>> {
    const [page, tokens] = await Promise.all([this.models.list(query), this.findOwnTokens(principal)]);
    return mapPage(page, (model) => viewCatalogModel(model, tokens));
  }

  async show(principal: Principal, id: string): Promise<CatalogModelView> {
    const [model, tokens] = await Promise.all([this.models.show(id), this.findOwnTokens(principal)]);
    return viewCatalogModel(model, tokens);
  }

  /** Scripts have none. */
  private async findOwnTokens(principal: Principal): Promise<TokenEntity[]> {
    if (principal.kind !== 'user') return [];
    const wanted = { status: 'active', sort: '-created_at', limit: MAX_TOKENS } as const;
    return (await this.tokens.list(wanted, principal.email)).data;
  }
}

function viewCatalogModel(model: ModelView, tokens: readonly TokenEntity[]): CatalogModelView {
  const { id, stand_in, capabilities, price, served: isServed, channels } = model;
  const usable = tokens.filter(({ models }) => mayUseModel({ models: models ?? undefined }, id));
  const limits = channels.find(({ known }) => known !== null)?.known?.limits;
  return {
    id,
    stand_in,
    capabilities,
    price: price?.rates ?? null,
    context: limits?.context ?? null,
    max_output: limits?.output ?? null,
    usable_with: isServed ? usable.map(({ name }) => name) : [],
    why_not: explainAccess({ isServed, tokens: tokens.length, usable: usable.length }),
  };
}
