import { type Page } from '#database';
import { Body, Delete, Get, HttpCode, Put, Query } from '@nestjs/common';
import { AdminAccess } from '../access/admin-access.js';
import { CurrentCaller, type Caller } from '../access/caller.js';
import { AdminController } from '../admin-controller.js';
import { Described } from '../openapi/described.js';
import { AuditEntryView } from '../audit/audit.dto.js';
import { ListQuery } from '../input/list-query.dto.js';
import { ModelChanges } from './model-changes.service.js';
import { ModelListQuery, ModelSettingsInput } from './model.dto.js';
import { ModelIdParam } from '../input/id-param.js';
import { ModelView } from './model-view.dto.js';
import { ModelsService } from './models.service.js';

@AdminController('/api/models')
export class ModelsController {
  constructor(
    private readonly models: ModelsService,
    private readonly changes: ModelChanges,
  ) {}

  @Get()
  @AdminAccess({ scope: 'models:read', member: false })
  @Described({
    summary: 'List models',
    description: 'All models that a channel serves by name, or that have settings.',
    response: { pageOf: ModelView },
  })
  async list(@Query() query: ModelListQuery): Promise<Page<ModelView>> {
    return this.models.list(query);
  }

  @Get(':id')
  @AdminAccess({ scope: 'models:read', member: false })
  @Described({ summary: 'Retrieve a model', response: ModelView })
  async show(@ModelIdParam() id: string): Promise<ModelView> {
    return this.models.show(id);
  }

  @Get(':id/changes')
  @AdminAccess({ scope: 'audit:read', member: false })
  @Described({
    summary: 'List the changes of a model',
    description:
      'Entries of the audit log, newest first: changes of its settings, of the config file, and updates of the model catalog. Entries about many models contain only the changes of this one.',
    response: { pageOf: AuditEntryView },
  })
  async listChanges(@ModelIdParam() id: string, @Query() query: ListQuery): Promise<Page<AuditEntryView>> {
    return this.changes.list(id, query);
  }

  @Put(':id')
  @AdminAccess({ scope: 'models:write', member: false })
  @Described({
    summary: 'Set the settings of a model',
    description: 'Price, fallbacks and routing. Replaces all previous settings.',
    response: ModelView,
  })
  async set(
    @CurrentCaller() caller: Caller,
    @ModelIdParam() id: string,
    @Body() input: ModelSettingsInput,
  ): Promise<ModelView> {
    return this.models.set(caller, id, input);
  }

  @Delete(':id')
  @HttpCode(204)
  @AdminAccess({ scope: 'models:write', member: false })
  @Described({
    summary: 'Delete the settings of a model',
    description: 'Channels continue to serve it with the built-in data.',
  })
  async unset(@CurrentCaller() caller: Caller, @ModelIdParam() id: string): Promise<void> {
    return this.models.unset(caller, id);
  }
}
