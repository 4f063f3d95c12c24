import { type Page } from '#database';
import { Get, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
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
    summary: 'List models for users',
    description: 'Capabilities, price, and which of your tokens can use the model, or why none can.',
    response: { pageOf: CatalogModelView },
  })
  async list(
    @CurrentCaller() { principal }: Caller,
    @Query() query: ModelCatalogQuery,
  ): Promise<Page<CatalogModelView>> {
    return this.catalog.list(principal, query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'models:read', member: true })
  @Described({ summary: 'Retrieve a model for users', response: CatalogModelView })
  async show(@CurrentCaller() { principal }: Caller, @ModelIdParam() id: string): Promise<CatalogModelView> {
    return this.catalog.show(principal, id);
  }
}
