import { type Page } from '#database';
import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { Asking, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { ModelIdParam } from '../input/id-param.js';
import { Described } from '../openapi/described.js';
import { CatalogModelView, ModelCatalogQuery } from './model-catalog.dto.js';
import { ModelCatalogService } from './model-catalog.service.js';

@AdminController('/api/model-catalog')
export class ModelCatalogController {
  constructor(private readonly catalog: ModelCatalogService) {}

  @Get()
  @AdminAccess({ scope: 'models:read', member: true })
  @Described({
    summary: 'List models for whoever calls them',
    description:
      'What each can do, what it costs, and which of your own tokens may call it, or why none may.',
    answer: { pageOf: CatalogModelView },
  })
  async list(
    @Asking() { principal }: Caller,
    @Query() query: ModelCatalogQuery,
  ): Promise<Page<CatalogModelView>> {
    return this.catalog.list(principal, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'models:read', member: true })
  @Described({ summary: 'Show a model to whoever calls it', answer: CatalogModelView })
  async show(@Asking() { principal }: Caller, @ModelIdParam() id: string): Promise<CatalogModelView> {
    return this.catalog.show(principal, id);
  }
}
