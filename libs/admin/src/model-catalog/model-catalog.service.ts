import { OwnerDirectory, type TokenEntity, TokenListRepository, mayUseModel } from '#access';
import { allowsModel, type Principal } from '#rights';
import { type Page, mapPage } from '#database';
import { Injectable } from '@nestjs/common';
import { type ModelView } from '../models/model-view.dto.js';
import { ModelsService } from '../models/models.service.js';
import { explainAccess } from './explain-access.js';
import { type CatalogModelView, type ModelCatalogQuery } from './model-catalog.dto.js';

/** Users have far fewer tokens. If a user has more, only the newest are considered. */
const MAX_TOKENS = 200;

/** The tokens of a user, and the models of all of them. */
interface OwnAccess {
  tokens: readonly TokenEntity[];
  /** The models that the tokens of the user may use; undefined if all. */
  ownerModels: readonly string[] | undefined;
}

/** The models of this gateway, for their users. */
@Injectable()
export class ModelCatalogService {
  constructor(
    private readonly models: ModelsService,
    private readonly tokens: TokenListRepository,
    private readonly owners: OwnerDirectory,
  ) {}

  async list(principal: Principal, query: ModelCatalogQuery): Promise<Page<CatalogModelView>> {
    const [page, access] = await Promise.all([this.models.list(query), this.loadAccess(principal)]);
    return mapPage(page, (model) => viewCatalogModel(model, access));
  }

  async show(principal: Principal, id: string): Promise<CatalogModelView> {
    const [model, access] = await Promise.all([this.models.show(id), this.loadAccess(principal)]);
    return viewCatalogModel(model, access);
  }

  /** Only users have tokens, not scripts and the operator. */
  private async loadAccess(principal: Principal): Promise<OwnAccess> {
    if (principal.kind !== 'user') return { tokens: [], ownerModels: undefined };
    const filter = { status: 'active', sort: '-created_at', limit: MAX_TOKENS } as const;
    const { data: tokens } = await this.tokens.list(filter, principal.email);
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
