import { OwnerDirectory, type TokenEntity, TokenListRepository, mayUseModel } from '#access';
import { allowsModel, type Principal } from '#rights';
import { type Page, mapPage } from '#database';
import { Injectable } from '@nestjs/common';
import { type ModelView } from '../models/model-view.dto.js';
import { ModelsService } from '../models/models.service.js';
import { explainAccess } from './explain-access.js';
import { type CatalogModelView, type ModelCatalogQuery } from './model-catalog.dto.js';

/** A person has far fewer; whoever has more is told of the newest. */
const MAX_TOKENS = 200;

/** What somebody could call models with. */
interface OwnAccess {
  tokens: readonly TokenEntity[];
  /** The models that all of their tokens are held to. */
  ownerModels: readonly string[] | undefined;
}

/** What can be called here, for whoever wants to call it. */
@Injectable()
export class ModelCatalogService {
  constructor(
    private readonly models: ModelsService,
    private readonly tokens: TokenListRepository,
    private readonly owners: OwnerDirectory,
  ) {}

  async list(principal: Principal, query: ModelCatalogQuery): Promise<Page<CatalogModelView>> {
    const [page, access] = await Promise.all([this.models.list(query), this.findAccess(principal)]);
    return mapPage(page, (model) => viewCatalogModel(model, access));
  }

  async show(principal: Principal, id: string): Promise<CatalogModelView> {
    const [model, access] = await Promise.all([this.models.show(id), this.findAccess(principal)]);
    return viewCatalogModel(model, access);
  }

  /** Scripts have no tokens. */
  private async findAccess(principal: Principal): Promise<OwnAccess> {
    if (principal.kind !== 'user') return { tokens: [], ownerModels: undefined };
    const wanted = { status: 'active', sort: '-created_at', limit: MAX_TOKENS } as const;
    const { data: tokens } = await this.tokens.list(wanted, principal.email);
    return { tokens, ownerModels: this.owners.find(principal.email)?.models };
  }
}

function viewCatalogModel(model: ModelView, { tokens, ownerModels }: OwnAccess): CatalogModelView {
  const { id, stand_in, capabilities, price, served: isServed, channels } = model;
  const usable = tokens.filter(({ models }) => mayUseModel({ models: models ?? undefined, ownerModels }, id));
  const limits = channels.find(({ known }) => known !== null)?.known?.limits;
  return {
    id,
    stand_in,
    capabilities,
    price: price?.rates ?? null,
    context: limits?.context ?? null,
    max_output: limits?.output ?? null,
    usable_with: isServed ? usable.map(({ name }) => name) : [],
    why_not: explainAccess({
      isServed,
      isAllowed: allowsModel(ownerModels, id),
      tokens: tokens.length,
      usable: usable.length,
    }),
  };
}
